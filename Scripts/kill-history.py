#!/usr/bin/env python3
"""Kills running sessions at random moments, and looks at what the history has of them.

    python3 Scripts/kill-history.py [--hrv PATH] [--count 200] [--parallel 20] [--seed 1]

Each session is `hrv live --bridge -`, fed beat by beat by the clock on the wall, and is killed (signal 9) 2 to 12 s
after its first beat. Then the history must open, pass SQLite's integrity check, show the session as interrupted,
and have every second that was over when it was killed but at most one. Sessions run several at once, each with a
history of its own; some share one, so that they write to it together. Exits with 1 where something is not so.
"""

import argparse
import json
import math
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time


def feed(pipe, stop):
    """Beats as they come; a write that fails means that the session is gone."""
    start = time.monotonic()
    try:
        pipe.write(b'{"type":"hello","proto":"beatline","v":1,"bridge":"kill","t":0,"caps":["rr"]}\n')
        pipe.flush()
        end, index = 0.0, 0
        while not stop.is_set():
            interval = round(800 + 60 * math.sin(0.6 * end) + index * 7919 % 13)
            end += interval / 1000
            index += 1
            wait = start + end - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            line = '{"type":"rr","t":%d,"rr_ms":[%d]}\n' % (round(end * 1e6), interval)
            pipe.write(line.encode())
            pipe.flush()
    except (BrokenPipeError, ValueError):
        pass


def run(hrv, home, seconds):
    """Runs a session, kills it, and returns how many seconds it had told, and its id."""
    live = subprocess.Popen(
        [hrv, "live", "--bridge", "-", "--duration", "30"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=dict(os.environ, XDG_DATA_HOME=home, HOME=home))
    stop = threading.Event()
    feeder = threading.Thread(target=feed, args=(live.stdin, stop))
    feeder.start()
    reported, killer = 0, None
    for line in live.stdout:
        if b'"type":"metric"' in line:
            reported = json.loads(line)["session_s"]
            if killer is None:
                killer = threading.Timer(seconds, live.kill)
                killer.start()
    live.wait()
    stop.set()
    feeder.join()
    logs = os.path.join(home, "resonance", "logs")
    for name in os.listdir(logs):
        if "-%d." % live.pid in name:
            with open(os.path.join(logs, name)) as log:
                return reported, json.loads(log.readline())["session"], name
    raise SystemExit("a session left no log")


def look(hrv, home, reported, identity, log):
    """What the history has of a killed session: what is wrong, and the seconds that are missing."""
    path = os.path.join(home, "resonance", "history.sqlite")
    listed = subprocess.run(
        [hrv, "history", "show", identity, "--json", "--database", path],
        capture_output=True, text=True)
    if listed.returncode != 0:
        return ["hrv history show: " + listed.stderr.strip()], None
    document = json.loads(listed.stdout)
    errors = []
    if document["session"]["state"] != "interrupted":
        errors.append("the session is " + document["session"]["state"])
    seconds = [point[0] for point in document["points"]]
    if seconds != [float(second + 1) for second in range(len(seconds))]:
        errors.append("seconds are missing in the middle: %s" % seconds)
    if len(seconds) > reported + 1:
        errors.append("%d seconds are kept, %d were told" % (len(seconds), reported))
    if document["session"]["rawLogName"] != log:
        errors.append("the raw log has another name")
    with sqlite3.connect(path) as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            errors.append("the integrity check fails")
    return errors, max(0, reported - len(seconds))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--hrv", default=".build/release/hrv")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--parallel", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    hrv = os.path.abspath(options.hrv)
    chance = random.Random(options.seed)
    moments = [chance.uniform(1, 11) for _ in range(options.count)]
    missing, failures = [], []
    lock = threading.Lock()

    def work(folder, number):
        while True:
            with lock:
                if not moments:
                    return
                moment = moments.pop()
            # Every fourth of those at work writes to the history of the first.
            home = os.path.join(folder, str(0 if number % 4 == 0 else number))
            os.makedirs(home, exist_ok=True)
            reported, identity, log = run(hrv, home, moment)
            errors, lost = look(hrv, home, reported, identity, log)
            with lock:
                failures.extend(errors)
                if lost is not None:
                    missing.append(lost)

    with tempfile.TemporaryDirectory() as folder:
        workers = [
            threading.Thread(target=work, args=(folder, number))
            for number in range(options.parallel)
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    for failure in failures[:20]:
        print("FAULT:", failure)
    max_missing = max(missing, default=0)
    whole = sum(1 for lost in missing if lost == 0)
    print(
        "%d sessions killed: %d open and intact, %d whole, at most %d s missing, %d faults (seed %d)"
        % (options.count, len(missing), whole, max_missing, len(failures), options.seed))
    if failures or max_missing > 1 or len(missing) < options.count:
        sys.exit(1)


main()
