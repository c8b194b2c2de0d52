#!/usr/bin/env bash
# Feeds random bytes to every reader and to the detectors, with the address sanitizer on.
#
# usage: Scripts/fuzz.sh [SECONDS [TARGET...]]
#
# Every target, or those named, runs for SECONDS (60) from the inputs in Fuzzing/corpus/TARGET. A
# crash, an input that takes 10 s, or an allocation of 256 MiB leaves the input in .build-fuzz/found
# and fails. New inputs that reach new code are kept in .build-fuzz/corpus/TARGET.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true

export RESONANCE_FUZZING=1
# gold cannot link what the fuzzer's flags make of Swift; the toolchain's own linker can.
flags=(-c release --scratch-path .build-fuzz --product Fuzz -Xswiftc -sanitize=fuzzer,address
    -Xswiftc -enable-testing -Xcc -fsanitize=fuzzer-no-link,address)
if [ "$(uname)" = Linux ]; then flags+=(-Xswiftc -Xclang-linker -Xswiftc -fuse-ld=lld); fi
if ! log=$(swift build "${flags[@]}" 2>&1); then
    printf '%s\n' "$log" >&2
    exit 1
fi

fuzz=.build-fuzz/release/Fuzz
if [ $# -gt 0 ]; then targets=("$@"); else mapfile -t targets < <("$fuzz" --list); fi
mkdir -p .build-fuzz/found

run() {
    local target=$1
    local kept=.build-fuzz/corpus/$target log=.build-fuzz/$target.log
    mkdir -p "$kept" "Fuzzing/corpus/$target"
    if SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
        "$fuzz" "$target" "$kept" "Fuzzing/corpus/$target" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=1024 -malloc_limit_mb=256 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix=".build-fuzz/found/$target-" >"$log" 2>&1; then
        echo "fuzz $target: $(grep -a number_of_executed_units "$log" | grep -o '[0-9]*') inputs in" \
            "$seconds s, no crash"
    else
        echo "fuzz $target: FAILED, see $log"
        tail -n 40 "$log"
        return 1
    fi
}

# One process a core; the machine's other work goes first.
failed=0
cores=$(getconf _NPROCESSORS_ONLN)
for target in "${targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$cores" ]; do wait -n || failed=1; done
    run "$target" &
done
while [ "$(jobs -p | wc -l)" -gt 0 ]; do
    wait -n || failed=1
    jobs >/dev/null
done
exit $failed
