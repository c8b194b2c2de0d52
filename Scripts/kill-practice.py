#!/usr/bin/env python3
"""Kills, freezes and pushes aside practices: never two owners, every entry readable, 10 s lost at most.

    python3 Scripts/kill-practice.py .build/release/hrv [--kills 200] [--starts 50] [--forces 10] [--seed 1]

Starts: so many processes begin a sit at once on one history; one runs, all others end with 75.
Kills: each sit is killed with SIGKILL at a random moment below 25 s; the entry counts up to its last sign
of life, nothing runs any more, and another sit begins without force.
Forces: one practice sounds, is frozen or not, and another takes its place; the old one must be silent
300 ms later, also when it wakes.
"""

import argparse
import concurrent.futures
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path

PLAYER = Path(__file__).resolve().with_name("stamping-player.py")
SILENT = ["--player", "none", "--allow-sleep", "--quiet"]


def start(hrv, database, *words):
    return subprocess.Popen(
        [hrv, "practice", *words, "--database", database], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def run(hrv, database, *words):
    return subprocess.run(
        [hrv, "practice", *words, "--database", database], stdin=subprocess.DEVNULL,
        capture_output=True, text=True)


def entries(hrv, database):
    result = run(hrv, database, "list", "--json")
    if result.returncode != 0:
        raise SystemExit(f"the log cannot be read: {result.stderr}")
    return json.loads(result.stdout)


def starts(hrv, folder, count):
    database = folder / "starts.sqlite"
    run(hrv, database, "list")
    children = [start(hrv, database, "timer", "--for", "5", *SILENT) for _ in range(count)]
    time.sleep(6)
    codes = [child.poll() for child in children]
    run(hrv, database, "end")
    for child in children:
        child.wait(20)
        child.stderr.close()
    running, refused = codes.count(None), codes.count(75)
    print(f"starts: of {count} at once {running} ran and {refused} ended with 75")
    return running == 1 and refused == count - 1


def kill(hrv, database, seconds):
    """What went wrong with one kill; empty where nothing did; and the credit that was lost, s."""
    child = start(hrv, database, "timer", "--for", "60", *SILENT)
    time.sleep(seconds)
    killed = time.time()
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stderr.close()
    if run(hrv, database, "status").returncode != 66:
        return "something still runs", 0
    with sqlite3.connect(database) as file:
        check = file.execute("PRAGMA integrity_check").fetchone()[0]
    if check != "ok":
        return check, 0
    stored = entries(hrv, database)
    if not stored:
        return ("nothing is kept", 0) if seconds > 12.5 else ("", None)
    ran = killed - datetime.fromisoformat(stored[0]["started_at"].replace("Z", "+00:00")).timestamp()
    lost = ran - stored[0]["mindful_s"]
    if stored[0]["state"] != "interrupted":
        return f"the entry is {stored[0]['state']}", lost
    if not -0.05 < lost < 10.3:
        return f"{lost:.2f} s of credit are lost", lost
    again = start(hrv, database, "timer", "--for", "1", *SILENT)
    time.sleep(1)
    code = again.poll()
    again.kill()
    again.wait()
    again.stderr.close()
    return ("" if code is None else f"the next sit ended with {code}"), lost


def kills(hrv, folder, count, chance):
    moments = [chance.uniform(0, 25) for _ in range(count)]
    errors, lost = [], []
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        jobs = [
            pool.submit(kill, hrv, folder / f"kill{number}.sqlite", moment)
            for number, moment in enumerate(moments)]
        for moment, job in zip(moments, jobs):
            error, seconds = job.result()
            if error:
                errors.append(f"after {moment:.2f} s: {error}")
            if seconds is not None:
                lost.append(seconds)
    print(f"kills: {count}, {len(lost)} with an entry, {max(lost):.2f} s of credit lost at most, "
          f"{len(errors)} faults")
    for error in errors:
        print("  " + error)
    return not errors


def owner(database):
    with sqlite3.connect(database, timeout=5) as file:
        row = file.execute("SELECT id FROM activity").fetchone()
    return row and row[0]


def force(hrv, folder, number, way):
    """How long the old one sounded after its place was taken; s; and what went wrong."""
    database = folder / f"force{number}.sqlite"
    stamps = folder / f"force{number}.txt"
    old = start(
        hrv, database, "breathe", "coherent", "--allow-sleep", "--level", "1", "--player",
        f"{sys.executable} {PLAYER} {stamps}")
    time.sleep(4.5)
    first = owner(database)
    if way == "frozen":
        old.send_signal(signal.SIGSTOP)
    elif way == "marks deleted":
        for mark in folder.glob(f"force{number}.sqlite-*"):
            if not str(mark).endswith(("-wal", "-shm")):
                mark.unlink()
    new = start(hrv, database, "timer", "--for", "5", "--force", *SILENT)
    while owner(database) == first:
        time.sleep(0.002)
    claimed = time.clock_gettime(time.CLOCK_BOOTTIME)
    time.sleep(1.5)
    if way == "frozen":
        old.send_signal(signal.SIGCONT)
    try:
        old.wait(10)
    except subprocess.TimeoutExpired:
        old.kill()
        return 0, "the old one goes on"
    finally:
        old.stderr.close()
    error = "" if new.poll() is None else f"the new one ended with {new.returncode}"
    run(hrv, database, "end")
    new.wait(10)
    new.stderr.close()
    ends = [float(line.split()[1]) for line in stamps.read_text().splitlines()]
    states = sorted(entry["state"] for entry in entries(hrv, database))
    # The new one was ended below 10 s: only the old entry is there, where it lasted long enough.
    if not set(states) <= {"replaced"}:
        error = f"entries are {states}"
    return max(0, max(ends, default=0) - claimed), error


def forces(hrv, folder, count):
    is_good = True
    for way in ("awake", "frozen", "marks deleted"):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(
                lambda number: force(hrv, folder, number, way),
                [f"{way[0]}{number}" for number in range(count)]))
        errors = [error for _, error in results if error]
        late = sorted(seconds for seconds, _ in results)
        print(f"forces, the old one {way}: {count}, silent after {late[len(late) // 2]:.3f} s "
              f"(p50), {late[-1]:.3f} s at most; {len(errors)} faults {errors or ''}")
        is_good = is_good and not errors and late[-1] < 0.3
    return is_good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hrv", type=os.path.abspath)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--starts", type=int, default=50)
    parser.add_argument("--forces", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        results = [
            starts(options.hrv, folder, options.starts) if options.starts else True,
            kills(options.hrv, folder, options.kills, random.Random(options.seed))
            if options.kills else True,
            forces(options.hrv, folder, options.forces) if options.forces else True]
    if not all(results):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
