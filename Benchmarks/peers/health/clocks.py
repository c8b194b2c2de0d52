"""Whose clock: the civil time of an instant of an export, and the times of single beats."""

import re
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

QUARTER_MIN = 15
NEAR_MS = 12 * 3_600_000
DAY_CS = 8_640_000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def day_centiseconds(text):
    """Centiseconds since midnight of a beat's time as any locale writes it, or None."""
    numbers = re.findall(r"[0-9]+", text)
    if len(numbers) not in (3, 4):
        return None
    hours, minutes, seconds = map(int, numbers[:3])
    fraction = int((numbers[3] + "0")[:2]) if len(numbers) == 4 else 0
    if re.search(r"[Pp]\.?\s?[Mm]", text):
        hours = hours % 12 + 12
    elif re.search(r"[Aa]\.?\s?[Mm]", text):
        hours %= 12
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    return (hours * 3600 + minutes * 60 + seconds) * 100 + fraction


def beat_instants(sample):
    """Offset (min) of the clock of the beats and the instants of the beats (ms), or None.

    The offset is the multiple of 15 min that lays the beats into the record; of two that are 24 h
    apart, the one nearer to the written offset.
    """
    times = [day_centiseconds(text) for text, _ in sample.beats]
    if not times or None in times:
        return None
    for index in range(1, len(times)):
        while times[index] < times[index - 1] - DAY_CS // 2:
            times[index] += DAY_CS
    start = sample.start // 10
    length = (sample.end - sample.start) // 10
    found = []
    for offset in range(-12 * 60, 14 * 60 + 1, QUARTER_MIN):
        local_start = (start + offset * 6000) % DAY_CS
        first = (times[0] - local_start + 100) % DAY_CS - 100
        last = first + times[-1] - times[0]
        if first <= length + 100 and last <= length + 100:
            found.append((abs(offset - sample.start_offset), offset, first))
    if not found:
        return None
    _, offset, first = min(found)
    return offset, [(start + first + time - times[0]) * 10 for time in times]


def zone_offset(zone, at):
    """Offset of a zone (min) at an instant (ms), or None if the zone is not known."""
    try:
        moment = (EPOCH + timedelta(milliseconds=at)).astimezone(ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        return None
    return round(moment.utcoffset().total_seconds() / 60)


def civil(at, offset):
    """Civil date and time of an instant under an offset."""
    return EPOCH.replace(tzinfo=None) + timedelta(milliseconds=at, minutes=offset)


def civil_date(at, offset):
    return civil(at, offset).date()


class Clock:
    """The rules of one export, in the order in which they apply."""

    def __init__(self, export, home):
        self.home = home
        self.has_several = len(export.offsets) > 1
        self.anchors = sorted(
            (sample.start, aligned[0]) for sample in export.samples
            if sample.kind == "sdnn" and sample.beats and (aligned := beat_instants(sample)))
        self.nights = []

    def set_nights(self, blocks):
        """The blocks of sleep, each a list of samples: inside one, the nearest zone holds."""
        self.nights = [
            (min(sample.start for sample in block), max(sample.end for sample in block),
             [s for s in block if s.zone and zone_offset(s.zone, 0) is not None])
            for block in blocks]

    def offset(self, at, zone, written):
        """Offset (min) of an instant, given its own zone (or None) and its written offset."""
        if zone and (own := zone_offset(zone, at)) is not None:
            return own
        for start, end, zoned in self.nights:
            if start <= at <= end and zoned:
                nearest = min(zoned, key=lambda sample: (
                    max(sample.start - at, at - sample.end, 0), sample.start))
                return zone_offset(nearest.zone, at)
        near = [(abs(start - at), offset) for start, offset in self.anchors
                if abs(start - at) <= NEAR_MS]
        if near:
            return min(near)[1]
        if self.has_several:
            return written
        return zone_offset(self.home, at)
