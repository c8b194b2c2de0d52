#!/usr/bin/env python3
"""Kills programs at random moments while they bring old stores up to date, and opens the stores again.

    python3 Scripts/kill-migrations.py [--hrv PATH] [--kills 200] [--seed 1]

Three stores: a history of version 1 (sessions; practice is a part of it), made by the first migration of its source,
which is never changed; a music library of version 3, the oldest that is kept as a file; and health records, which have
one version, from no file at all. Each is filled with seeded rows. A run without a kill says what the migrated store
holds. Then each program gets a signal 9: every other one at any moment of its run, the others within the time in which
it writes, at first more often, as the migrations are its first writes. After each kill the store must pass SQLite's
integrity check, hold the migrations before one moment and no others, and after one more opening hold the same tables
and rows as without a kill. Exits with 1 where something is not so.
"""

import argparse
import collections
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HISTORY = ROOT / "Sources/Sessions/SessionHistory/Store/HistorySchema.swift"
MUSIC = ROOT / "Tests/Wellbeing/MusicLibraryTests/Stores/version-3.sql"
FIRST_MS = 1_767_225_600_000
ENDINGS = ["", "-wal", "-shm", "-journal"]


def columns(database, table):
    return [row[1:4] for row in database.execute("PRAGMA table_info(%s)" % table)]


def insert(database, table, values):
    """A row with the values that are given; what must not be missing gets one of its type."""
    row = {name: {"INTEGER": 0, "REAL": 0.0, "TEXT": "x"}[kind]
           for name, kind, is_required in columns(database, table) if is_required}
    row.update(values)
    database.execute(
        "INSERT INTO %s (%s) VALUES (%s)" % (table, ", ".join(row), ", ".join("?" * len(row))), list(row.values()))


def make_history(path, chance):
    text = HISTORY.read_text()
    tables = re.search(r'let version1 = """(.*?)"""', text, re.DOTALL).group(1)
    mark = int(re.search(r"applicationID: (0x[0-9A-F_]+)", text).group(1).replace("_", ""), 16)
    database = sqlite3.connect(path)
    database.executescript("PRAGMA application_id = %d; PRAGMA journal_mode = WAL;" % mark + tables)
    database.execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    database.execute("INSERT INTO grdb_migrations VALUES ('1')")
    for number in range(1, 401):
        insert(database, "session", {
            "key": number, "id": "00000000-0000-4000-8000-%012d" % number, "source": "strap", "state": "ended",
            "pacer": "fixed", "started_ms": FIRST_MS + 86_400_000 * number // 2,
            "duration_s": round(chance.uniform(20, 900), 1), "resonance_kind": "none", "phases": "[]", "recipe": "{}"})
        for second in range(60):
            insert(database, "point", {
                "session": number, "seconds": float(second), "heart_rate_bpm": round(chance.uniform(50, 90), 1)})
    database.commit()
    database.close()


def make_music(path, chance):
    database = sqlite3.connect(path)
    database.executescript("PRAGMA application_id = 1381190997; PRAGMA journal_mode = WAL;" + MUSIC.read_text())
    songs = [row[0] for row in database.execute("SELECT id FROM song ORDER BY id")]
    listening = database.execute("SELECT min(id) FROM listening").fetchone()[0]
    for number in range(5000):
        started = FIRST_MS + 200_000 * number
        insert(database, "mood", {"time_ms": started, "value": chance.choice([0, 0.25, 0.5, 0.75, 1])})
        insert(database, "play", {
            "listening": listening, "song": chance.choice(songs), "started_ms": started, "ended_ms": started + 180_000,
            "heard_s": 180.0, "heard_share": 1.0, "outcome": "finished", "context": "unknown"})
    database.commit()
    database.close()


