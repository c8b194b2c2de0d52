"""Nights and naps, second by second: every second of a block is painted for each source."""

from dataclasses import dataclass

import clocks
from export_reader import source_class

BLOCK_GAP_MS = 3 * 3_600_000
PIECE_S = 30 * 60
NAP_BELOW_S = 3 * 3600
# Later names win within a source at one second.
STAGES = ["none", "in_bed", "unspecified", "core", "deep", "rem", "awake"]
CODE = {name: code for code, name in enumerate(STAGES)}
FIRST_COUNTED = CODE["unspecified"]
CLASS_RANK = {"watch": 0, "other": 1, "phone": 2}


@dataclass
class Night:
    """One block of sleep; seconds of each stage, None where only time in bed is known."""

    start: int
    end: int
    total_s: int | None
    stage_s: dict
    in_bed_s: int
    segments: list
    source: str
    samples: list


def blocks(samples):
    """Samples of all sources in order; one that starts more than 3 h after all before it begins
    a new block."""
    found, latest = [], None
    for sample in sorted(samples, key=lambda sample: (sample.start, sample.end)):
        if latest is None or sample.start > latest + BLOCK_GAP_MS:
            found.append([])
            latest = sample.end
        found[-1].append(sample)
        latest = max(latest, sample.end)
    return found


def painted(samples, base, length):
    """One byte a second: the strongest stage of these samples."""
    row = bytearray(length)
    for sample in sorted(samples, key=lambda sample: CODE[sample.value]):
        begin, end = sample.start // 1000 - base, sample.end // 1000 - base
        row[begin:end] = bytes([CODE[sample.value]]) * (end - begin)
    return row


def rank(source, samples, preferred, base, length):
    """What orders sources: the smallest leads."""
    is_asleep = [s for s in samples if CODE[s.value] >= FIRST_COUNTED and s.value != "awake"]
    has_stages = any(s.value in ("core", "deep", "rem") for s in samples)
    asleep_s = sum(1 for code in painted(is_asleep, base, length) if code)
    kinds = {source_class(source, s.device) for s in samples}
    return (
        preferred.index(source) if source in preferred else len(preferred),
        not is_asleep, not has_stages, min(CLASS_RANK[kind] for kind in kinds), -asleep_s, source)


def runs(row):
    """(begin, end, code) of each run of equal seconds."""
    found, begin = [], 0
    for index in range(1, len(row) + 1):
        if index == len(row) or row[index] != row[begin]:
            found.append((begin, index, row[begin]))
            begin = index
    return found


def counted_row(rows):
    """What counts of rows in the order of their rank: all of the leader's; of another source what
    lies in pieces of 30 min or more without a sample of the leader."""
    leader = rows[0]
    counted = bytearray(code if code >= FIRST_COUNTED else 0 for code in leader)
    for row in rows[1:]:
        is_piece = bytes(
            mine >= FIRST_COUNTED and theirs == 0 for mine, theirs in zip(row, leader))
        for begin, end, is_inside in runs(is_piece):
            if is_inside and end - begin >= PIECE_S:
                for second in range(begin, end):
                    if counted[second] == 0:
                        counted[second] = row[second]
    return counted


def night(samples, preferred=()):
    """One block's figures."""
    base = min(s.start for s in samples) // 1000
    length = max(s.end for s in samples) // 1000 - base
    by_source = {}
    for sample in samples:
        by_source.setdefault(sample.source, []).append(sample)
    order = sorted(
        by_source, key=lambda name: rank(name, by_source[name], list(preferred), base, length))
    rows = [painted(by_source[name], base, length) for name in order]
    counted = counted_row(rows) if rows else bytearray()
    in_bed = painted([s for s in samples if s.value == "in_bed"], base, length)
    in_bed_s = sum(1 for bed, count in zip(in_bed, counted) if bed or count)
    shown = counted if any(counted) else in_bed
    stage_s = {name: counted.count(CODE[name]) for name in STAGES[FIRST_COUNTED:]}
    filled = [part for part in runs(shown) if part[2]]
    if not filled:
        return None
    total = sum(seconds for name, seconds in stage_s.items() if name != "awake")
    return Night(
        start=(base + filled[0][0]) * 1000, end=(base + filled[-1][1]) * 1000,
        total_s=total if any(counted) else None,
        stage_s=stage_s, in_bed_s=in_bed_s,
        segments=[((base + a) * 1000, (base + b) * 1000, STAGES[code]) for a, b, code in filled],
        source=order[0], samples=samples)


def offset_at(night_, at, clock, is_start):
    """Offset of the first or last instant of a night: of the sample that begins or ends there."""
    there = [s for s in night_.samples if (s.start if is_start else s.end) == at]
    there = [s for s in there if s.value != "in_bed"] or there
    mine = [s for s in there if s.source == night_.source] or there
    written = 0
    if mine or night_.samples:
        nearest = (mine or night_.samples)[0]
        written = nearest.start_offset if is_start else nearest.end_offset
    zone = next((s.zone for s in mine if s.zone), None)
    return clock.offset(at, zone, written)


def by_date(samples, clock, preferred=()):
    """{date: (night or None, naps)}; a nap begins between 10:00 and 19:59 and is shorter than
    3 h, or is not the longest of its date."""
    days = {}
    for block in blocks(samples):
        if (found := night(block, preferred)) is None:
            continue
        start_offset = offset_at(found, found.start, clock, True)
        end_offset = offset_at(found, found.end, clock, False)
        hour = clocks.civil(found.start, start_offset).hour
        is_nap = (found.total_s or 0) < NAP_BELOW_S and 10 <= hour <= 19
        found.offsets = (start_offset, end_offset)
        day = days.setdefault(clocks.civil_date(found.end, end_offset), ([], []))
        day[1 if is_nap else 0].append(found)
    result = {}
    for date, (candidates, naps) in days.items():
        candidates.sort(key=lambda n: (n.total_s or 0, n.start))
        rest = candidates[:-1]
        result[date] = (
            candidates[-1] if candidates else None, sorted(naps + rest, key=lambda n: n.start))
    return result


def reference_by_date(samples, clock):
    """The first design: every sample by the day of its own end, plain sums over all sources."""
    sums = {}
    for s in samples:
        date = clocks.civil_date(s.end, clock.offset(s.end, s.zone, s.end_offset))
        name = "core" if s.value in ("in_bed", "unspecified") else s.value
        day = sums.setdefault(date, {"core": 0, "deep": 0, "rem": 0, "awake": 0})
        day[name] += (s.end - s.start) // 1000
    return {
        date: day | {"total": day["core"] + day["deep"] + day["rem"]}
        for date, day in sums.items() if day["core"] + day["deep"] + day["rem"] > 0}
