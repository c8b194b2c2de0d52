#!/usr/bin/env python3
"""Kills `hrv batch` and its workers at random moments, and compares what is there in the end with a run in peace.

    Scripts/kill-batch.py [--hrv .build/release/hrv] [--recordings 400] [--kills 50] [--jobs 2] [--seed 1]
        [--manifest FILE] [--peace FOLDER] [--pause SECONDS]

Recordings are made by the seed: intervals of one minute to several hours, and some that are none. Or they are those of a
manifest, as Scripts/simulate-recordings.py makes one; then a batch that was done in peace may be named. Two kills are
SECONDS apart at most. Only Python's own library is used.
"""

import argparse
import csv
import gzip
import hashlib
import math
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time


def intervals(drawn, count):
    """A heart that breathes; some beats are at fault."""
    rate, amplitude = drawn.uniform(0.1, 0.35), drawn.uniform(10, 80)
    beats, clock = [], 0.0
    for _ in range(count):
        beat = 850 + amplitude * math.sin(2 * math.pi * rate * clock) + drawn.gauss(0, 15)
        if drawn.random() < 0.003:
            beat *= drawn.choice([0.4, 2.1])
        clock += beat / 1000
        beats.append(f"{beat:.0f}")
    return "\n".join(beats) + "\n"


BAD = ["", "nothing here\n", "812\n830\n", "\0\1\2\3" * 50, "nan\n" * 40, "1e308\n" * 40, "-5\n" * 40, "0.8;0,9\n" * 9,
       "time,volts\n" + "0,1\n" * 30, "{\"a\": 1}\n"]


def make(folder, count, drawn):
    with open(folder / "m.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["path", "id", "subject"])
        for number in range(count):
            name = f"{number % 7}/{number:05}.txt"
            (folder / name).parent.mkdir(exist_ok=True)
            if drawn.random() < 0.03:
                text = drawn.choice(BAD)
            else:
                text = intervals(drawn, int(60 * math.exp(drawn.uniform(0, math.log(60)))))
            if drawn.random() > 0.01:
                (folder / name).write_text(text)
            table.writerow([name, f"r{number:05}", f"S {number % 20}, \"a\""])


def sums(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for part in ("rows", "failed") for path in sorted((folder / part).iterdir())}


def children(pid):
    """Processes that any thread of a process has begun."""
    found = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                found += [int(word) for word in file.read().split()]
    except OSError:
        pass
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hrv", default=".build/release/hrv")
    parser.add_argument("--recordings", type=int, default=400)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--manifest", type=pathlib.Path)
    parser.add_argument("--peace", type=pathlib.Path)
    parser.add_argument("--pause", type=float)
    options = parser.parse_args()
    drawn = random.Random(options.seed)
    hrv = str(pathlib.Path(options.hrv).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        manifest = options.manifest or folder / "m.csv"
        if options.manifest:
            with open(manifest, newline="") as file:
                recordings = sum(1 for _ in csv.DictReader(file))
        else:
            recordings = options.recordings
            make(folder, recordings, random.Random(options.seed))
        peace = options.peace or folder / "peace"

        def words(into, jobs):
            return [hrv, "batch", str(manifest), "--into", str(folder / into), "--jobs", str(jobs), "--quiet"]

        began = time.monotonic()
        if not options.peace:
            subprocess.run(words("peace", options.jobs), check=False)
        pause = options.pause or 0.25 * (time.monotonic() - began)
        kills = runs = worker_kills = 0
        while kills < options.kills:
            runs += 1
            run = subprocess.Popen(words("war", options.jobs))
            while run.poll() is None and kills < options.kills:
                time.sleep(drawn.uniform(0.01, pause))
                workers = children(run.pid)
                if run.poll() is None and (kills % 2 or not workers):
                    run.kill()
                    kills += 1
                elif workers:
                    try:
                        os.kill(drawn.choice(workers), signal.SIGKILL)
                        kills += 1
                        worker_kills += 1
                    except ProcessLookupError:
                        pass
            run.wait()
            if run.returncode >= 0:
                # It was done before: once more from the beginning.
                if sums(folder / "war") != sums(peace):
                    break
                subprocess.run(["rm", "-r", str(folder / "war")], check=True)
        subprocess.run(words("war", options.jobs), check=False)
        same = sums(folder / "war") == sums(peace)
        ids = []
        for path in sorted((folder / "war" / "rows").iterdir()):
            with gzip.open(path, "rt", newline="") as file:
                ids += [row["id"] for row in csv.DictReader(file)]
        failed = []
        for path in sorted((folder / "war" / "failed").iterdir()):
            with open(path, newline="") as file:
                failed += [row["id"] for row in csv.DictReader(file)]
        both = len(set(ids) & set(failed))
        each = len(ids) == len(set(ids)) and len(set(ids) | set(failed)) == recordings and not both
        print(f"{recordings} recordings, {kills} kills ({worker_kills} of workers), {runs} runs, {len(ids)} rows, {len(failed)} failed: "
              f"the bytes are {'the same' if same else 'OTHERS'}, each line is in {'one' if each else 'NOT IN ONE'} of the two")
        raise SystemExit(0 if same and each else 1)


if __name__ == "__main__":
    main()
