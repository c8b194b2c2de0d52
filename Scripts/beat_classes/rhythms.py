"""Compares the rhythms of `hrv detect` with the rhythm annotations of MIT-BIH records.

    rhythms.py HRV FOLDER [RECORD ...]

HRV is the program, FOLDER has the records (.hea, .dat, .atr). Prints a Markdown table: seconds annotated, seconds of
these that were found, and seconds found elsewhere, for each record and rhythm. Needs wfdb; no part is random.
"""

import json
import os
import subprocess
import sys

import wfdb

# Texts of the annotators, and the kinds of `hrv detect` that are compared with them.
RHYTHMS = [
    ("AF or flutter", {"(AFIB", "(AFL"}, {"irregular_as_atrial_fibrillation"}),
    ("bigeminy", {"(B"}, {"ventricular_bigeminy"}),
    ("trigeminy", {"(T"}, {"ventricular_trigeminy"}),
    ("ventricular run", {"(VT", "(IVR"}, {"ventricular_run"}),
    ("supraventricular run", {"(SVTA"}, {"supraventricular_run"}),
]


def rhythm_changes(path):
    """Sample and text of each rhythm annotation of a record."""
    notes = wfdb.rdann(path, "atr")
    changes = zip(notes.sample, notes.symbol, notes.aux_note)
    return [(int(sample), text.rstrip("\0")) for sample, symbol, text in changes if symbol == "+"]


def tenths(spans, length):
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
        result = json.loads(run.stdout)[0]
        rate = float(open(path + ".hea").readline().split()[2].split("/")[0])
        length = result["duration_s"]
        changes = rhythm_changes(path) + [(length * rate, "")]
        for name, texts, kinds in RHYTHMS:
            annotated = tenths(
                [(a[0] / rate, b[0] / rate) for a, b in zip(changes, changes[1:]) if a[1] in texts], length)
            found = tenths(
                [(e["start_s"], e["end_s"]) for e in result["rhythms"] if e["kind"] in kinds], length)
            row = [len(annotated), len(annotated & found), len(found - annotated)]
            if any(row):
                print(f"| {record} | {name} | " + " | ".join(f"{x / 10:.1f}" for x in row) + " |")
            sums[name] = [a + b for a, b in zip(sums[name], row)]
    for name, row in sums.items():
        print(f"| all | {name} | " + " | ".join(f"{x / 10:.1f}" for x in row) + " |")


main()
