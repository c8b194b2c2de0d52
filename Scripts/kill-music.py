#!/usr/bin/env python3
"""Kills `hrv music play` at random moments beside a real MPD, or that MPD, and looks at what the library has of the plays.

    python3 Scripts/kill-music.py [--hrv PATH] [--kills 50] [--seed 1] [--of-mpd]

MPD plays short songs to nobody. A watcher of its own hears from MPD which song began when; `hrv music play` gets a
signal 9 at random moments and begins again. In the end the library must pass SQLite's integrity check; every play of it
must be one that the watcher has seen, and none may be there twice; every song that began and ended while one and the
same process was at work must be there; and the counts of the songs must be those that `learn --rebuild` makes of the
plays. Lost may be only the song at work. With --of-mpd the MPD is killed instead, and begins again with an empty queue;
one and the same process of ours goes on. Needs mpd. Exits with 1 where something is not so.
"""

import argparse
import math
import os
import random
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
import wave

# A process needs so long to begin to watch, and to write down what it has seen.
BEGINS, WRITES = 3.0, 1.0
# Songs as they are on a CD. MPD answers nobody while it plays what it has decoded: 0.4 s of these, but 4 s of 8 kHz.
RATE = 44100
# Clocks of watcher and process tell a moment by so much apart.
CLOCK_TOLERANCE = 1.5