def make_export(path, chance):
    """A small export of Apple Health, as text."""
    rows = []
    for minute in range(20_000):
        moment = "2026-10-%02d %02d:%02d:00 +0100" % (1 + minute // 1440, minute // 60 % 24, minute % 60)
        rows.append(
            '<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="%s"'
            ' endDate="%s" value="%d"/>' % (moment, moment, chance.randint(50, 120)))
    path.write_text(
        '<?xml version="1.0"?>\n<HealthData locale="en_US">\n<ExportDate value="2026-11-01 08:00:00 +0100"/>\n'
        + "\n".join(rows) + "\n</HealthData>\n")


def contents(path):
    """Every table with its rows, but for the moments at which this run wrote."""
    with sqlite3.connect(path) as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise SystemExit("%s: the integrity check fails" % path)
        tables = database.execute(
            "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name").fetchall()
        found = {}
        for name, text in tables:
            if not text.startswith("CREATE TABLE"):
                found[name] = text
                continue
            kept = [column for column, _, _ in columns(database, name) if column not in ("imported_ms", "fingerprint")]
            found[name] = (text, sorted(map(repr, database.execute(
                "SELECT %s FROM %s" % (", ".join('"%s"' % column for column in kept), name)))))
        return found


def migrations(path, folder):
    """The migrations that a store has now, read from a copy; none where there is no store."""
    copy = folder / "look.sqlite"
    for ending in ENDINGS:
        (folder / ("look.sqlite" + ending)).unlink(missing_ok=True)
        if os.path.exists(str(path) + ending):
            shutil.copy(str(path) + ending, str(copy) + ending)
    if not copy.exists():
        return []
    with sqlite3.connect(copy) as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise SystemExit("%s: the integrity check fails after a kill" % path)
        has_table = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'grdb_migrations'").fetchone()[0]
        return sorted(row[0] for row in database.execute("SELECT identifier FROM grdb_migrations")) if has_table else []


def stamp(path):
    """What changes when a store is written to."""
    sizes = []
    for ending in ("", "-wal", "-journal"):
        try:
            sizes.append(os.stat(str(path) + ending).st_size)
        except FileNotFoundError:
            sizes.append(None)
    return sizes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--hrv", default=".build/release/hrv")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    hrv = os.path.abspath(options.hrv)
    faults = 0
    with tempfile.TemporaryDirectory() as home:
        folder = pathlib.Path(home)
        environment = dict(os.environ, HOME=home, XDG_DATA_HOME=home, TZ="UTC")
        (folder / "old").mkdir()
        make_history(folder / "old/history.sqlite", chance)
        make_music(folder / "old/music.sqlite", chance)
        make_export(folder / "export.xml", chance)
        stores = {
            "history": lambda path: ["practice", "list", "--database", path, "--quiet"],
            "music": lambda path: ["music", "songs", "--music", path, "--quiet"],
            "health": lambda path: ["health", "import", str(folder / "export.xml"), "--health", path, "--quiet"],
        }
        for number, (name, arguments) in enumerate(stores.items()):
            path = folder / (name + ".sqlite")
            command = [hrv] + arguments(str(path))

            def reset():
                for ending in ENDINGS:
                    pathlib.Path(str(path) + ending).unlink(missing_ok=True)
                    old = folder / "old" / (name + ".sqlite" + ending)
                    if old.exists():
                        shutil.copy(old, str(path) + ending)

            def begin():
                return subprocess.Popen(
                    command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL)

            def complete():
                finished = subprocess.run(
                    command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
                if finished.returncode != 0:
                    raise SystemExit("%s: %s" % (name, finished.stderr.strip()))

            reset()
            before, untouched, start, first_write = migrations(path, folder), stamp(path), time.monotonic(), None
            process = begin()
            while process.poll() is None:
                if first_write is None and stamp(path) != untouched:
                    first_write = time.monotonic()
            end = time.monotonic()
            whole, writing = end - start, end - (first_write or start)
            complete()
            wanted, after = contents(path), migrations(path, folder)
            outcomes = collections.Counter()
            kills = options.kills // len(stores) + (1 if number < options.kills % len(stores) else 0)
            for kill in range(kills):
                reset()
                process = begin()
                if kill % 2 == 0:
                    time.sleep(chance.uniform(0, whole))
                else:
                    delay = writing * chance.random() ** 3
                    while process.poll() is None and stamp(path) == untouched:
                        pass
                    time.sleep(delay)
                process.send_signal(signal.SIGKILL)
                was_killed = process.wait() == -signal.SIGKILL
                now = migrations(path, folder)
                if now not in [after[:count] for count in range(len(before), len(after) + 1)]:
                    print("%s: after kill %d the migrations are %s" % (name, kill, now))
                    faults += 1
                outcomes["over" if not was_killed else "before" if now == before else
                         "between" if now != after else "migrated"] += 1
                complete()
                found = contents(path)
                if found != wanted:
                    print("%s: after kill %d these differ: %s" % (
                        name, kill, sorted(key for key in {*found, *wanted} if found.get(key) != wanted.get(key))))
                    faults += 1
            print("%s: migrations %s to %s, %d rows, run of %.2f s, of it %.2f s writing; %d kills: %s" % (
                name, before[-1:] or "none", after[-1], sum(len(part[1]) for part in wanted.values() if len(part) == 2),
                whole, writing, kills, ", ".join("%d %s" % (outcomes[key], key) for key in sorted(outcomes))))
    print("seed %d: %d stores differ" % (options.seed, faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
