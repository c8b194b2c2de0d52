"""Reads a phone's health export (zip, folder or XML of every era) into plain values.

Only Python's standard library is used. The whole XML is held in memory: this reader is meant to be
obviously right, not fast. Instants are integers, in ms since 1970.
"""

import io
import math
import os
import re
import xml.etree.ElementTree as ElementTree
import zipfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

QUANTITY = "HKQuantityTypeIdentifier"
SLEEP = "HKCategoryTypeIdentifierSleepAnalysis"
KINDS = {
    QUANTITY + "HeartRate": "heart_rate",
    QUANTITY + "RestingHeartRate": "resting_hr",
    QUANTITY + "HeartRateVariabilitySDNN": "sdnn",
    QUANTITY + "HeartRateVariabilityRMSSD": "rmssd",
    QUANTITY + "RespiratoryRate": "respiratory_rate",
}
RATES = {"heart_rate", "resting_hr", "respiratory_rate"}
STAGES = {
    "InBed": "in_bed", "Asleep": "unspecified", "AsleepUnspecified": "unspecified",
    "AsleepCore": "core", "AsleepDeep": "deep", "AsleepREM": "rem", "Awake": "awake"}
METRES = {"km": 1000, "m": 1, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048}
SECONDS = {"min": 60, "s": 1, "sec": 1, "hr": 3600, "h": 3600}
DAY_MS = 86_400_000
NEW_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)", re.ASCII)
OLD_DATE = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([+-])(\d\d)(\d\d)", re.ASCII)
PLAIN_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass
class Sample:
    """One record that is kept: a quantity, or one stretch of sleep with its stage."""

    kind: str
    type: str
    source: str
    device: str
    start: int
    end: int
    start_offset: int
    end_offset: int
    value: object
    zone: str | None = None
    beats: list = field(default_factory=list)


@dataclass
class Workout:
    """One workout with what its element says; events and activities are dictionaries."""

    type: str
    source: str
    device: str
    start: int
    end: int
    start_offset: int
    end_offset: int
    duration_s: float | None
    zone: str | None
    energy_kcal: float | None
    total_distance_m: float | None
    statistics: list
    events: list
    activities: list


@dataclass
class Export:
    """What one export holds."""

    samples: list = field(default_factory=list)
    workouts: list = field(default_factory=list)
    export_ms: int | None = None
    offsets: set = field(default_factory=set)
    errors: dict = field(default_factory=dict)
    repeated: int = 0
    cut: bool = False

    def count(self, code):
        self.errors[code] = self.errors.get(code, 0) + 1


