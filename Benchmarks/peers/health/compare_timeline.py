#!/usr/bin/env python3
"""Compares `hrv health timeline --json` with the oracle, on seeded synthetic exports of every era.

    python3 compare_timeline.py .build/release/hrv --seeds 50 [--days 30] [--eras 8 12 16 27]
                                [--home Europe/Berlin] [--like reference] [--zones] [--keep DIR]

Each export is imported into a store of its own. Differences are printed with their place; the last
line is `N exports, M entries compared, K differ`, the exit code 1 if any differ. `--zones` reads
one store on machines set to three zones and wants equal dates.

Beats are compared where the oracle, which corrects nothing, sees the same differences as the tool;
how many nights that were is printed too. Keys that the oracle does not know are ignored.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

import export_reader
import oracle

ZONES = ["UTC", "Europe/Berlin", "Asia/Kathmandu"]
BEATS = ["rmssd_raw_ms", "rmssd_ms", "pnn50_pct", "hr_mean_bpm", "stretches", "differences"]
# Of a night with time in bed only these may be 0 or null.
STAGE_KEYS = {f"{name}_s" for name in ("awake", "rem", "core", "deep", "unspecified")}
TRUTH_KEYS = {"start_ms", "end_ms", "in_bed_s", "total_s"} | STAGE_KEYS
IGNORED = {"chains", "gaps", "name", "hr_from", "updated_ms"}


def run(arguments, zone=None):
    """Standard output of a command; its failure with 1 is a warning of the tool, others end all."""
    environment = os.environ | ({"TZ": zone} if zone else {})
    done = subprocess.run(
        list(map(str, arguments)), capture_output=True, text=True, env=environment)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(map(str, arguments))}: {done.returncode}\n{done.stderr}")
    return done.stdout


def simulate(hrv, seed, days, era, out):
    era_option = ["--era", era] if era else []
    run([hrv, "simulate", "health", "--seed", seed, "--days", days, *era_option, "--out", out])


def tool_timeline(hrv, store, options=(), zone=None):
    found = run(
        [hrv, "health", "timeline", "--from", "1990-01-01", "--to", "2100-01-01", "--json",
         "--names", "--health", store, *options], zone)
    return json.loads(found)

# Heart rates within one split differ by no more; beats/min.
HEART_RATE_RANGE = 60


def plain(value):
    """A source or type as a bare name, a vital as a number, whatever shape it has."""
    if isinstance(value, dict):
        return value.get("value", value.get("name", value))
    if isinstance(value, str):
        return value.removeprefix("HKWorkoutActivityType")
    return value


def is_same(mine, theirs, key, seconds=None):
    """Whether two values agree; `seconds` is the duration of what they belong to."""
    if mine is None or theirs is None:
        return mine is theirs
    if isinstance(mine, (int, float)) and isinstance(theirs, (int, float)):
        tolerance = 1 if key.endswith("_ms") and abs(mine) > 1e9 else 1e-6 * max(1, abs(mine))
        # The tool keeps the bounds of a split to the millisecond, which is much of a short rest.
        share = 0.001 / seconds if seconds else 0
        if key == "duration_s":
            tolerance = 0.001
        elif key == "speed_mps":
            tolerance += share * abs(mine)
        elif key == "hr_avg_bpm":
            tolerance += share * HEART_RATE_RANGE
        return abs(mine - theirs) <= tolerance
    return mine == theirs


def segments(parts):
    """Segments with touching ones of one stage joined."""
    joined = []
    for part in parts or []:
        stage = part["stage"].removeprefix("asleep_")
        if joined and joined[-1][1] == part["start_ms"] and joined[-1][2] == stage:
            joined[-1][1] = part["end_ms"]
        else:
            joined.append([part["start_ms"], part["end_ms"], stage])
    return joined


class Comparison:
    """Counts and prints differences."""

    def __init__(self):
        self.exports = self.entries = self.differing = self.truths = 0
        self.nights_of_beats = self.nights_corrected = 0
        self.lines = []

    def differ(self, label, key, mine, theirs):
        self.lines.append(f"{label}: {key}: oracle {mine!r}, hrv {theirs!r}")

    def fields(self, label, mine, theirs, keys=None):
        """Compares the keys of the oracle's dictionary."""
        for key in keys or mine:
            if key in IGNORED:
                continue
            a, b = mine.get(key), theirs.get(key)
            if a == 0 and b is None and key in STAGE_KEYS and mine.get("total_s") is None:
                continue
            if key == "segments":
                if segments(a) != segments(b):
                    self.differ(label, key, segments(a), segments(b))
            elif key == "vitals":
                self.vitals(label, a or {}, b or {})
            elif key in ("splits", "naps"):
                self.lists(f"{label}/{key}", a or [], b or [])
            elif key == "also":
                ids = [x if isinstance(x, str) else x.get("id") for x in b or []]
                if sorted(a) != sorted(ids):
                    self.differ(label, key, a, ids)
            elif key == "sleep":
                if (a is None) != (b is None):
                    self.differ(label, key, a, b)
                elif a:
                    self.fields(f"{label}/sleep", a, b)
            elif not is_same(plain(a), plain(b), key, mine.get("duration_s")):
                self.differ(label, key, plain(a), plain(b))

    def lists(self, label, mine, theirs):
        if isinstance(theirs, dict):
            theirs = next(iter(theirs.values()), [])
        if len(mine) != len(theirs):
            self.differ(label, "count", len(mine), len(theirs))
        for index, (a, b) in enumerate(zip(mine, theirs)):
            self.fields(f"{label}[{index}]", a, b)

    def vitals(self, label, mine, theirs):
        for key in ("resting_hr_bpm", "hrv_sdnn_ms", "respiratory_rate"):
            a, b = mine.get(key), theirs.get(key)
            if not is_same(plain(a), plain(b), key):
                self.differ(f"{label}/vitals", key, a, b)
            elif isinstance(a, dict) and isinstance(b, dict):
                self.fields(f"{label}/vitals/{key}", a, b, ["from", "n"])
        theirs = theirs | (theirs.get("beats") or {})
        has_mine, has_theirs = mine.get("differences"), theirs.get("differences")
        if mine.get("rmssd_raw_ms") is None:
            has_mine = None  # the tool counts them also where they are too few
        if not has_mine and not has_theirs:
            return
        if has_mine == has_theirs and not mine.get("gaps"):
            self.nights_of_beats += 1
            self.fields(f"{label}/vitals", mine, theirs, BEATS)
        else:
            self.nights_corrected += 1

    def documents(self, label, mine, theirs):
        """Compares two whole timelines; breathing sessions of the tool are left out."""
        self.exports += 1
        mine_days = {section["id"]: section for section in mine["sections"]}
        their_days = {section["id"]: section for section in theirs["sections"]}
        if not is_same(mine.get("export_ms"), theirs.get("export_ms"), "export_ms"):
            self.differ(label, "export_ms", mine.get("export_ms"), theirs.get("export_ms"))
        for day in sorted(set(mine_days) | set(their_days), reverse=True):
            a = mine_days.get(day, {"title": None, "entries": []})
            b = their_days.get(day, {"title": None, "entries": []})
            entries = [e for e in b["entries"] if not e["id"].startswith("breathing-")]
            before = len(self.lines)
            if a["title"] != b["title"]:
                self.differ(f"{label} {day}", "title", a["title"], b["title"])
            ids, their_ids = [e["id"] for e in a["entries"]], [e["id"] for e in entries]
            if ids != their_ids:
                self.differ(f"{label} {day}", "entries", ids, their_ids)
            known = {e["id"]: e for e in entries}
            for entry in a["entries"]:
                self.entries += 1
                begin = len(self.lines)
                if entry["id"] in known:
                    self.fields(f"{label} {entry['id']}", entry, known[entry["id"]])
                self.differing += len(self.lines) > begin
            if len(self.lines) > before and ids != their_ids:
                self.differing += len(set(ids) ^ set(their_ids))

    def truth(self, label, truth, document, who):
        """Compares what the generator knows of nights with a timeline, key by key where both have
        one."""
        nights = {
            entry["date"]: entry.get("sleep") or {} for section in document["sections"]
            for entry in section["entries"] if entry["id"].startswith("recovery-")}
        for night in truth.get("nights", []):
            self.truths += 1
            found = nights.get(night.get("date"), {})
            for key in sorted(set(night) & TRUTH_KEYS):
                if not is_same(night[key], found.get(key), key):
                    self.lines.append(
                        f"{label} {night['date']}: {key}: truth {night[key]!r}, "
                        f"{who} {found.get(key)!r}")

    def report(self, limit=200):
        for line in self.lines[:limit]:
            print(line)
        if len(self.lines) > limit:
            print(f"... and {len(self.lines) - limit} more lines")
        print(f"truth: {self.truths} nights looked up")
        print(f"beats: {self.nights_of_beats} nights compared, {self.nights_corrected} corrected")
        print(f"{self.exports} exports, {self.entries} entries compared, {self.differing} differ")


