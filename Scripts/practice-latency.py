#!/usr/bin/env python3
"""How late the sounds of a practice, reminders, and the silence after a taken place come.

    python3 Scripts/practice-latency.py .build/release/hrv [--minutes 10] [--ppm 50] [--forces 10] [--busy]

Sounds: an interval training plays into a player that keeps the clock of a sound card, PPM parts in a
million slow. Each sound's beginning is compared with its time in the plan, on the same clock of the machine.
Reminders: meanwhile each minute has one, told by a program that writes down when it began.
Force: another practice takes the place of one that sounds, as Scripts/kill-practice.py does.
--busy does it again beside two loops that take the processors.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path

PLAYER = Path(__file__).resolve().with_name("stamping-player.py")
PREPARE, WORK, REST = 5, 20, 10


def plan(rounds):
    """When sounds begin, from the start of the practice; s; of two at once the later one counts too."""
    times, at = [0.0], PREPARE
    times += [PREPARE - left for left in (3, 2, 1)]
    for number in range(1, rounds + 1):
        times.append(at)
        at += WORK
        times += [at - left for left in (3, 2, 1)]
        if number < rounds:
            times.append(at)
            at += REST
            times += [at - left for left in (3, 2, 1)]
    times.append(at)
    times.append(PREPARE + (rounds * WORK + (rounds - 1) * REST) / 2)
    return sorted(set(times))


def measure(hrv, folder, minutes, ppm, name):
    rounds = max(2, min(99, round((60 * minutes - PREPARE + REST) / (WORK + REST))))
    database, stamps = folder / f"{name}.sqlite", folder / f"{name}.txt"
    subprocess.run(
        [hrv, "practice", "interval", "--work", str(WORK), "--rest", str(REST), "--rounds",
         str(rounds), "--prepare", str(PREPARE), "--allow-sleep", "--level", "1", "--quiet",
         "--player", f"{sys.executable} {PLAYER} {stamps} {ppm}", "--database", str(database)],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    shown = subprocess.run(
        [hrv, "practice", "show", "last", "--json", "--database", str(database)], check=True,
        capture_output=True, text=True).stdout
    events = json.loads(json.loads(shown)["entries"][0]["events"])
    start = events["inputs"][0]["at"]
    onsets = [float(line.split()[0]) for line in stamps.read_text().splitlines()]
    late, missing = [], 0
    for due in plan(rounds):
        near = min(onsets, key=lambda onset: abs(onset - start - due))
        if abs(near - start - due) < 0.3:
            late.append((due, near - start - due))
        else:
            missing += 1
    signed = sorted(seconds for _, seconds in late)
    sizes = sorted(abs(seconds) for _, seconds in late)
    third = max(1, len(late) // 3)
    drift = (sum(seconds for _, seconds in late[-third:])
             - sum(seconds for _, seconds in late[:third])) / third
    print(f"{name}: {len(late)} sounds in {rounds * (WORK + REST) / 60:.1f} min, {missing} missing; "
          f"median {1e3 * signed[len(signed) // 2]:.2f} ms; |onset - plan| p50 {1e3 * sizes[len(sizes) // 2]:.2f} ms, "
          f"p99 {1e3 * sizes[min(len(sizes) - 1, int(0.99 * len(sizes)))]:.2f} ms, "
          f"at most {1e3 * sizes[-1]:.2f} ms; last third later than the first by {1e3 * drift:.2f} ms")


class Reminders:
    """Runs the reminders of a history of its own, one each minute."""

    def __init__(self, hrv, folder, minutes, name):
        self.name, self.told = name, folder / f"{name}-told.txt"
        program, database = folder / f"{name}-tell", str(folder / f"{name}-reminders.sqlite")
        program.write_text(f'#!/bin/sh\ndate +%s.%N >> "{self.told}"\n')
        program.chmod(0o755)
        self.start = time.time()
        for number in range(1, int(minutes) + 1):
            at = datetime.fromtimestamp(self.start + 60 * number).strftime("%H:%M")
            subprocess.run(
                [hrv, "practice", "remind", "add", "--at", at, "--text", "x", "--via",
                 f"command:{program}", "--quiet", "--database", database], check=True)
        self.runner = subprocess.Popen(
            [hrv, "practice", "remind", "run", "--quiet", "--database", database],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def end(self):
        self.runner.terminate()
        self.runner.wait()
        times = [float(line) for line in self.told.read_text().split()] if self.told.exists() else []
        late = sorted(at % 60 for at in times if at > self.start)
        print(f"{self.name}: {len(late)} reminders, late by {1e3 * late[len(late) // 2]:.0f} ms (p50), "
              f"{1e3 * late[-1]:.0f} ms at most" if late else f"{self.name}: no reminder came")


def forces(hrv, folder, count, name):
    path = Path(__file__).resolve().with_name("kill-practice.py")
    spec = importlib.util.spec_from_file_location("kill_practice", path)
    kills = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kills)
    results = [kills.force(hrv, folder, f"{name}{number}", "awake") for number in range(count)]
    late = sorted(seconds for seconds, _ in results)
    errors = [error for _, error in results if error]
    print(f"{name}: {count} places taken by force, the old one silent after {1e3 * late[count // 2]:.0f} ms "
          f"(p50), {1e3 * late[-1]:.0f} ms at most; {len(errors)} faults {errors or ''}")


def everything(options, folder, name):
    reminders = Reminders(options.hrv, folder, options.minutes, name)
    try:
        measure(options.hrv, folder, options.minutes, options.ppm, name)
    finally:
        reminders.end()
    if options.forces:
        forces(options.hrv, folder, options.forces, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hrv", type=os.path.abspath)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--ppm", type=float, default=50)
    parser.add_argument("--forces", type=int, default=10)
    parser.add_argument("--busy", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        everything(options, folder, "alone")
        if options.busy:
            loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
            try:
                everything(options, folder, "busy")
            finally:
                for loop in loops:
                    loop.kill()


if __name__ == "__main__":
    main()