def instant(text):
    """Instant (ms) and offset (min) of a date of an export; None if it is no such date."""
    match = NEW_DATE.fullmatch(text or "") or OLD_DATE.fullmatch(text or "")
    if not match:
        return None
    *parts, sign, hours, minutes = match.groups()
    offset = (int(hours) * 60 + int(minutes)) * (-1 if sign == "-" else 1)
    try:
        civil = datetime(*map(int, parts), tzinfo=timezone.utc)
    except ValueError:
        return None
    seconds = (civil - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(seconds=1)
    return (seconds - offset * 60) * 1000, offset


def number(text):
    """A finite number written with a decimal point, or None."""
    if text is None or not PLAIN_NUMBER.fullmatch(text.strip()):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def is_health_data(head):
    """Whether the first bytes of a file are those of the wanted XML, not of `export_cda.xml`."""
    return b"<HealthData" in head


def xml_bytes(path):
    """The bytes of the one XML with HealthData in a zip, a folder or an XML file."""
    if os.path.isdir(path):
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                file = os.path.join(folder, name)
                if name.lower().endswith(".xml") and os.path.isfile(file):
                    with open(file, "rb") as opened:
                        data = opened.read()
                    if is_health_data(data[:1 << 20]):
                        return data
        raise SystemExit(f"{path}: no export in this folder")
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.lower().endswith(".xml"):
                    data = archive.read(name)
                    if is_health_data(data[:1 << 20]):
                        return data
        raise SystemExit(f"{path}: no export in this zip")
    with open(path, "rb") as opened:
        return opened.read()


def cleaned(data):
    """Text without DOCTYPE and control characters; bad UTF-8 becomes U+FFFD."""
    text = data.decode("utf-8-sig", "replace")
    begin = text.find("<!DOCTYPE")
    if begin >= 0:
        ends = [end for end in (text.find("]>", begin) + 2, text.find("<HealthData", begin))
                if end >= begin + 2]
        text = text[:begin] + text[min(ends, default=len(text)):]
    return text.translate({code: " " for code in range(32) if code not in (9, 10, 13)})


def joined_names(text):
    """Attribute names of iOS 8 that hold spaces, with underscores instead."""
    return re.sub(
        r'(?<=["\s])([A-Za-z][\w-]*(?: +[\w-]+)+)(?=\s*=\s*")',
        lambda match: match.group(1).replace(" ", "_"), text)


def elements(text, export):
    """Each child of the root, whole, and the root itself at its beginning."""
    parser = ElementTree.iterparse(io.BytesIO(text.encode()), events=("start", "end"))
    depth, root = 0, None
    try:
        for event, element in parser:
            if event == "start":
                depth += 1
                root = element if depth == 1 else root
                continue
            depth -= 1
            if depth == 1:
                yield element
                root.clear()
    except ElementTree.ParseError:
        export.cut = True


def read(path):
    """Everything of an export that the timeline needs."""
    text = cleaned(xml_bytes(path))
    export = Export()
    children = list(elements(text, export))
    if export.cut and (fixed := joined_names(text)) != text:
        export.cut = False
        children = list(elements(fixed, export))
    for child in children:
        if child.tag == "ExportDate" and (date := instant(child.get("value"))):
            export.export_ms = date[0]
    seen = set()
    for child in children:
        for element in child.iter("Record"):
            keep_sample(element, export, seen)
        if child.tag == "Workout":
            keep_workout(child, export, seen)
    return export


def span(element, export):
    """Start and end with their offsets, or None with the reason counted."""
    start, end = instant(element.get("startDate")), instant(element.get("endDate"))
    if start is None or end is None or end[0] < start[0]:
        export.count("bad_date")
        return None
    if export.export_ms is not None and end[0] > export.export_ms + 2 * DAY_MS:
        export.count("bad_date")
        return None
    return start, end


def source_of(element):
    return element.get("sourceName") or element.get("source") or ""


def zone_of(element):
    for entry in element.findall("MetadataEntry"):
        if entry.get("key") == "HKTimeZone":
            return entry.get("value")
    return None


def keep_sample(element, export, seen):
    """Adds a record of a kept kind, once, if its dates and its value are sound."""
    type_ = element.get("type", "")
    is_distance = type_.startswith(QUANTITY + "Distance")
    kind = "sleep" if type_ == SLEEP else "distance" if is_distance else KINDS.get(type_)
    if kind is None or (dates := span(element, export)) is None:
        return
    (start, start_offset), (end, end_offset) = dates
    text = element.get("value")
    if kind == "sleep":
        value = STAGES.get((text or "").removeprefix("HKCategoryValueSleepAnalysis"))
        if end - start > DAY_MS:
            export.count("range")
            return
    else:
        value = number(text)
        if value is not None and is_distance:
            value = value * METRES[element.get("unit")] if element.get("unit") in METRES else None
        if value is not None and (value < 0 or kind in RATES and not 1 <= value <= 300):
            value = None
    if value is None:
        export.count("bad_value")
        return
    key = (type_, source_of(element), start, end, value)
    if key in seen:
        export.repeated += 1
        return
    seen.add(key)
    export.offsets |= {start_offset, end_offset}
    beats = [(beat.get("time", ""), number(beat.get("bpm")))
             for beat in element.iter("InstantaneousBeatsPerMinute")]
    export.samples.append(Sample(
        kind, type_, source_of(element), element.get("device") or "", start, end, start_offset,
        end_offset, value, zone_of(element), beats))


def duration_s(element):
    value = number(element.get("duration"))
    return None if value is None else value * SECONDS.get(element.get("durationUnit") or "min", 60)


def statistics_of(element):
    """The WorkoutStatistics directly in an element, in our units."""
    found = []
    for entry in element.findall("WorkoutStatistics"):
        type_, unit = entry.get("type", ""), entry.get("unit")
        factor = METRES.get(unit, 1) if "Distance" in type_ else 1 / 4.184 if unit == "kJ" else 1
        found.append({"type": type_.removeprefix(QUANTITY)} | {
            name: None if (value := number(entry.get(name))) is None else value * factor
            for name in ("sum", "average", "maximum")})
    return found


def events_of(element):
    found = []
    for entry in element.findall("WorkoutEvent"):
        date = instant(entry.get("date"))
        if date:
            found.append({
                "type": entry.get("type", "").removeprefix("HKWorkoutEventType"),
                "at": date[0], "duration_s": duration_s(entry)})
    return sorted(found, key=lambda event: event["at"])


def activities_of(element):
    found = []
    for entry in element.findall("WorkoutActivity"):
        start, end = instant(entry.get("startDate")), instant(entry.get("endDate"))
        if start:
            found.append({
                "start": start[0], "end": end[0] if end else None, "duration_s": duration_s(entry),
                "statistics": statistics_of(entry)})
    return sorted(found, key=lambda activity: activity["start"])


def keep_workout(element, export, seen):
    """Adds a workout, once."""
    if (dates := span(element, export)) is None:
        return
    (start, start_offset), (end, end_offset) = dates
    type_ = element.get("workoutActivityType", "")
    key = (type_, source_of(element), start, end)
    if key in seen:
        export.repeated += 1
        return
    seen.add(key)
    export.offsets |= {start_offset, end_offset}
    energy = number(element.get("totalEnergyBurned"))
    if energy and element.get("totalEnergyBurnedUnit") == "kJ":
        energy /= 4.184
    distance = number(element.get("totalDistance"))
    if distance is not None:
        distance *= METRES.get(element.get("totalDistanceUnit"), 1000)
    export.workouts.append(Workout(
        type_, source_of(element), element.get("device") or "", start, end, start_offset,
        end_offset, duration_s(element), zone_of(element), energy or None, distance or None,
        statistics_of(element), events_of(element), activities_of(element)))


def source_class(source, device):
    """`watch`, `phone` or `other`: by the device where it is told, else by the name."""
    for text in (device, source):
        if re.search(r"Watch", text):
            return "watch"
        if re.search(r"iPhone|iPad", text):
            return "phone"
    return "other"
