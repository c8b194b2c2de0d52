#!/usr/bin/env bash
# Leaves out the lines about tests that begin or pass; keeps all else, above all failures, skipped
# tests and the summary. Times of tests that passed go to the file that TIMES names, where it is set.
exec awk -v times="${TIMES:-/dev/null}" '
    /^✔ Test run/ { print; next }
    /^✔ Test .* passed after [0-9.]+ seconds/ {
        sub(/^✔ Test /, "")
        match($0, / passed after [0-9.]+ seconds/)
        seconds = substr($0, RSTART + 14, RLENGTH - 22)
        printf "%8.2f s  %s\n", seconds, substr($0, 1, RSTART - 1) >> times
        next
    }
    # A case is announced with its arguments, which may hold line ends.
    /^◇/ { announced = !/started\.$/; next }
    announced { if (/started\.$/) announced = 0; next }
    /^✔ / || /^\[[0-9]+\/[0-9]+\]/ { next }
    { print; fflush() }
'
