#!/usr/bin/env python3
"""Holds the oracle against the truth of the generator, without the import of the tool.

    python3 compare_truth.py .build/release/hrv [--seeds 5] [--days 30] [--eras 8 12 16 27]
                             [--more=--offset=true]

Nights, naps, vitals, workouts and chains of splits of each export are compared, key by key where the
truth has the key.
"""

import argparse
import json
import sys
import tempfile
from datetime import date
from pathlib import Path

import compare_timeline
import export_reader
import oracle

BEATS = set(compare_timeline.BEATS)


def by_key(comparison, label, truth, found, skipped=()):
    """Compares the keys that both have."""
    keys = [key for key in found if key in truth and key not in skipped]
    comparison.fields(label, {k: truth[k] for k in keys}, {k: found[k] for k in keys}, keys)


def recoveries(comparison, label, truth, entries):
    """Nights, naps and vitals by date."""
    days = {entry["date"]: entry for entry in entries if "date" in entry}
    nights = {night["date"]: night for night in truth["nights"]}
    reported = {day for day, entry in days.items() if entry["sleep"]}
    if reported != set(nights):
        comparison.differ(label, "nights", sorted(reported - set(nights)), sorted(set(nights) - reported))
    for day in sorted(reported & set(nights)):
        comparison.entries += 1
        by_key(comparison, f"{label} {day}", nights[day], days[day]["sleep"])
    naps = [nap for entry in days.values() for nap in entry["naps"]]
    naps.sort(key=lambda nap: nap["start_ms"])
    known = sorted(truth["naps"], key=lambda nap: nap["start_ms"])
    if len(naps) != len(known):
        comparison.differ(label, "naps", len(known), len(naps))
    for a, b in zip(known, naps):
        comparison.entries += 1
        by_key(comparison, f"{label} nap {a['date']}", a, b)
    for vitals in truth["vitals"]:
        comparison.entries += 1
        found = days.get(vitals["date"], {}).get("vitals") or {}
        mine = {key: value for key, value in vitals.items() if key not in BEATS}
        comparison.vitals(f"{label} {vitals['date']}", mine, found | dict.fromkeys(BEATS))


def workouts(comparison, label, truth, entries):
    """Workouts by start and source, with all chains by kind."""
    found = {(e["start_ms"], e["source"]): e for e in entries if "duration_s" in e}
    for workout in truth["workouts"]:
        key = (workout["start_ms"], workout["source"])
        if key not in found:
            continue
        comparison.entries += 1
        here = f"{label} workout {workout['activity']} {workout['start_ms']}"
        by_key(comparison, here, workout, found[key], ("splits", "also"))
        chains = {chain["kind"]: chain["splits"] for chain in workout["chains"]}
        if list(chains) != list(found[key]["chains"]):
            comparison.differ(here, "chains", list(chains), list(found[key]["chains"]))
        for kind in set(chains) & set(found[key]["chains"]):
            mine, theirs = chains[kind], found[key]["chains"][kind]
            if len(mine) != len(theirs):
                comparison.differ(here, kind, len(mine), len(theirs))
            for index, (a, b) in enumerate(zip(mine, theirs)):
                by_key(comparison, f"{here} {kind}[{index}]", a, b, ("hr_avg_bpm",))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hrv")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--eras", nargs="*", default=["8", "12", "16", "27"])
    parser.add_argument("--more", action="append", default=[], help="options of the generator")
    options = parser.parse_args()
    comparison = compare_timeline.Comparison()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, options.seeds + 1):
            for era in options.eras:
                path = Path(folder) / f"{seed}-{era}.zip"
                compare_timeline.run([
                    options.hrv, "simulate", "health", "--seed", seed, "--days", options.days,
                    "--era", era, "--out", path, *options.more])
                truth = json.loads(path.with_suffix(".truth.json").read_text())
                document = oracle.timeline(
                    export_reader.read(str(path)), truth["zone"],
                    date.fromisoformat(truth["export_date"]))
                entries = [e for section in document["sections"] for e in section["entries"]]
                comparison.exports += 1
                label = f"seed {seed} era {era}"
                recoveries(comparison, label, truth, entries)
                workouts(comparison, label, truth, entries)
    comparison.report(60)
    sys.exit(1 if comparison.lines else 0)


if __name__ == "__main__":
    main()
