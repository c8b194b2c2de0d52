"""The chains of splits of a workout."""

import math
import statistics

UNITS = {"kilometres": 1000.0, "miles": 1609.344}
CHAIN_END_MS = 1000
ORDER = ["activities", "laps", "kilometres", "miles", "segments", "computed"]


def split(start, end, duration_s, distance_m=None, partial=False, hr=None):
    return {
        "start_ms": start, "end_ms": end, "duration_s": duration_s, "distance_m": distance_m,
        "hr_avg_bpm": hr, "partial": partial,
        "speed_mps": distance_m / duration_s if distance_m and duration_s else None}


def distance_of(statistics_, adds_up=False):
    """The largest sum of the kinds of distance, or all of them together."""
    sums = [s["sum"] for s in statistics_ if s["type"].startswith("Distance") and s["sum"]]
    return (sum(sums) if adds_up else max(sums)) if sums else None


def heart_rate_of(statistics_, name="average"):
    return next((s[name] for s in statistics_ if s["type"] == "HeartRate" and s[name]), None)


def pauses(workout):
    """[begin, end] of each pause, in ms; one without an end lasts until the workout ends."""
    found, begin = [], None
    for event in workout.events:
        if event["type"] == "Pause" and begin is None:
            begin = event["at"]
        elif event["type"] == "Resume" and begin is not None:
            found.append((begin, event["at"]))
            begin = None
    if begin is not None:
        found.append((begin, workout.end))
    return [(max(a, workout.start), min(b, workout.end)) for a, b in found]


def running_ms(begin, end, paused):
    """Time between two instants outside pauses."""
    return end - begin - sum(max(0, min(end, b) - max(begin, a)) for a, b in paused)


def activities(workout):
    if len(workout.activities) < 2:
        return []
    found = []
    for activity in workout.activities:
        end = workout.end if activity["end"] is None else activity["end"]
        duration = activity["duration_s"]
        if duration is None:
            duration = (end - activity["start"]) / 1000
        found.append(split(
            activity["start"], end, duration, distance_of(activity["statistics"]),
            hr=heart_rate_of(activity["statistics"])))
    return found


def laps(workout):
    events = [event for event in workout.events if event["type"] == "Lap"]
    if not events:
        return []
    if any(event["duration_s"] for event in events):
        return [
            split(e["at"], e["at"] + round(e["duration_s"] * 1000), e["duration_s"])
            for e in events if e["duration_s"]]
    found, begin, paused = [], workout.start, pauses(workout)
    for event in events:
        if event["at"] > begin:
            found.append(split(begin, event["at"], running_ms(begin, event["at"], paused) / 1000))
            begin = event["at"]
    if workout.end - begin > CHAIN_END_MS:
        found.append(split(
            begin, workout.end, running_ms(begin, workout.end, paused) / 1000, partial=True))
    return found


def segment_chains(workout):
    """Segment events told apart into chains: each begins within 1 s of its chain's end."""
    chains = []
    for event in workout.events:
        if event["type"] != "Segment" or not event["duration_s"]:
            continue
        at, end = event["at"], event["at"] + event["duration_s"] * 1000
        fitting = [chain for chain in chains if abs(chain[-1][1] - at) <= CHAIN_END_MS]
        if fitting:
            min(fitting, key=lambda chain: abs(chain[-1][1] - at)).append(
                (at, end, event["duration_s"]))
        else:
            chains.append([(at, end, event["duration_s"])])
    return chains


def unit_of(chain, distance, speed):
    """`kilometres` or `miles` if the count of the chain fits, else None."""
    if not distance:
        return None
    fitting = []
    for name, unit in UNITS.items():
        full = math.floor(distance / unit)
        if len(chain) in (full, full + 1):
            durations = [part[2] for part in chain[:full]] or [part[2] for part in chain]
            nearness = abs(unit / speed - statistics.median(durations)) if speed else 0
            fitting.append((nearness, name))
    return min(fitting)[1] if fitting else None


def segments(workout, distance, speed):
    """Chains of segment events by name; of two with one name the first keeps it."""
    found = {}
    for chain in segment_chains(workout):
        name = unit_of(chain, distance, speed)
        parts = []
        for index, (begin, end, duration) in enumerate(chain):
            full = math.floor(distance / UNITS[name]) if name else 0
            is_rest = name is not None and index >= full
            length = None
            if name:
                length = distance - full * UNITS[name] if is_rest else UNITS[name]
            parts.append(split(begin, round(end), duration, length, is_rest))
        if (name or "segments") not in found:
            found[name or "segments"] = parts
        else:
            found.setdefault("segments", []).extend(parts)
    return found


def computed(workout, distance_samples):
    """Crossings of every km: distance grows evenly in a sample while the timer runs."""
    by_type = {}
    for s in distance_samples:
        by_type.setdefault(s.type, []).append(s)
    if not by_type:
        return []
    samples = max(by_type.values(), key=lambda found: sum(s.value for s in found))
    paused = pauses(workout)
    edges = sorted({workout.start, workout.end} | {
        edge for s in samples for edge in (s.start, s.end)} | {
        edge for pause in paused for edge in pause})

    def travelled(at):
        metres = 0.0
        for s in samples:
            whole = running_ms(s.start, s.end, paused)
            if at >= s.end:
                metres += s.value
            elif at > s.start and whole > 0:
                metres += s.value * running_ms(s.start, at, paused) / whole
        return metres

    crossings, distance = [], 0.0
    for a, b in zip(edges, edges[1:]):
        before, after = travelled(a), travelled(b)
        distance = after
        while (goal := 1000.0 * (len(crossings) + 1)) <= after + 1e-9 and after > before:
            crossings.append(a + (goal - before) / (after - before) * (b - a))
    found, begin = [], workout.start
    for at in crossings:
        found.append(split(begin, round(at), running_ms(begin, at, paused) / 1000, 1000.0))
        begin = at
    rest = distance - 1000.0 * len(crossings)
    if rest > 1e-6:
        found.append(split(
            round(begin), workout.end, running_ms(begin, workout.end, paused) / 1000, rest, True))
    for part in found:
        part["start_ms"] = round(part["start_ms"])
    return found


def chains(workout, distance, speed, distance_samples):
    """All chains in their order: {name: splits}, each split with its index."""
    found = {"activities": activities(workout), "laps": laps(workout)}
    found |= segments(workout, distance, speed)
    found["computed"] = computed(workout, distance_samples)
    ordered = {name: found[name] for name in ORDER if found.get(name)}
    for parts in ordered.values():
        for index, part in enumerate(parts):
            part["index"] = index + 1
    return ordered
