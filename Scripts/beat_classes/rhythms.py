"""Compares the rhythms of `hrv detect` with the rhythm annotations of MIT-BIH records.

    rhythms.py HRV FOLDER [RECORD ...]

HRV is the program, FOLDER has the records (.hea, .dat, .atr). Prints a Markdown table: seconds annotated, seconds of
these that were found, and seconds found elsewhere, for each record and rhythm. Standard library only; no part is
random.
"""

import json
import os
import subprocess
import sys

RHYTHM, SKIP, NUMBER, SUBTYPE, CHANNEL, TEXT = 28, 59, 60, 61, 62, 63
# Texts of the annotators, and the kinds of `hrv detect` that are compared with them.
RHYTHMS = [
    ("AF or flutter", {"(AFIB", "(AFL"}, {"irregular_as_atrial_fibrillation"}),
    ("bigeminy", {"(B"}, {"ventricular_bigeminy"}),
    ("trigeminy", {"(T"}, {"ventricular_trigeminy"}),
    ("ventricular run", {"(VT", "(IVR"}, {"ventricular_run"}),
    ("supraventricular run", {"(SVTA"}, {"supraventricular_run"}),
]


def rhythm_changes(path):
    """Sample and text of each rhythm annotation of a file in the MIT format."""
    data = open(path, "rb").read()
    position, sample, changes, code = 0, 0, [], 0
    while position + 1 < len(data):
        word = data[position] | data[position + 1] << 8
        position += 2
        kind, value = word >> 10, word & 0x3FF
        if word == 0:
            break
        if kind == SKIP:
            high, low = (data[position + i] | data[position + i + 1] << 8 for i in (0, 2))
            step = high << 16 | low
            sample += step - (1 << 32 if step >> 31 else 0)
            position += 4
        elif kind == TEXT:
            text = data[position : position + value].rstrip(b"\0").decode("ascii", "replace")
            position += value + value % 2
            if code == RHYTHM:
                changes.append((sample, text))
        elif kind not in (NUMBER, SUBTYPE, CHANNEL):
            sample += value
            code = kind
    return changes


def seconds(spans, length):
    """The tenths of a second that spans cover."""
    covered = set()
    for start, end in spans:
        covered.update(range(round(start * 10), round(min(end, length) * 10)))
    return covered


def main():
    program, folder, *records = sys.argv[1:]
    names = records or sorted(f[:-4] for f in os.listdir(folder) if f.endswith(".atr"))
    print("| record | rhythm | annotated, s | of these found, s | found elsewhere, s |")
    print("| --- | --- | --- | --- | --- |")
    sums = {name: [0, 0, 0] for name, _, _ in RHYTHMS}
    for record in names:
        path = os.path.join(folder, record)
        run = subprocess.run([program, "detect", path + ".hea", "--json"], capture_output=True, check=True)
        result = json.loads(run.stdout)
        result = result[0] if isinstance(result, list) else result
        result = result["results"][0] if "results" in result else result
        rate = float(open(path + ".hea").readline().split()[2].split("/")[0])
        length = result["duration_s"]
        changes = rhythm_changes(path + ".atr") + [(length * rate, "")]
        for name, texts, kinds in RHYTHMS:
            annotated = seconds(
                [(a[0] / rate, b[0] / rate) for a, b in zip(changes, changes[1:]) if a[1] in texts], length)
            found = seconds(
                [(e["start_s"], e["end_s"]) for e in result["rhythms"] if e["kind"] in kinds], length)
            row = [len(annotated), len(annotated & found), len(found - annotated)]
            if any(row):
                print(f"| {record} | {name} | " + " | ".join(f"{x / 10:.1f}" for x in row) + " |")
            sums[name] = [a + b for a, b in zip(sums[name], row)]
    for name, row in sums.items():
        print(f"| all | {name} | " + " | ".join(f"{x / 10:.1f}" for x in row) + " |")


main()
