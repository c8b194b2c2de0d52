"""A program as people write it, for the checker of types."""

import numpy as np
import pandas as pd
import resonance_hrv as rh

table: pd.DataFrame = rh.hrv(np.array([812.0, 830.0, 795.0]), window=60.0)
signals, info = rh.ecg_peaks([0.0, 0.1], 250)
rate: object = info["sampling_rate"]
try:
    rows: pd.DataFrame = rh.analyze(["a.txt"], jobs=2, like="kubios")
except rh.ResonanceError as error:
    print(error.code.upper())
