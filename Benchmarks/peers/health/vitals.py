"""The vitals of a date: medians of the night, the newest of the day, and raw beats.

Artefacts of beats are not corrected here. A night whose beats need a correction can therefore not
be compared; `raw_beats` says how many intervals were left out as gaps.
"""

import math
import statistics

import clocks
from export_reader import source_class

KEYS = {
    "resting_hr": "resting_hr_bpm", "sdnn": "hrv_sdnn_ms", "respiratory_rate": "respiratory_rate"}
MIN_SEGMENTS = 3
MIN_DIFFERENCES = 100
GRID_VARIANCE_MS2 = 50
CLASS_RANK = {"watch": 0, "phone": 1, "other": 2}


def best_source(samples):
    """The samples of the best source: Apple's before apps, a watch before a phone, then by name."""
    if not samples:
        return []
    best = min(samples, key=lambda s: (CLASS_RANK[source_class(s.source, s.device)], s.source))
    return [s for s in samples if s.source == best.source]


def of_kind(kind, day_samples, night_samples):
    """One vital as {value, from, n}, or None."""
    if kind != "resting_hr" and night_samples:
        chosen = best_source(night_samples)
        return {"value": statistics.median(s.value for s in chosen), "from": "night",
                "n": len(chosen)}
    chosen = best_source(day_samples)
    if not chosen:
        return None
    when = (lambda s: (s.end, s.start)) if kind == "resting_hr" else (lambda s: (s.start, s.end))
    return {"value": max(chosen, key=when).value, "from": "day", "n": 1}


def intervals(sample, times):
    """Runs of R-R (ms) between gaps, and the number of gaps: where the interval lies more than
    20 % from what the rate at its second beat says, beats are missing."""
    parts, gaps = [[]], 0
    for index in range(1, len(times)):
        rr = times[index] - times[index - 1]
        bpm = sample.beats[index][1]
        if rr <= 0 or bpm and abs(rr - 60000 / bpm) > 0.2 * 60000 / bpm:
            gaps += 1
            parts.append([])
        else:
            parts[-1].append(rr)
    return [part for part in parts if part], gaps


def raw_beats(samples):
    """Pooled metrics of the stretches of beats, uncorrected, or None where there are too few."""
    differences, all_rr, segments, gaps = [], [], 0, 0
    for sample in samples:
        aligned = clocks.beat_instants(sample) if sample.beats else None
        if aligned is None:
            continue
        parts, missing = intervals(sample, aligned[1])
        gaps += missing
        segments += bool(parts)
        for part in parts:
            all_rr += part
            differences += [b - a for a, b in zip(part, part[1:])]
    if segments < MIN_SEGMENTS or len(differences) < MIN_DIFFERENCES:
        return None
    raw = math.sqrt(sum(d * d for d in differences) / len(differences))
    return {
        "rmssd_raw_ms": raw, "rmssd_ms": math.sqrt(max(0, raw * raw - GRID_VARIANCE_MS2)),
        "pnn50_pct": 100 * sum(abs(d) > 50 for d in differences) / len(differences),
        "hr_mean_bpm": statistics.fmean(60000 / rr for rr in all_rr), "stretches": segments,
        "differences": len(differences), "gaps": gaps}


def samples_by_date(samples, clock):
    """{kind: {civil date of the start: samples}}."""
    found = {}
    for s in samples:
        if s.kind in KEYS:
            date = clocks.civil_date(s.start, clock.offset(s.start, s.zone, s.start_offset))
            found.setdefault(s.kind, {}).setdefault(date, []).append(s)
    return found


def of_date(date, night, dated, samples):
    """All vitals of a date, or None if there is none."""
    result = {}
    inside = [s for s in samples if night and night.start <= s.start < night.end]
    for kind, key in KEYS.items():
        value = of_kind(
            kind, dated.get(kind, {}).get(date, []), [s for s in inside if s.kind == kind])
        if value:
            result[key] = value
    beats = raw_beats([s for s in inside if s.kind == "sdnn"])
    if beats:
        result |= beats
    return result or None


def reference_of_date(date, dated):
    """The first design: of each kind the sample with the latest start on that civil date."""
    result = {}
    for kind, key in KEYS.items():
        if found := dated.get(kind, {}).get(date):
            newest = max(found, key=lambda s: (s.start, s.end))
            result[key] = {"value": newest.value, "from": "day", "n": 1}
    return result or None
