#!/usr/bin/env python3
"""Runs cases in a real browser against a dashboard of their own.

    run.py TOOL CASE...     the cases of these names against this hrv
    run.py TOOL all         every one
    run.py --list           their names
"""

import signal
import sys
import time
import traceback

import cases_access
import cases_activity
import cases_bluetooth
import cases_calendar
import cases_checks
import cases_faults
import cases_health
import cases_latency
import cases_links
import cases_modules
import cases_music
import cases_pace
import cases_pages
import cases_practice
import cases_reminders
import cases_session
from bench import CASES, Bench

assert cases_access and cases_activity and cases_bluetooth and cases_calendar and cases_checks and cases_faults
assert cases_health and cases_latency and cases_links and cases_modules and cases_music and cases_pace
assert cases_pages and cases_practice and cases_reminders and cases_session


def run(tool, name):
    """Whether the case passed."""
    bench = Bench(tool)
    start = time.monotonic()
    has_failed = True
    try:
        CASES[name](bench)
        has_failed = False
    except Exception:
        traceback.print_exc(file=sys.stdout)
    try:
        bench.close(has_failed)
    except AssertionError as complaint:
        has_failed = True
        print(complaint)
    print(f"{'FAILED' if has_failed else 'passed'} {name} ({time.monotonic() - start:.1f} s)", flush=True)
    return not has_failed


def main():
    # Who runs this may have blocked signals, which its children would then never hear.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    if sys.argv[1:] == ["--list"]:
        print("\n".join(CASES))
        return
    tool, *names = sys.argv[1:]
    if names == ["all"]:
        names = list(CASES)
    if not all([run(tool, name) for name in names]):
        sys.exit(1)


if __name__ == "__main__":
    main()