def make(folder, lengths):
    for number, seconds in enumerate(lengths):
        with wave.open(os.path.join(folder, "%d.wav" % number), "wb") as song:
            song.setnchannels(2)
            song.setsampwidth(2)
            song.setframerate(RATE)
            # Whole periods: the tenth of a second can be repeated.
            tone = 300 + 40 * number
            tenth = b"".join(
                struct.pack("<hh", *[int(8000 * math.sin(2 * math.pi * tone * index / RATE))] * 2)
                for index in range(RATE // 10))
            song.writeframes(tenth * int(10 * seconds))


class Watcher(threading.Thread):
    """What MPD says of itself: [(moment, number of the entry, file, state)]."""

    def __init__(self, path, seen):
        super().__init__(daemon=True)
        self.seen = seen
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(path)
        self.lines = self.connection.makefile("r", encoding="utf-8")
        self.lines.readline()

    def ask(self, words):
        self.connection.sendall((words + "\n").encode())
        response = {}
        for line in self.lines:
            line = line.rstrip("\n")
            if line == "OK" or line.startswith("ACK"):
                return response
            key, _, value = line.partition(": ")
            response[key] = value
        raise EOFError

    def run(self):
        try:
            while True:
                now = self.ask("command_list_begin\nstatus\ncurrentsong\ncommand_list_end")
                self.seen.append((time.time(), now.get("Id"), now.get("file"), now.get("state")))
                self.ask("idle player")
        except (EOFError, OSError, ValueError):
            self.seen.append((time.time(), None, None, "gone"))


def spans_of(seen):
    """Songs with their beginning and end, as far as both were seen."""
    spans, open_one = [], None
    for moment, number, file, state in list(seen):
        playing = number if state == "play" else None
        if open_one and open_one[1] != playing:
            spans.append((open_one[2], open_one[0], moment))
            open_one = None
        if playing and not open_one:
            open_one = (moment, number, file)
    return spans


def plays(path):
    with sqlite3.connect(path) as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise SystemExit("FAULT: the integrity check fails")
        rows = database.execute(
            "SELECT path, started_ms, ended_ms, heard_s, outcome FROM play"
            " JOIN song_file ON song_file.song = play.song ORDER BY started_ms").fetchall()
        return [(os.path.basename(os.fsdecode(bytes(row[0]))), row[1] / 1000, row[2] / 1000, row[3], row[4])
                for row in rows]


def counts(path):
    with sqlite3.connect(path) as database:
        return database.execute("SELECT id, n_plays, n_skips FROM song ORDER BY id").fetchall()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--hrv", default=".build/release/hrv")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--of-mpd", action="store_true")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    hrv = os.path.abspath(options.hrv)
    errors = []
    with tempfile.TemporaryDirectory() as home:
        os.chmod(home, 0o700)
        music = os.path.join(home, "music")
        os.mkdir(music)
        make(music, [3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5])
        path = os.path.join(home, "music.sqlite")
        at = os.path.join(home, "socket")
        with open(os.path.join(home, "mpd.conf"), "w", encoding="utf-8") as conf:
            conf.write(
                'music_directory "%s/music"\nplaylist_directory "%s"\ndb_file "%s/db"\n'
                'state_file "%s/state"\nbind_to_address "%s"\nzeroconf_enabled "no"\n'
                'audio_buffer_size "64"\n'
                'audio_output {\ntype "null"\nname "nobody"\nsync "yes"\n}\n'
                % (home, home, home, home, at))
        seen = []

        def begin_mpd():
            """An MPD, and who watches it."""
            if os.path.exists(at):
                os.unlink(at)
            mpd = subprocess.Popen(["mpd", "--no-daemon", "--stderr", os.path.join(home, "mpd.conf")],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for _ in range(200):
                try:
                    return mpd, Watcher(at, seen)
                except OSError:
                    time.sleep(0.05)
            raise SystemExit("mpd does not answer")

        mpd, watcher = begin_mpd()
        try:
            environment = dict(os.environ, MPD_HOST=at, XDG_RUNTIME_DIR=home, XDG_DATA_HOME=home, HOME=home)

            def words(*more):
                return [hrv, "music"] + list(more) + ["--music", path]

            subprocess.run(words("scan", music), check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, env=environment)
            watcher.ask("update")
            while watcher.ask("status").get("updating_db"):
                time.sleep(0.05)
            watcher.start()
            lives = []
            for number in range(0 if options.of_mpd else options.kills + 1):
                begun = time.time()
                play = subprocess.Popen(
                    words("play", "--no-heart", "--player", "mpd", "--seed", str(number), "--quiet"),
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
                is_last = number == options.kills
                try:
                    play.wait(timeout=20 if is_last else chance.uniform(0.2, 16))
                    errors.append("process %d ended by itself with %d" % (number, play.returncode))
                except subprocess.TimeoutExpired:
                    play.send_signal(signal.SIGINT if is_last else signal.SIGKILL)
                lives.append((begun, time.time()))
                play.wait()
            if options.of_mpd:
                play = subprocess.Popen(
                    words("play", "--no-heart", "--player", "mpd", "--seed", "1", "--quiet"),
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
                for _ in range(options.kills):
                    begun = time.time()
                    time.sleep(chance.uniform(0.2, 16))
                    lives.append((begun, time.time()))
                    mpd.kill()
                    mpd.wait()
                    mpd, watcher = begin_mpd()
                    watcher.start()
                begun = time.time()
                time.sleep(20)
                lives.append((begun, time.time()))
                if play.poll() is not None:
                    errors.append("the process ended by itself with %d" % play.returncode)
                play.send_signal(signal.SIGINT)
                play.wait()
            spans = spans_of(seen)
        finally:
            mpd.kill()
            mpd.wait()
        stored = plays(path)
        used = set()
        for file, start, end, heard, outcome in stored:
            found = [index for index, span in enumerate(spans)
                     if span[0] == file and start >= span[1] - CLOCK_TOLERANCE and end <= span[2] + CLOCK_TOLERANCE]
            # The last song goes on: the watcher has not seen its end.
            if not found and end < lives[-1][1] - CLOCK_TOLERANCE:
                near = ["%.1f to %.1f" % span[1:] for span in spans
                        if span[0] == file and abs(span[1] - start) < 30]
                errors.append("%s at %.1f to %.1f, %s, was never played; seen: %s" % (
                    file, start, end, outcome, ", ".join(near) or "nothing"))
            free = [index for index in found if index not in used]
            if found and not free:
                errors.append("%s at %.1f is there twice" % (file, start))
            used.update(free[:1])
            if outcome == "person":
                errors.append("%s at %.1f counts as ended by a person" % (file, start))
        whole = [index for index, span in enumerate(spans)
                 if any(life[0] + BEGINS < span[1] and span[2] < life[1] - WRITES for life in lives)]
        for index in whole:
            if index not in used:
                errors.append("%s at %.1f is lost" % spans[index][:2])
        before = counts(path)
        subprocess.run(words("learn", "--rebuild"), check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env=environment)
        if counts(path) != before:
            errors.append("the counts are not those of the plays")
    for error in errors:
        print("FAULT:", error)
    print("%d kills, %d songs seen, %d plays kept, %d of %d whole ones among them; %d faults (seed %d)"
          % (options.kills, len(spans), len(stored), len([p for p in whole if p in used]), len(whole),
             len(errors), options.seed))
    if errors or not whole:
        sys.exit(1)


main()
