#!/usr/bin/env python3
"""The health timeline of an export, computed without our Swift code, as JSON.

    python3 oracle.py EXPORT [--home Europe/Berlin] [--from 2026-11-01 --to 2026-11-30]
                      [--today 2026-11-24] [--like reference] [--prefer SOURCE]

It follows the written rules (Guides/health.md) by other algorithms than the tool: nights are
painted second by second, kilometres are found on a sum over all samples. Beats are not corrected.
"""

import argparse
import json
from datetime import date, datetime
from zoneinfo import ZoneInfo

import clocks
import export_reader
import nights
import vitals
import workouts

WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def title(day, today):
    """Today, Yesterday, or the weekday and the date, with the year if it is another."""
    ago = (today - day).days
    if ago in (0, 1):
        return ["Today", "Yesterday"][ago]
    text = f"{WEEKDAYS[day.weekday()]}, {MONTHS[day.month - 1]} {day.day}"
    return text if day.year == today.year else f"{text}, {day.year}"


def sleep_json(night):
    result = {
        "start_ms": night.start, "end_ms": night.end, "start_offset_min": night.offsets[0],
        "end_offset_min": night.offsets[1], "total_s": night.total_s,
        "in_bed_s": night.in_bed_s, "source": night.source,
        "segments": [{"start_ms": a, "end_ms": b, "stage": name} for a, b, name in night.segments]}
    for name in ("awake", "rem", "core", "deep", "unspecified"):
        result[f"{name}_s"] = night.stage_s[name]
    return result


def recoveries(export, clock, preferred):
    """{date: recovery} by the default rules."""
    sleep = [s for s in export.samples if s.kind == "sleep"]
    dated = vitals.samples_by_date(export.samples, clock)
    days = nights.by_date(sleep, clock, preferred)
    found = {}
    for day in set(days) | {day for kind in dated.values() for day in kind}:
        night, naps = days.get(day, (None, []))
        found[day] = {
            "sleep": sleep_json(night) if night else None,
            "vitals": vitals.of_date(day, night, dated, export.samples),
            "naps": [sleep_json(nap) for nap in naps]}
    return found


def reference_recoveries(export, clock):
    """{date: recovery} by the first design's rules."""
    sleep = [s for s in export.samples if s.kind == "sleep"]
    dated = vitals.samples_by_date(export.samples, clock)
    days = nights.reference_by_date(sleep, clock)
    found = {}
    for day in set(days) | {day for kind in dated.values() for day in kind}:
        sums = days.get(day)
        found[day] = {
            "sleep": {f"{name}_s": value for name, value in sums.items()} if sums else None,
            "vitals": vitals.reference_of_date(day, dated), "naps": []}
    return found


def timeline(export, home, today, first=None, last=None, like=None, preferred=()):
    """The whole document; all dates unless `first` and `last` limit them."""
    clock = clocks.Clock(export, home)
    sleep = [s for s in export.samples if s.kind == "sleep"]
    clock.set_nights(nights.blocks(sleep))
    found = (reference_recoveries(export, clock) if like == "reference"
             else recoveries(export, clock, preferred))
    days = {}
    for entry in workouts.without_copies(
            [workouts.figures(w, export.samples, clock) for w in export.workouts]):
        del entry["_class"]
        day = clocks.civil_date(entry["start_ms"], entry["start_offset_min"])
        days.setdefault(day, []).append(entry)
    for entries in days.values():
        entries.sort(key=lambda entry: (-entry["start_ms"], entry["id"]))
    for day, recovery in found.items():
        if recovery["sleep"] or recovery["vitals"] or recovery["naps"]:
            days.setdefault(day, []).append(
                {"id": f"recovery-{day}", "date": str(day)} | recovery)
    return {
        "sections": [
            {"id": str(day), "title": title(day, today), "entries": days[day]}
            for day in sorted(days, reverse=True)
            if (first is None or day >= first) and (last is None or day <= last)],
        "export_ms": export.export_ms}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("export")
    parser.add_argument("--home", default="UTC", help="home zone, as Europe/Berlin")
    parser.add_argument("--from", dest="first", type=date.fromisoformat)
    parser.add_argument("--to", dest="last", type=date.fromisoformat)
    parser.add_argument("--today", type=date.fromisoformat)
    parser.add_argument("--like", choices=["reference"])
    parser.add_argument("--prefer", action="append", default=[], metavar="SOURCE")
    options = parser.parse_args()
    today = options.today or datetime.now(ZoneInfo(options.home)).date()
    print(json.dumps(timeline(
        export_reader.read(options.export), options.home, today, options.first, options.last,
        options.like, options.prefer), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
