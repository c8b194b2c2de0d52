#!/usr/bin/env bash
# What the C library must be: small, of a few names, of old libraries only; and its example program.
#
# usage: Scripts/check-bindings.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-.build/library}
[ $# -gt 0 ] || Scripts/build-library.sh "$folder" >&2
library=$folder/libresonance.so.1
failed=0
complain() { echo "check-bindings: $*" >&2; failed=1; }

size=$(stat -c %s "$library")
[ "$size" -le 20000000 ] || complain "$size bytes are more than 20 MB"

names=$(nm -D --defined-only "$library" | awk '{ sub(/@.*/, "", $3); if ($2 != "A") print $3 }' | sort)
declared=$(grep -oE '\brsn_[a-z_]+\(' Bindings/C/include/resonance.h | tr -d '(' | sort -u)
[ "$names" = "$declared" ] || complain "the library has other names than the header:
$(diff <(echo "$names") <(echo "$declared") || true)"

libraries=$(objdump -p "$library" | awk '$1 == "NEEDED" { print $2 }' | sort | tr '\n' ' ')
listed="ld-linux-x86-64.so.2 libc.so.6 libexpat.so.1 libgcc_s.so.1 libm.so.6 libstdc++.so.6 libz.so.1 "
[ "$libraries" = "$listed" ] || complain "it needs $libraries, and not $listed"

newest=$(objdump -T "$library" | grep -oE 'GLIBC_[0-9.]+' | sort -Vu | tail -1)
[ "$(printf '%s\n' "$newest" GLIBC_2.34 | sort -V | tail -1)" = GLIBC_2.34 ] || complain "it needs $newest"

# The columns, their kinds and units, as they were agreed.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$(cd "$folder" && pwd)/libresonance.so.1" "$work/libresonance.so"
for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    for program in example columns; do
        $compiler -std=c11 -Wall -Wextra -pedantic -Werror -I Bindings/C/include Bindings/C/example/$program.c \
            -L "$work" -l resonance -l m -o "$work/$program"
    done
    LD_LIBRARY_PATH=$folder "$work/example" datasets/small/rest.txt >"$work/told"
    grep -q '^row 0: mean NN 949.46' "$work/told" || complain "the example of $compiler tells: $(cat "$work/told")"
done
LD_LIBRARY_PATH=$folder "$work/columns" >"$work/abi.txt"
diff Bindings/C/abi.txt "$work/abi.txt" >&2 || complain "the columns are others than in Bindings/C/abi.txt"
if command -v valgrind >/dev/null; then
    LD_LIBRARY_PATH=$folder valgrind -q --leak-check=full --show-leak-kinds=definite \
        --errors-for-leak-kinds=definite --error-exitcode=9 "$work/example" datasets/small/rest.txt >/dev/null ||
        complain "valgrind finds a mistake or a leak"
fi
[ $failed = 0 ] || exit 1
echo "the C library: $size bytes, $(wc -w <<<"$names") names, $newest"
