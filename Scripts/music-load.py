#!/usr/bin/env python3
"""Makes a music library of many songs, and measures what a choice among all of them costs from the command line.

    python3 Scripts/music-load.py [--hrv PATH] [--songs 100000] [--scan 200]

Prints the size of the file; then of `hrv music next`, `state`, `playlists` and of a program that only says its version
the CPU time (user and system), the time by the clock (both median of 5 runs) and the most memory it held. Then the same
for `next` and `state` while a scan of so many songs goes on beside them.
"""

import argparse
import json
import math
import os
import random
import sqlite3
import struct
import subprocess
import tempfile
import time
import wave

GENRES = ["Ambient", "Folk", "House", "Jazz", "Metal", "Pop", "Rock", "Soul"]


def fill(path, songs, plays):
    """Songs with every value a scan measures, and plays with a heart, in the tables that hrv made."""
    chance = random.Random(4711)
    database = sqlite3.connect(path)
    now = int(1000 * time.time())

    def insert(table, row):
        return database.execute(
            "INSERT INTO %s (%s) VALUES (%s)" % (table, ",".join(row), ",".join("?" * len(row))),
            list(row.values())).lastrowid

    for number in range(1, songs + 1):
        bpm = chance.uniform(60, 180)
        insert("song", dict(
            id=number, audio_key="%064x" % number, added_ms=now, duration_s=chance.uniform(120, 400),
            codec="flac", sample_rate_hz=44100, n_channels=2, features_version=1, excerpt_s=120,
            bpm=bpm, tempo_confidence=chance.random(),
            rivals=json.dumps([[bpm * 2, .6], [bpm / 2, .4], [bpm * 1.5, .2]], separators=(",", ":")),
            onsets_per_s=chance.uniform(.5, 6), energy=chance.random(), density=chance.random(),
            loudness_lufs=-14.0, loudness_range_lu=6.0, missing="{}"))
        insert("song_file", dict(
            path=b"/music/artist %d/song %d.flac" % (number % 2000, number), song=number,
            size=30_000_000, modified_ns=1000 * now, title="Song %d" % number,
            artist="Artist %d" % (number % 2000), album="Album %d" % (number // 12),
            genres=json.dumps(chance.sample(GENRES, 2), separators=(",", ":"))))
    for number in range(100):
        insert("playlist", dict(
            id=number + 1, path=b"/music/lists/%d.m3u" % number, name="List %d" % number, n_bad=0,
            read_ms=now))
        database.executemany("INSERT INTO playlist_song VALUES (?,?,?)", (
            (number + 1, index, chance.randint(1, songs)) for index in range(100)))
    listening = insert("listening", dict(
        started_ms=now - 86_400_000 * 300, ended_ms=now - 86_400_000, utc_offset_s=0, source="none"))
    for number in range(plays):
        start = now - 86_400_000 * 300 + number * 86_400_000 * 299 // plays
        insert("play", dict(
            listening=listening, song=chance.randint(1, songs), started_ms=start,
            ended_ms=start + 200_000, heard_s=200.0, heard_share=chance.random(), outcome="finished",
            context="relaxation", need="calm", is_paced=0, start_bpm=chance.gauss(70, 8),
            end_bpm=chance.gauss(69, 8)))
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def measure(name, command):
    """CPU time and time by the clock; ms; medians. Most memory; MB."""
    cpu, clock, peak_mib = [], [], 0
    for _ in range(5):
        began = time.monotonic()
        with open(os.devnull, "w") as nothing:
            child = subprocess.Popen(command, stdout=nothing, stderr=subprocess.PIPE)
        errors = child.stderr.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit("%s: %s" % (name, errors.decode()))
        clock.append(time.monotonic() - began)
        cpu.append(used.ru_utime + used.ru_stime)
        peak_mib = max(peak_mib, used.ru_maxrss / 1024)
    print("%-24s %6.0f ms CPU %6.0f ms by the clock %5.0f MB" % (
        name, 1000 * sorted(cpu)[2], 1000 * sorted(clock)[2], peak_mib), flush=True)


def write_songs(folder, count):
    """Songs of 60 s that differ, for a scan to measure."""
    for number in range(count):
        with wave.open(os.path.join(folder, "%d.wav" % number), "wb") as song:
            song.setnchannels(1)
            song.setsampwidth(2)
            song.setframerate(22050)
            second = b"".join(
                struct.pack("<h", int(9000 * math.sin(2 * math.pi * (200 + number) * index / 22050)))
                for index in range(22050))
            song.writeframes(second * 60)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--hrv", default=".build/release/hrv")
    parser.add_argument("--songs", type=int, default=100_000)
    parser.add_argument("--plays", type=int, default=10_000)
    parser.add_argument("--scan", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        hrv = [os.path.abspath(options.hrv)]
        path = os.path.join(folder, "music.sqlite")
        database_options = ["--database", os.path.join(folder, "history.sqlite"), "--music", path]
        new = os.path.join(folder, "new")
        os.mkdir(new)
        write_songs(new, 1)
        subprocess.run(hrv + ["music", "scan", new] + database_options, check=True, capture_output=True)
        database = sqlite3.connect(path)
        for table in ["song_file", "song", "scan"]:
            database.execute("DELETE FROM " + table)
        database.commit()
        database.close()
        fill(path, options.songs, options.plays)
        print("%d songs, %d plays: %.0f MB" % (options.songs, options.plays, os.path.getsize(path) / 1e6))
        following = hrv + ["music", "next", "--json"] + database_options
        state = hrv + ["music", "state", "--json"] + database_options
        for name, command in [
            ("hrv --version", hrv + ["--version"]), ("state", state), ("next", following),
            ("next --count 100", following + ["--count", "100"]),
            ("playlists", hrv + ["music", "playlists", "--json"] + database_options),
        ]:
            measure(name, command)
        write_songs(new, options.scan)
        scan = subprocess.Popen(
            hrv + ["music", "scan", new] + database_options, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            measure("state, during a scan", state)
            measure("next, during a scan", following)
            print("the scan " + ("still ran" if scan.poll() is None else "HAD ENDED: take more songs"))
        finally:
            scan.terminate()
            scan.wait()


main()
