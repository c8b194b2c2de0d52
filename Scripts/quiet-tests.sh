#!/usr/bin/env bash
# Leaves out the lines about tests that begin or pass; keeps all else, above all failures, skipped
# tests and the summary.
exec awk '
    /^✔ Test run/ { print; next }
    # A case is announced with its arguments, which may hold line ends.
    /^◇/ { announced = !/started\.$/; next }
    announced { if (/started\.$/) announced = 0; next }
    /^✔ / || /^\[[0-9]+\/[0-9]+\]/ { next }
    { print; fflush() }
'
