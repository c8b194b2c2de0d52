#!/usr/bin/env bash
# Feeds random bytes to every reader and to the detectors, and random arguments to every function of the C library, with
# the address sanitizer on.
#
# usage: Scripts/fuzz.sh [SECONDS [TARGET...]]
#        Scripts/fuzz.sh merge [TARGET...]
#
# Every target, or those named, runs for SECONDS (60) from the inputs in Fuzzing/corpus/TARGET. A
# crash, an input that takes 30 s, or an allocation of 256 MiB leaves the input in .build-fuzz/found
# and fails. New inputs that reach new code are kept in .build-fuzz/corpus/TARGET; `merge` adds the
# fewest of them that reach all of it to Fuzzing/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
task=${1:-60}
shift || true

export RESONANCE_FUZZING=1
# gold cannot link what the fuzzer's flags make of Swift; the toolchain's own linker can.
flags=(-c release -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xcc -fsanitize=fuzzer-no-link,address)
if [ "$(uname)" = Linux ]; then flags+=(-Xswiftc -Xclang-linker -Xswiftc -fuse-ld=lld); fi

# build PRODUCT FOLDER [PACKAGE]
build() {
    local log
    if ! log=$(swift build "${flags[@]}" --product "$1" --scratch-path "$2" --package-path "${3:-.}" 2>&1); then
        printf '%s\n' "$log" >&2
        exit 1
    fi
}

fuzz=.build-fuzz/release/Fuzz entries=.build-fuzz/entries/release/FuzzEntries
if [ $# -eq 0 ] || printf '%s\n' "$@" | grep -qv '^rsn_'; then build Fuzz .build-fuzz; fi
if [ $# -eq 0 ] || printf '%s\n' "$@" | grep -q '^rsn_'; then build FuzzEntries .build-fuzz/entries Bindings; fi
if [ $# -gt 0 ]; then targets=("$@"); else mapfile -t targets < <("$fuzz" --list && "$entries" --list); fi
mkdir -p .build-fuzz/found
export SWIFT_BACKTRACE=enable=no
# Freed memory is watched for some MB only: it would count as the target's.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=16

# The fuzzer's words go to the target's log, which is shown where it fails.
run() {
    local target=$1 log=.build-fuzz/$1.log program=$fuzz
    [[ $target == rsn_* ]] && program=$entries
    shift
    if ! FUZZ_TARGET=$target "$program" "$@" -timeout=30 -rss_limit_mb=2048 -malloc_limit_mb=256 \
        -artifact_prefix=".build-fuzz/found/$target-" >"$log" 2>&1; then
        echo "fuzz $target: FAILED, see $log"
        tail -n 40 "$log"
        return 1
    fi
}

search() {
    local target=$1 kept=.build-fuzz/corpus/$1
    mkdir -p "$kept" "Fuzzing/corpus/$target"
    run "$target" "$kept" "Fuzzing/corpus/$target" -max_total_time="$task" -max_len=65536 \
        -print_final_stats=1 || return 1
    echo "fuzz $target:" \
        "$(grep -a number_of_executed_units ".build-fuzz/$target.log" | grep -o '[0-9]*') inputs" \
        "in $task s, no crash"
}

# Only inputs of a handy size: none of the code needs longer ones.
merge() {
    local target=$1
    mkdir -p "Fuzzing/corpus/$target"
    run "$target" -set_cover_merge=1 -use_counters=0 -max_len=8192 "Fuzzing/corpus/$target" \
        ".build-fuzz/corpus/$target" || return 1
    echo "fuzz $target: $(find "Fuzzing/corpus/$target" -type f | wc -l) inputs," \
        "$(du -sb "Fuzzing/corpus/$target" | cut -f1) bytes"
}

if [ "$task" = merge ]; then work=merge; else work=search; fi

# One process a core; the machine's other work goes first.
failed=0
cores=$(getconf _NPROCESSORS_ONLN)
for target in "${targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$cores" ]; do wait -n || failed=1; done
    "$work" "$target" &
done
while [ "$(jobs -p | wc -l)" -gt 0 ]; do
    wait -n || failed=1
    jobs >/dev/null
done
exit $failed
