"""Every recording of a folder, with options drawn by a seed, equal to the tool to the last bit.

RESONANCE_HRV_PORTABLE names a tool that is built with every package trait off: with FFTW in place of our own transform
some numbers differ in the last digits. RESONANCE_DATASETS names the folder.
"""

import json
import os
import random
import subprocess

import numpy as np
import pandas as pd
import pytest
import resonance_hrv as rh

TOOL = os.environ.get("RESONANCE_HRV_PORTABLE")
FOLDER = os.environ.get("RESONANCE_DATASETS")
CHOICES = {
    "window": [None, None, 60.0, 300.0], "psd": [None, "welch", "multitaper", "fft", "burg"],
    "taper": [None, "none"], "resample": [None, "cubic", "monotone"], "detrend": [None, "none"],
    "correct": [None, "none", "malik", "lipponen", "kubios-medium"], "force": [None, True], "ci": [None, None, True],
}


def options(seed):
    drawn = random.Random(seed)
    chosen = {key: drawn.choice(values) for key, values in CHOICES.items()}
    return {key: value for key, value in chosen.items() if value is not None}


@pytest.mark.skipif(not (TOOL and FOLDER), reason="RESONANCE_HRV_PORTABLE and RESONANCE_DATASETS are not set")
@pytest.mark.parametrize("seed", range(int(os.environ.get("RESONANCE_OPTION_SETS", "20"))))
def test_every_recording_is_the_same_to_the_bit(seed):
    chosen = options(seed) if seed else {}
    words = []
    for key, value in chosen.items():
        words += [f"--{key}"] if value is True else [f"--{key}", str(value)]
    done = subprocess.run(
        [TOOL, "analyze", FOLDER, "--ndjson", "--quiet", *words], capture_output=True, text=True, check=False)
    wanted = [json.loads(line) for line in done.stdout.splitlines()]
    table = rh.analyze(FOLDER, **chosen)
    table = table[table["error_code"].isna()].astype(object)
    assert len(table) == len(wanted) > 10
    for row, fields in zip(table.to_dict("records"), wanted):
        for name, value in fields.items():
            got = row[name]
            if value is None:
                assert got is None or pd.isna(got), (row["file"], name)
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                assert np.float64(got) == np.float64(value), (row["file"], name, got, value)
            else:
                assert got == value, (row["file"], name)
