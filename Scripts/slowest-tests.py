#!/usr/bin/env python3
"""Prints the slowest tests of some runs, and how much time all tests took.

    Scripts/slowest-tests.py EVENTS...

EVENTS are files that `swift test --no-parallel --event-stream-output-path` wrote. A test begins when the one before
it has ended, so its time is its own, but for what other processes took of the cores meanwhile.
"""

import collections
import json
import pathlib
import sys

SHOWN = 20


def records(path):
    # Arguments of tests may hold any character: only a line feed ends a record.
    for line in pathlib.Path(path).read_bytes().split(b"\n"):
        try:
            yield json.loads(line)
        except ValueError:
            # The last record of a run that was stopped.
            continue


def times(path):
    """Seconds of each test function of a run, and the number of its cases."""
    seconds, cases, began, functions = {}, collections.Counter(), {}, set()
    for record in records(path):
        payload = record["payload"]
        if record["kind"] == "test" and payload["kind"] == "function":
            functions.add(payload["id"])
        if record["kind"] != "event" or payload.get("testID") not in functions:
            continue
        test, instant = payload["testID"], payload["instant"]["absolute"]
        if payload["kind"] == "testStarted":
            began[test] = instant
        elif payload["kind"] == "testCaseEnded":
            cases[test] += 1
        elif payload["kind"] == "testEnded" and test in began:
            seconds[test] = instant - began[test]
    return seconds, cases


def main():
    tests = []
    for path in sys.argv[1:]:
        if pathlib.Path(path).exists():
            seconds, cases = times(path)
            tests += [(time, "/".join(test.split("/")[:-1]), cases[test]) for test, time in seconds.items()]
    print(f"The {SHOWN} slowest of {len(tests)} tests:")
    for time, name, count in sorted(tests, reverse=True)[:SHOWN]:
        print(f"{time:8.2f} s  {name}" + (f", {count} cases" if count > 1 else ""))
    print(f"{sum(time for time, _, _ in tests):8.2f} s  all of them, one after the other")


if __name__ == "__main__":
    main()
