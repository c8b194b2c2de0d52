#!/usr/bin/env bash
# The C kernels must compile for arm64, Linux and macOS: a syntax check, no headers needed.
set -euo pipefail
cd "$(dirname "$0")/../CKernels"

toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
clang=clang
if [ -x "$toolchain/clang" ]; then clang="$toolchain/clang"; fi

# check TARGET LAYER FOLDER...: the kernels of one layer, with the headers that Package.swift lets
# them see.
check() {
    local target=$1 layer=$2
    shift 2
    "$clang" --target="$target" -std=c11 -O2 -fsyntax-only "${@/#/-I}" \
        -Wall -Wextra -Wconversion -Wpedantic -Wno-nullability-extension -Werror \
        "$layer"/*/*.c
}

for target in aarch64-linux-gnu arm64-apple-macos14; do
    check "$target" Signals common Signals/include Signals/complex_fft Signals/radix_sort
    check "$target" Hearts common Signals/include Hearts/include
    echo "CKernels: $target ok"
done
