#!/usr/bin/env python3
"""Kills a scan of songs at random moments, and looks at what the library has of it.

    python3 Scripts/kill-scan.py [--hrv PATH] [--songs 10000] [--kills 50] [--jobs 1] [--seed 1]

Short WAV files, each unlike every other, are scanned once without disturbance and once with a signal 9 at random
moments. In the end the rows must equal each other (but for numbers and moments), every song must be committed once,
and the library must pass SQLite's integrity check. What was at work at a kill is measured again, so at most as many
songs as there were jobs for each kill: an undisturbed end shows that no committed song was. Exits with 1 where
something is not so.
"""

import argparse
import os
import random
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import wave


def make(folder, count, chance):
    """Songs of a fifth of a second in folders of a thousand."""
    for number in range(count):
        album = os.path.join(folder, "%03d" % (number // 1000))
        os.makedirs(album, exist_ok=True)
        with wave.open(os.path.join(album, "%05d.wav" % number), "wb") as song:
            song.setnchannels(1)
            song.setsampwidth(2)
            song.setframerate(8000)
            song.writeframes(struct.pack("<I", number) + chance.randbytes(3196))


def rows(path):
    """What the library knows of each file, without numbers of rows and moments of scans."""
    with sqlite3.connect(path) as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise SystemExit("FAULT: the integrity check fails")
        database.row_factory = sqlite3.Row
        found = database.execute(
            "SELECT song.*, song_file.* FROM song_file LEFT JOIN song ON song.id = song_file.song"
            " ORDER BY path").fetchall()
        hidden = {"id", "song", "added_ms"}
        return [{key: row[key] for key in row.keys() if key not in hidden} for row in found]


def sums(path):
    with sqlite3.connect(path) as database:
        return database.execute(
            "SELECT sum(n_measured), sum(n_known), sum(n_failed), count(*) FROM scan").fetchone()


def songs(path):
    try:
        with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as database:
            return database.execute("SELECT count(*) FROM song").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--hrv", default=".build/release/hrv")
    parser.add_argument("--songs", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    hrv = os.path.abspath(options.hrv)
    errors = []
    with tempfile.TemporaryDirectory() as home:
        folder = os.path.join(home, "songs")
        make(folder, options.songs, chance)

        def words(name):
            return [hrv, "music", "scan", folder, "--music", os.path.join(home, name),
                    "--jobs", str(options.jobs), "--json"]

        start = time.monotonic()
        subprocess.run(words("whole.sqlite"), check=True, stdout=subprocess.DEVNULL)
        whole = time.monotonic() - start
        path = os.path.join(home, "killed.sqlite")
        # A kill each so many songs, early or late in the time that they take.
        share = whole / (options.kills + 1)
        killed, progress = 0, []
        while killed < options.kills:
            scan = subprocess.Popen(words("killed.sqlite"), stdout=subprocess.DEVNULL)
            try:
                scan.wait(timeout=chance.uniform(0.1, 1.9) * share)
                break
            except subprocess.TimeoutExpired:
                scan.kill()
                scan.wait()
                killed += 1
                progress.append(songs(path))
        subprocess.run(words("killed.sqlite"), check=True, stdout=subprocess.DEVNULL)
        if progress != sorted(progress):
            errors.append("songs were lost between kills: %s" % progress)
        if rows(path) != rows(os.path.join(home, "whole.sqlite")):
            errors.append("the rows differ from those of an undisturbed scan")
        measured, known, failed, scans = sums(path)
        if (measured, known, failed) != (options.songs, 0, 0):
            errors.append("%d songs were committed, %d known, %d failed" % (measured, known, failed))
    for error in errors:
        print("FAULT:", error)
    print(
        "%d songs, %d kills, %d scans: %d songs committed, each once; %d faults (%.0f s undisturbed, seed %d)"
        % (options.songs, killed, scans, measured, len(errors), whole, options.seed))
    if errors or killed < options.kills:
        sys.exit(1)


main()