def truth_beside(path):
    """The truth.json of an export, wherever the generator put it."""
    for candidate in (path.with_suffix(".truth.json"), path.parent / "truth.json",
                      Path(f"{path}.truth.json"), path / "truth.json"):
        if candidate.is_file():
            return json.loads(candidate.read_text())
    return {}


def compare_one(options, folder, seed, era, comparison):
    """Makes one export, imports it and compares."""
    label = f"seed {seed} era {era or 'default'}"
    folder = Path(folder) / f"{seed}-{era or 'default'}"
    folder.mkdir(parents=True, exist_ok=True)
    path, store = folder / "export.zip", folder / "health.sqlite"
    simulate(options.hrv, seed, options.days, era, path)
    run([options.hrv, "health", "import", path, "--health", store, "--time-zone", options.home])
    like = ["--like", options.like] if options.like else []
    theirs = tool_timeline(options.hrv, store, like, options.home)
    today = datetime.now(timezone.utc).astimezone(oracle.ZoneInfo(options.home)).date()
    mine = oracle.timeline(
        export_reader.read(str(path)), options.home, today, like=options.like)
    comparison.documents(label, mine, theirs)
    if not options.like:
        truth = truth_beside(path)
        comparison.truth(label, truth, theirs, "hrv")
        comparison.truth(label, truth, mine, "oracle")
    if options.zones:
        compare_zones(options.hrv, store, label, comparison)


def compare_zones(hrv, store, label, comparison):
    """The same store on machines of other zones gives the same dates (titles may differ)."""
    dates = {
        zone: [(section["id"], [entry["id"] for entry in section["entries"]])
               for section in tool_timeline(hrv, store, zone=zone)["sections"]]
        for zone in ZONES}
    for zone in ZONES[1:]:
        if dates[zone] != dates[ZONES[0]]:
            comparison.lines.append(f"{label}: dates differ between {ZONES[0]} and {zone}")
            comparison.differing += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hrv")
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--eras", nargs="*", default=["8", "12", "16", "27"])
    parser.add_argument("--home", default="Europe/Berlin")
    parser.add_argument("--like", choices=["reference"])
    parser.add_argument("--zones", action="store_true")
    parser.add_argument("--keep", metavar="DIR", help="keep exports and stores here")
    options = parser.parse_args()
    comparison = Comparison()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or temporary
        for seed in range(options.first_seed, options.first_seed + options.seeds):
            for era in options.eras:
                compare_one(options, folder, seed, era, comparison)
    comparison.report()
    sys.exit(1 if comparison.lines else 0)


if __name__ == "__main__":
    main()
