#!/usr/bin/env python3
"""Prints the names of the tests that failed in a run, one a line; exits with 1 where the run broke off.

    Scripts/failed-tests.py EVENTS

EVENTS is a file that `swift test --event-stream-output-path` wrote. A name is Module.Suite/function(), as
`swift test --filter` takes it. What was recorded outside of a test counts as a run that broke off.
"""

import json
import pathlib
import sys


def main():
    failed, has_ended = set(), False
    # Arguments of tests may hold any character: only a line feed ends a record.
    for line in pathlib.Path(sys.argv[1]).read_bytes().split(b"\n"):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        payload = record["payload"]
        if record["kind"] != "event":
            continue
        has_ended |= payload["kind"] == "runEnded"
        if payload["kind"] == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
            # The last part is the place in the source.
            failed.add("/".join(payload.get("testID", "").split("/")[:-1]))
    if not has_ended or "" in failed:
        sys.exit(1)
    for name in sorted(failed):
        print(name)


if __name__ == "__main__":
    main()
