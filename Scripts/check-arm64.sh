#!/usr/bin/env bash
# The C kernels must compile for arm64, Linux and macOS: a syntax check, no headers needed.
set -euo pipefail
cd "$(dirname "$0")/.."

toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
clang=clang
if [ -x "$toolchain/clang" ]; then clang="$toolchain/clang"; fi

for target in aarch64-linux-gnu arm64-apple-macos14; do
    "$clang" --target="$target" -std=c11 -O2 -fsyntax-only -ICKernels/include \
        -ICKernels/common $(printf -- "-I%s " CKernels/*/*/) \
        -Wall -Wextra -Wconversion -Wpedantic -Wno-nullability-extension -Werror \
        CKernels/*/*/*.c
    echo "CKernels: $target ok"
done
