"""Figures of a workout, its copies, its name."""

import hashlib

import splits
from export_reader import source_class

HOLD_MS = 10_000
OVERLAP = 0.8
NAMES = {
    "Running": "Run", "Cycling": "Cycling", "Swimming": "Swimming", "Walking": "Walk",
    "Hiking": "Hike", "Yoga": "Yoga", "FunctionalStrengthTraining": "Strength",
    "TraditionalStrengthTraining": "Strength", "HighIntensityIntervalTraining": "HIIT"}


def id_of(origin, type_, source, start, end):
    """First 16 hexadecimal digits of the SHA-256 of the fields joined by bars."""
    text = f"{origin}|{type_}|{source}|{start}|{end}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def name_of(type_):
    return NAMES.get(type_.removeprefix("HKWorkoutActivityType"), "Workout")


def heart_rates(samples, begin, end, paused):
    """Mean and maximum of heart rate: a sample holds until the next, at most 10 s; pauses are left
    out. (None, None) without any."""
    ordered = sorted(samples, key=lambda s: s.start)
    weighted = total = 0
    highest = None
    for index, sample in enumerate(ordered):
        until = sample.start + HOLD_MS
        if index + 1 < len(ordered):
            until = min(until, ordered[index + 1].start)
        held = splits.running_ms(
            max(begin, sample.start), max(begin, sample.start, min(until, end)), paused)
        weighted += held * sample.value
        total += held
        is_paused = any(a <= sample.start < b for a, b in paused)
        if begin <= sample.start <= end and not is_paused:
            highest = max(highest or 0, sample.value)
    return (weighted / total, highest) if total else (None, None)


def figures(workout, samples, clock):
    """The JSON of one workout."""
    inside = [s for s in samples if s.source == workout.source
              and workout.start <= s.start <= workout.end]
    rates = [s for s in inside if s.kind == "heart_rate"]
    distances = [s for s in inside if s.kind == "distance" and s.end <= workout.end]
    paused = splits.pauses(workout)
    duration = workout.duration_s
    if duration is None:
        duration = splits.running_ms(workout.start, workout.end, paused) / 1000
    energies = [s["sum"] for s in workout.statistics
                if s["type"] == "ActiveEnergyBurned" and s["sum"] is not None]
    energy = energies[0] if energies else workout.energy_kcal
    several = len(workout.activities) > 1
    distance = splits.distance_of(workout.statistics, adds_up=several)
    if distance is None and several:
        parts = [splits.distance_of(a["statistics"]) or 0 for a in workout.activities]
        distance = sum(parts) or None
    distance = distance or workout.total_distance_m
    speed = distance / duration if distance and duration else None
    average = splits.heart_rate_of(workout.statistics)
    highest = splits.heart_rate_of(workout.statistics, "maximum")
    hr_from = "statistics" if average else None
    if average is None:
        average, sampled = heart_rates(rates, workout.start, workout.end, paused)
        highest = highest or sampled
        hr_from = "samples" if average else None
    chains = splits.chains(workout, distance, speed, distances)
    for parts in chains.values():
        for part in parts:
            if part["hr_avg_bpm"] is None:
                # A segment may be stated to last beyond the workout, where no timer runs.
                end = min(part["end_ms"], workout.end)
                part["hr_avg_bpm"] = heart_rates(rates, part["start_ms"], end, paused)[0]
    id_ = id_of("apple", workout.type, workout.source, workout.start, workout.end)
    return {
        "id": f"workout-{id_}", "type": workout.type, "name": name_of(workout.type),
        "start_ms": workout.start, "end_ms": workout.end,
        "start_offset_min": clock.offset(workout.start, workout.zone, workout.start_offset),
        "end_offset_min": clock.offset(workout.end, workout.zone, workout.end_offset),
        "duration_s": duration, "energy_kcal": energy, "distance_m": distance,
        "hr_avg_bpm": average, "hr_max_bpm": highest, "hr_from": hr_from, "speed_mps": speed,
        "splits": next(iter(chains.values()), []), "chains": chains, "source": workout.source,
        "also": [], "_class": source_class(workout.source, workout.device)}


def fields(entry):
    """How many figures an entry has."""
    keys = ["energy_kcal", "distance_m", "hr_avg_bpm", "hr_max_bpm", "speed_mps"]
    return sum(entry[key] is not None for key in keys) + bool(entry["splits"])


def without_copies(entries):
    """One entry for workouts that overlap by 80 % of the shorter; the best keeps the others."""
    retained = []
    ranked = sorted(entries, key=lambda e: (e["_class"] != "watch", -fields(e), e["start_ms"], e["id"]))
    for entry in ranked:
        for other in retained:
            shared = min(entry["end_ms"], other["end_ms"]) - max(
                entry["start_ms"], other["start_ms"])
            shorter = min(e["end_ms"] - e["start_ms"] for e in (entry, other))
            if shared > 0 and shared >= OVERLAP * shorter:
                other["also"].append(entry["id"])
                break
        else:
            retained.append(entry)
    return retained
