#!/usr/bin/env python3
"""Whether `hrv` sees the same elements as Python's expat: kinds, counts and values of an export.

    python3 elements.py .build/release/hrv EXPORT [EXPORT ...] [--import-option=--OPTION ...]

Every element of a kept kind is read by pyexpat with its attributes; the tool imports the export
into a fresh store and writes it out again by `hrv health export --json`. Both are compared as bags
of (kind, start, end, value), so that the order of rows does not matter.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import xml.parsers.expat
from collections import Counter
from pathlib import Path

import export_reader


def parsed(name, attributes):
    """The kind and the values of an element that is kept, else None."""
    type_ = attributes.get("type", "")
    if name == "Workout":
        kind, value = "workout", 0.0
    elif name == "Record" and type_ == export_reader.SLEEP:
        stage = attributes.get("value", "").removeprefix("HKCategoryValueSleepAnalysis")
        if stage not in export_reader.STAGES:
            return None
        kind, value = f"sleep {export_reader.STAGES[stage]}", 0.0
    elif name == "Record" and type_.startswith(export_reader.QUANTITY + "Distance"):
        kind, value = "distance", export_reader.number(attributes.get("value"))
        unit = export_reader.METRES.get(attributes.get("unit"))
        if value is None or unit is None:
            return None
        value *= unit
    elif name == "Record" and type_ in export_reader.KINDS:
        kind, value = export_reader.KINDS[type_], export_reader.number(attributes.get("value"))
        if value is None or kind in export_reader.RATES and not 1 <= value <= 300:
            return None
    else:
        return None
    dates = [export_reader.instant(attributes.get(key)) for key in ("startDate", "endDate")]
    if None in dates or dates[1][0] < dates[0][0]:
        return None
    source = attributes.get("sourceName") or attributes.get("source") or ""
    return kind, source, dates[0][0], dates[1][0], round(value, 6)


def expat_elements(path):
    """A counter of kind, start, end and value; a record written twice counts once."""
    found = set()
    beats = Counter()

    def start(name, attributes):
        if (element := parsed(name, attributes)) is not None:
            found.add(element)
        if name == "InstantaneousBeatsPerMinute":
            beats["beats"] += 1

    parser = xml.parsers.expat.ParserCreate("UTF-8")
    parser.StartElementHandler = start
    text = export_reader.cleaned(export_reader.xml_bytes(path))
    try:
        parser.Parse(export_reader.joined_names(text).encode(), True)
    except xml.parsers.expat.ExpatError as error:
        print(f"{path}: expat stops: {error}")
    return Counter((kind, begin, end, value) for kind, _, begin, end, value in found), beats


def rows(value):
    """All dictionaries with a start, in any depth of the tool's document."""
    if isinstance(value, dict):
        if "start_ms" in value:
            yield value
        for part in value.values():
            yield from rows(part)
    elif isinstance(value, list):
        for part in value:
            yield from rows(part)


def tool_elements(hrv, path, folder, import_options=()):
    """The same counter of what the tool kept."""
    store = Path(folder) / "health.sqlite"
    subprocess.run(
        [hrv, "health", "import", path, "--health", store, *import_options],
        capture_output=True, check=False)
    done = subprocess.run(
        [hrv, "health", "export", "--json", "--health", store], capture_output=True, text=True,
        check=True)
    document = json.loads(done.stdout)
    found = Counter()
    for group, is_workout in (("samples", False), ("sleep", False), ("workouts", True)):
        for row in document.get(group, []):
            kind = "workout" if is_workout else (
                f"sleep {row['stage']}" if group == "sleep" else row["kind"])
            kind = "distance" if kind.startswith("distance") else kind
            value = 0.0 if group != "samples" else round(row["value"], 6)
            found[kind, row["start_ms"], row["end_ms"], value] += 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hrv")
    parser.add_argument("exports", nargs="+")
    parser.add_argument("--import-option", action="append", default=[],
                        help="an option of the import, as to read without passing over")
    options = parser.parse_args()
    differing = 0
    for path in options.exports:
        with tempfile.TemporaryDirectory() as folder:
            mine, beats = expat_elements(path)
            theirs = tool_elements(options.hrv, path, folder, options.import_option)
        for kind in sorted({key[0] for key in mine} | {key[0] for key in theirs}):
            a = Counter({key: n for key, n in mine.items() if key[0] == kind})
            b = Counter({key: n for key, n in theirs.items() if key[0] == kind})
            missing, extra = a - b, b - a
            print(f"{path}: {kind}: expat {a.total()}, hrv {b.total()}, "
                  f"missing {missing.total()}, extra {extra.total()}")
            for key in list(missing)[:3] + list(extra)[:3]:
                print(f"    {'missing' if key in missing else 'extra'} {key}")
            differing += missing.total() + extra.total()
        print(f"{path}: {beats['beats']} beats")
    print(f"{len(options.exports)} exports, {differing} elements differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
