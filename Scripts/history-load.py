#!/usr/bin/env python3
"""Makes a history of many sessions, and measures what a page of its list costs.

    python3 Scripts/history-load.py [--hrv PATH] [--sessions 1000] [--minutes 20]

Prints the size of the file, and the CPU time (user and system, median of 11 runs) of `hrv history list --json`
(50 sessions), of its last page, of `trends --days 90`, of `show`, and of a program that only says its version.
"""

import argparse
import json
import os
import random
import resource
import sqlite3
import subprocess
import tempfile
import time
import uuid


def fill(path, sessions, minutes):
    """Sessions of noise, in the tables that hrv made: a point a second, 70 beats a minute."""
    chance = random.Random(4711)
    database = sqlite3.connect(path)
    columns = [row[1] for row in database.execute("PRAGMA table_info(session)")]
    now = time.time()
    recipe = json.dumps({"settings": {"plan": {"name": "resonance-fit"}}, "text": "x" * 600})
    for number in range(sessions):
        row = dict.fromkeys(columns)
        row.update(
            id=str(uuid.UUID(int=chance.getrandbits(128))).upper(), utc_offset_s=3600,
            started_ms=round(1000 * (now - 86400 * 89.9 * (sessions - number) / sessions)),
            source="strap", is_apart=0, device_name="Polar H10", pacer="resonance-fit",
            state="ended", duration_s=60.0 * minutes, beat_count=70 * minutes, corrected_count=3,
            gap_count=0, breath_count=6 * minutes, average_heart_rate_bpm=chance.gauss(65, 5),
            average_rmssd_ms=chance.gauss(45, 8), average_coherence=chance.random(),
            peak_coherence=0.9, peak_breaths_per_minute=5.6, resonance_kind="estimate",
            resonance_breaths_per_minute=chance.gauss(5.6, .2), resonance_low=5.2,
            resonance_high=6.0, resonance_deviation=0.25,
            phases='[{"name":"exploration","startSeconds":1}]', recipe=recipe,
            toolkit_version="0.9.0", raw_log="%d.beatline" % number)
        row.pop("key")
        key = database.execute(
            "INSERT INTO session (%s) VALUES (%s)" % (",".join(row), ",".join("?" * len(row))),
            list(row.values())).lastrowid
        database.executemany("INSERT INTO point VALUES (?,?,?,?,?,?)", (
            (key, float(second), chance.gauss(65, 5), chance.gauss(45, 8), chance.random(),
             chance.gauss(5.6, .3)) for second in range(1, 60 * minutes + 1)))
        database.executemany("INSERT INTO beat VALUES (?,?,?,?,?)", (
            (key, beat, beat * 60 / 70 + chance.random() / 10, float(chance.randint(780, 940)), None)
            for beat in range(70 * minutes)))
        database.executemany("INSERT INTO decision VALUES (?,?,?,?)", (
            (key, decision, 40.0 * decision, "Moving gently around 5.6 breaths/min.")
            for decision in range(30)))
        curve = [{"breathsPerMinute": chance.random(), "density": chance.random()} for _ in range(92)]
        database.execute("INSERT INTO posterior VALUES (?,?)", (key, json.dumps(curve)))
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def cpu(command):
    """User and system time; ms; median."""
    times = []
    for _ in range(11):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return 1000 * sorted(times)[5]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--hrv", default=".build/release/hrv")
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--minutes", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "history.sqlite")
        hrv = [os.path.abspath(options.hrv)]
        database_options = ["--database", path]
        subprocess.run(hrv + ["history", "list"] + database_options, check=True, capture_output=True)
        fill(path, options.sessions, options.minutes)
        size = os.path.getsize(path)
        print("%d sessions of %d min: %.1f MB, %.1f kB a session" % (
            options.sessions, options.minutes, size / 1e6, size / 1e3 / options.sessions))
        history = hrv + ["history"]
        page, offset = None, 0
        while offset + 50 < options.sessions:
            more = ["--before", page] if page else []
            listed = subprocess.run(
                history + ["list", "--json"] + more + database_options, check=True, capture_output=True, text=True)
            page = listed.stderr.split("--before ")[1].split()[0]
            offset += 50
        for name, command in [
            ("hrv --version", hrv + ["--version"]),
            ("list, first 50", history + ["list", "--json"] + database_options),
            ("list, last 50", history + ["list", "--json"] + (["--before", page] if page else []) + database_options),
            ("trends, 90 days", history + ["trends", "--days", "90", "--json"] + database_options),
            ("show, all of one", history + ["show", "--json"] + database_options),
        ]:
            print("%-18s %6.0f ms CPU" % (name, cpu(command)))


main()
