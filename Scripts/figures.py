#!/usr/bin/env python3
"""Prints what a run has cost, and fails where a size is a quarter above what is committed, or a time twice as much.

    Scripts/figures.py TIMES PROGRAMS [--units FILE] [--write]

TIMES has lines of Scripts/processor-time.sh: processor seconds, seconds that passed, the part of the run. PROGRAMS is
the folder of a build. --units names a file of processor seconds that building ArgumentParser took in the same run
(Scripts/processor-unit.sh, several lines: the median counts), in which processor time is compared, since machines differ.
Machines differ in more than that, and from hour to hour: one commit took 385 and 521 units of building on two of them, and
the unit itself 6.4 and 8.3 s on one. So a part whose time is a quarter above is named, and only twice as much fails.
--write puts the figures of this run into .ci/figures.json;
without it they are held against it.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMITTED = ROOT / ".ci/figures.json"
GROWTH = 1.25
# Of processor time.
TIME_GROWTH = 2
# A smaller part of the run is printed and not held: what was fetched before and caches change it by a quarter.
MIN_UNITS = 30


def parts(path):
    """Processor seconds and wall seconds by part."""
    found = {}
    for line in pathlib.Path(path).read_text().splitlines():
        processor, passed, title = line.split(" ", 2)
        before = found.get(title, (0, 0))
        found[title] = (before[0] + float(processor), before[1] + int(passed))
    return found


def processor_ms(command, count=40):
    """The least processor time of a command, in ms, and its peak memory in MB."""
    min_ms, memory = float("inf"), 0
    for _ in range(count):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(process.pid, 0)
        min_ms = min(min_ms, 1000 * (used.ru_utime + used.ru_stime))
        memory = max(memory, used.ru_maxrss / 1024)
    return min_ms, memory


def libraries(program):
    """How many shared libraries a program loads."""
    text = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
    return len(text.splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("times")
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--units")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    units_s = [float(line) for line in pathlib.Path(options.units).read_text().split()] if options.units else []
    unit = statistics.median(units_s) if units_s else None
    figures = {}
    total = 0
    print("processor s     wall s   units  part")
    for title, (processor, passed) in parts(options.times).items():
        total += processor
        units = processor / unit if unit else 0
        print(f"{processor:11.0f} {passed:10d} {units:7.1f}  {title}")
        if unit and units >= MIN_UNITS:
            figures[f"units: {title}"] = round(units, 1)
    if unit:
        print(f"{total:11.0f}            {total / unit:7.1f}  all; a unit, building ArgumentParser, took {unit:.1f} s "
              f"({min(units_s):.1f} to {max(units_s):.1f})")
        figures["units: all"] = round(total / unit, 1)
    hrv = str(options.programs / "hrv")
    start, memory = processor_ms([hrv, "--version"])
    base, _ = processor_ms(["true"])
    five, five_memory = processor_ms([hrv, "analyze", str(ROOT / "datasets/small/rest.txt")], 10)
    figures["libraries of hrv"] = libraries(hrv)
    if unit:
        # Of the machine's speed, as all processor time.
        figures["millionths of a unit: hrv --version"] = round(1000 * start / unit)
    for name in ("hrv", "hrv-sessions", "hrv-studies"):
        figures[f"MB: {name}"] = round((options.programs / name).stat().st_size / 1e6, 1)
    print(f"hrv --version: {start:.1f} ms and {memory:.0f} MB (true: {base:.1f} ms); five minutes analysed: {five:.0f} ms "
          f"and {five_memory:.0f} MB; " + ", ".join(f"{name} {value}" for name, value in figures.items()
                                                     if not name.startswith("units")))
    if options.write:
        COMMITTED.write_text(json.dumps(figures, indent=4, sort_keys=True) + "\n")
        return
    committed = json.loads(COMMITTED.read_text()) if COMMITTED.exists() else {}
    failed = False
    for name, value in figures.items():
        if name not in committed or value <= GROWTH * committed[name]:
            continue
        print(f"figures: a quarter more than before: {name}: {value}, and {committed[name]} is committed", file=sys.stderr)
        failed |= value > (TIME_GROWTH if "unit" in name else GROWTH) * committed[name]
    if failed:
        print("figures: find what grew, or write the new figures with the reason in the commit: "
              "Scripts/figures.py ... --write", file=sys.stderr)
    sys.exit(failed)


if __name__ == "__main__":
    main()
