#!/usr/bin/env python3
"""Prints the slowest tests of some runs that have a table of cases, and how much time those took in all.

    Scripts/slowest-tests.py EVENTS...

EVENTS are files that `swift test --event-stream-output-path` wrote. The time of a test is that of its cases, each
from its own beginning. The runner tells no such time of a test without a table: it is begun with all others, and
what it waits for its turn is counted. Such a test is left out; run it alone to time it. The time of a test that
is `async` holds what it waits for a thread.
"""

import collections
import json
import pathlib
import sys

SHOWN = 20


def times(path):
    """Seconds of each test of a run, and the number of its cases."""
    seconds, cases, open_cases = collections.Counter(), collections.Counter(), collections.defaultdict(list)
    # Arguments of tests may hold any character: only a line feed ends a record.
    for line in pathlib.Path(path).read_bytes().split(b"\n"):
        try:
            record = json.loads(line)
        except ValueError:
            # The last record of a run that was stopped.
            continue
        if record["kind"] != "event":
            continue
        event = record["payload"]
        test = event.get("testID")
        if event["kind"] == "testCaseStarted":
            open_cases[test].append(event["instant"]["absolute"])
        elif event["kind"] == "testCaseEnded" and open_cases[test]:
            seconds[test] += event["instant"]["absolute"] - open_cases[test].pop(0)
            cases[test] += 1
    return seconds, cases


def main():
    seconds, cases = collections.Counter(), collections.Counter()
    for path in sys.argv[1:]:
        if pathlib.Path(path).exists():
            more = times(path)
            seconds.update(more[0])
            cases.update(more[1])
    print(f"The {SHOWN} slowest of {len(seconds)} tests that have a table of cases:")
    for test, time in seconds.most_common(SHOWN):
        name = "/".join(test.split("/")[:-1])
        print(f"{time:8.2f} s  {name}" + (f", {cases[test]} cases" if cases[test] > 1 else ""))
    print(f"{sum(seconds.values()):8.2f} s  all of them, one after the other")


if __name__ == "__main__":
    main()
