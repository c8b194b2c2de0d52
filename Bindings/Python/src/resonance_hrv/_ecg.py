"""R peaks of an ECG."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _inputs, _library
from ._read import Signal

if TYPE_CHECKING:
    import pandas as pd

# More samples than this may take so long that the user presses Ctrl-C.
LONG = 1_000_000


def as_signal(ecg: Any, sampling_rate: Any) -> tuple[_inputs.Doubles, float]:
    """Samples and their rate; a signal that was read knows its own."""
    if not isinstance(ecg, Signal):
        return _inputs.doubles(ecg, "ecg"), _inputs.rate(sampling_rate)
    if sampling_rate is not None and sampling_rate != ecg.sampling_rate:
        raise ValueError(f"sampling_rate is {sampling_rate}, and that of the signal {ecg.sampling_rate}: leave it out")
    return ecg.samples, ecg.sampling_rate


def ecg_peaks(ecg: Any, sampling_rate: float | None = None, **options: Any) -> tuple[pd.DataFrame, dict[str, Any]]:
    """R peaks of an ECG, as NeuroKit's function of that name gives them.

    Parameters
    ----------
    ecg : array
        Samples in any unit; NaN for those that are missing. Also a `Signal` that `read` gives.
    sampling_rate : float
        Samples a second, 100 to 4000; Hz. A `Signal` knows its own.
    **options
        ``detector``: a published detector in place of ours.

    Returns
    -------
    signals : pandas.DataFrame
        ``ECG_R_Peaks``: 1 at each sample with a peak.
    info : dict
        ``ECG_R_Peaks``: places in samples; ``ECG_R_Times``: times between samples, in s; ``ECG_R_Intervals``: the
        R-R interval that ends at each, in ms, NaN at the first beat and behind a gap; ``ECG_R_Quality``: 0 to 1;
        ``ECG_R_Kind``; ``ECG_R_Class``: N, S, V or Q by ANSI/AAMI EC57; ``ECG_R_Class_Probability``: that of the class;
        ``ECG_R_V_Probability``, ``ECG_R_S_Probability`` and ``ECG_R_Q_Probability``: those of a ventricular beat, of a
        supraventricular one, and of one that is paced or shows no class (None and NaN with a published detector); ``sampling_rate``; ``warnings``.

    Raises
    ------
    ResonanceError
        For a rate at which no peaks are found.

    Examples
    --------
    >>> import numpy as np
    >>> import resonance_hrv as rh
    >>> time = np.arange(0, 60, 1 / 250)
    >>> ecg = np.exp(-((time % 0.8 - 0.4) / 0.01) ** 2) # a spike each 0.8 s
    >>> signals, info = rh.ecg_peaks(ecg, sampling_rate=250)
    >>> len(info["ECG_R_Peaks"]), int(info["ECG_R_Peaks"][1])
    (75, 300)
    """
    import pandas as pd

    samples, rate = as_signal(ecg, sampling_rate)
    table = _library.call(
        "rsn_peaks", [samples, len(samples), rate], options,
        is_long=len(samples) > LONG)
    positions = np.rint(np.asarray(table.columns["sample"])).astype(np.int64)
    positions = np.clip(positions, 0, max(0, len(samples) - 1))
    marks = np.zeros(len(samples), dtype=np.int64)
    marks[positions] = 1
    return pd.DataFrame({"ECG_R_Peaks": marks}, copy=False), {
        "ECG_R_Peaks": positions,
        "ECG_R_Times": np.array(table.columns["time_s"]),
        "ECG_R_Intervals": np.array(table.columns["rr_ms"]),
        "ECG_R_Quality": np.array(table.columns["quality"]),
        "ECG_R_Kind": table.columns["kind"],
        "ECG_R_Class": table.columns["class"],
        "ECG_R_Class_Probability": np.array(table.columns["class_probability"]),
        "ECG_R_V_Probability": np.array(table.columns["v_probability"]),
        "ECG_R_S_Probability": np.array(table.columns["s_probability"]),
        "ECG_R_Q_Probability": np.array(table.columns["q_probability"]),
        "sampling_rate": rate if sampling_rate is None else sampling_rate,
        "warnings": json.loads(table.metadata.get("warnings", "[]")),
    }
