"""R-peak detectors of other packages: a signal in mV and its rate in, positions in samples out."""

import warnings

import neurokit2
import numpy as np
import sleepecg
import wfdb.processing

warnings.filterwarnings("ignore")


def xqrs(signal, rate):
    return wfdb.processing.xqrs_detect(signal, fs=rate, verbose=False)


def sleepecg_c(signal, rate):
    return sleepecg.detect_heartbeats(signal, rate, backend="c")


def neurokit(signal, rate):
    # Its filters are designed for whole rates only.
    whole = int(round(rate))
    clean = neurokit2.ecg_clean(signal, sampling_rate=whole, method="neurokit")
    return neurokit2.ecg_peaks(clean, sampling_rate=whole, method="neurokit")[1]["ECG_R_Peaks"]


METHODS = [
    ("xqrs", xqrs),
    ("sleepecg", sleepecg_c),
    ("neurokit", neurokit),
]


def positions(method, signal, rate):
    """Ascending; none where the method gives none. Missing samples are held, as none takes them."""
    signal = np.asarray(signal, float)
    missing = np.isnan(signal)
    if missing.any():
        index = np.where(~missing, np.arange(len(signal)), 0)
        np.maximum.accumulate(index, out=index)
        signal = np.nan_to_num(signal[index])
    return np.sort(np.asarray(method(signal, rate), float))
