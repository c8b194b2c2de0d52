#!/usr/bin/env python3
"""Compare what `hrv` makes of generated texts with what is true of them.

    check-text-shapes.py HRV FOLDER

FOLDER is one that text-shapes.py filled. Prints a count for each verdict and outcome, and every file that
was read wrongly or whose question does not lead to the truth; ends with 1 where there is one.

Outcomes: right, WRONG, signal, CHANNELS-WRONG (names, units, number or rate), asked (one of the options gives the truth), ASKED-WRONG (none does), refused.
"""
import collections
import csv
import io
import json
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

CHUNK = 100
TOLERANCE_MS = 2e-3


def describe(hrv, folder, truths):
    """Descriptions by `hrv formats --json`, in the order of the truths."""
    paths = [f"{folder}/{truth['file']}" for truth in truths]
    run = subprocess.run([hrv, "formats", "--json", *paths], capture_output=True, text=True)
    return json.loads(run.stdout)


def intervals(hrv, name, options=()):
    """Intervals of a recording as they stand in its file, in ms; nil where it cannot be read."""
    run = subprocess.run(
        [hrv, "correct", name, "--output", "csv", *options], capture_output=True, text=True)
    rows = csv.DictReader(io.StringIO(run.stdout))
    return [float(row["rr_ms"]) for row in rows if row["rr_ms"]]


def equal(found, stated):
    return len(found) == len(stated) and all(
        abs(a - float(b)) <= TOLERANCE_MS for a, b in zip(found, stated))


def are_right(hrv, names, recordings, options=()):
    return len(names) == len(recordings) and all(
        equal(intervals(hrv, name, options), recording["intervals_ms"])
        for name, recording in zip(names, recordings))


UNIT_NAMES = {"mV", "uV", "V"}


def is_same_name(found, name, unit):
    """Whether a name is that of a channel, with or without its unit behind it."""
    plain = found.replace("_", " ").replace("[", " ").replace("(", " ").strip("])").lower().split()
    return plain in [f"{name} {end}".replace("_", " ").lower().split() for end in ("", unit or "")]


def are_channels_right(description, truth):
    """Whether the names, units and rate of samples are those that the file states."""
    channels = truth.get("channels")
    rows = description["recordings"]
    if channels is None:
        return True
    if len(rows) != len(channels):
        return False
    for row, (name, unit) in zip(rows, channels):
        words = row["summary"].split(", ")
        rate = float(words[0].split()[0])
        if truth["rate_known"] and abs(rate / truth["rate_hz"] - 1) > 1e-3:
            return False
        if name and not is_same_name(row["name"], name, unit):
            return False
        if unit and ("mV" if unit in UNIT_NAMES else unit) not in words[1:]:
            return False
    return True


def readings(truth):
    """Recordings that are right: of the one reading, or of each that fits."""
    return [r["recordings"] for r in truth["readings"]] or [truth["recordings"]]


def leads_to_truth(hrv, path, description, truth):
    """Whether one of the options that a question names gives the truth."""
    wanted = truth["recordings"]
    for reading in description["readings"]:
        text = reading["option"]
        if "HZ" in text:
            text = text.replace("HZ", f"{truth.get('rate_hz') or 0:g}")
        options = shlex.split(text)
        run = subprocess.run(
            [hrv, "formats", "--json", path, *options], capture_output=True, text=True)
        try:
            described = json.loads(run.stdout)[0]
        except (ValueError, IndexError):
            continue
        names = [part["name"] for part in described["recordings"]]
        if described["outcome"] != "read":
            continue
        if truth["verdict"] == "signal" and described["content"] != "beats" \
                and are_channels_right(described, truth):
            return True
        if described["content"] == "beats" and are_right(hrv, names, wanted, options):
            return True
    return False


def outcome(hrv, folder, description, truth):
    """One word for what was made of a file."""
    path = f"{folder}/{truth['file']}"
    verdict = truth["verdict"]
    if description["outcome"] == "question":
        if verdict == "refuse" or leads_to_truth(hrv, path, description, truth):
            return "asked"
        return "ASKED-WRONG"
    if description["outcome"] != "read":
        return "refused"
    if description["content"] != "beats":
        if verdict != "signal":
            return "WRONG"
        return "signal" if are_channels_right(description, truth) else "CHANNELS-WRONG"
    if verdict in ("signal", "refuse"):
        return "WRONG"
    names = [part["name"] for part in description["recordings"]]
    return "right" if any(are_right(hrv, names, r) for r in readings(truth)) else "WRONG"


def main():
    hrv, folder = sys.argv[1:]
    with open(f"{folder}/truth.ndjson", encoding="utf-8") as lines:
        truths = [json.loads(line) for line in lines]
    counts = collections.Counter()
    bad = []

    def judge(start):
        part = truths[start:start + CHUNK]
        descriptions = describe(hrv, folder, part)
        return [(truth, description, outcome(hrv, folder, description, truth))
                for truth, description in zip(part, descriptions, strict=True)]

    with ThreadPoolExecutor(2) as pool:
        for results in pool.map(judge, range(0, len(truths), CHUNK)):
            for truth, description, word in results:
                counts[truth["verdict"], word] += 1
                if word.isupper():
                    bad.append((word, truth["file"], truth["verdict"], truth["why"],
                                description.get("text") or description.get("evidence")))
    for (verdict, word), count in sorted(counts.items()):
        print(f"{verdict:10} {word:12} {count:6}")
    for row in bad:
        print("  ".join(str(cell) for cell in row))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
