"""R-R intervals of FIT files: ours beside those of fitdecode and of garmin-fit-sdk.

    python fit_peers.py HRV FILE...

HRV is the built tool. For each file the intervals that `hrv correct` read (its column rr_ms) are
compared one by one with those that both readers give, of the kind of message that ours names. The
readers give times of beats (hr) or intervals with fillers (the others): what is made of them here is
the shortest way, and shares nothing with the tool.

Prints a line a file and leaves with 1 where one differs.
"""

import csv
import io
import json
import subprocess
import sys

import fitdecode
import garmin_fit_sdk

STEP_S = 1 / 1024
PERIOD_S = 4.0
# Times of beats are sums of steps in s, as floating-point numbers.
TOLERANCE_MS = 1e-3


def ours(tool, path):
    """The intervals in ms and the kind of message, or None and the reason."""
    command = [tool, "analyze", path, "--json", "--force", "--correct", "none"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr.strip().splitlines()[-1].split("error: ")[-1]
    kind = json.loads(run.stdout)[0]["recipe"]["input_times"]
    command = [tool, "correct", path, "--output", "csv"]
    table = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = csv.DictReader(io.StringIO(table))
    return [float(row["rr_ms"]) for row in rows if row["rr_ms"]], kind


def of_values(values, scale):
    """Intervals of a list of values that may be missing."""
    return [value * scale for value in values if value is not None and value > 0]


def of_events(events):
    """Intervals of times of beats in s; equal ones are padding, and 4 s or more are a gap."""
    steps = [after - before for before, after in zip(events, events[1:])]
    return [1000 * step for step in steps if 0 < step < PERIOD_S]


def listed(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


def packed_times(octets):
    """Low twelve bits of times, two in three bytes."""
    word = int.from_bytes(bytes(octets), "little")
    return [word >> 12 * index & 0xFFF for index in range(len(octets) * 8 // 12)]


def by_fitdecode(path):
    """Intervals by kind. Its own expansion loses where the clock of beats begins: raw bytes are used."""
    found = {"hrv": [], "beat_intervals": []}
    ticks = []
    with fitdecode.FitReader(path, check_crc=fitdecode.CrcCheck.DISABLED) as reader:
        try:
            for frame in reader:
                if not isinstance(frame, fitdecode.FitDataMessage):
                    continue
                if frame.name == "hrv":
                    for field in frame.get_fields("time"):
                        found["hrv"] += of_values(listed(field.value), 1000)
                elif frame.global_mesg_num == 290:
                    for field in frame.fields:
                        if field.def_num == 1:
                            found["beat_intervals"] += of_values(listed(field.raw_value), 1)
                elif frame.name == "hr":
                    collect(frame, ticks)
        except fitdecode.exceptions.FitError:
            pass  # What comes before the damage counts.
    found["hr"] = of_events([tick * STEP_S for tick in ticks])
    return found


def collect(frame, ticks):
    """Adds the times of an hr message, in steps since any moment."""
    base = [field for field in frame.fields if field.def_num == 9 and not field.is_expanded]
    for field in base:
        for value in listed(field.raw_value):
            step = (value - ticks[-1]) % (1 << 32) if ticks else value
            ticks.append(ticks[-1] + step if ticks else value)
    for field in frame.fields:
        if field.def_num == 10 and not field.is_expanded:
            for value in packed_times(field.raw_value):
                ticks.append(ticks[-1] + (value - ticks[-1]) % 4096)


def by_garmin(path):
    """Intervals by kind, by the maker's own reader with its own expansion of packed times."""
    stream = garmin_fit_sdk.Stream.from_file(path)
    decoder = garmin_fit_sdk.Decoder(stream)
    found = {"hrv": [], "beat_intervals": []}
    events = []

    def listen(number, message):
        if number == 78:
            found["hrv"] += of_values(listed(message.get("time", [])), 1000)
        elif number == 290:
            found["beat_intervals"] += of_values(listed(message.get("time", [])), 1)
        elif number == 132:
            events.extend(listed(message.get("event_timestamp", [])))

    decoder.read(
        mesg_listener=listen, merge_heart_rates=False, convert_datetimes_to_dates=False,
        enable_crc_check=False)
    # Its sums begin anew after 2^32 steps.
    found["hr"] = of_events(events)
    return found


def difference(a, b):
    """Largest difference in ms, or None where the counts differ."""
    if len(a) != len(b):
        return None
    return max((abs(x - y) for x, y in zip(a, b)), default=0.0)


def main(tool, paths):
    failed = False
    for path in paths:
        intervals, kind = ours(tool, path)
        peers = [("fitdecode", by_fitdecode(path)), ("garmin-fit-sdk", by_garmin(path))]
        name = path.rsplit("/", 1)[-1]
        if intervals is None:
            counts = {peer: sum(map(len, found.values())) for peer, found in peers}
            is_same = not any(counts.values())
            print(f"{name}: none ({kind}); {counts} {'same' if is_same else 'DIFFERENT'}")
            failed = failed or not is_same
            continue
        for peer, found in peers:
            largest = difference(intervals, found[kind])
            is_same = largest is not None and largest <= TOLERANCE_MS
            print(
                f"{name}: {len(intervals)} of {kind}, {peer} {len(found[kind])}, largest difference "
                f"{largest} ms {'same' if is_same else 'DIFFERENT'}")
            failed = failed or not is_same
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
