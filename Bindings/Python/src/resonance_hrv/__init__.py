"""Heart rate variability from R-R intervals, ECG and files of every format.

>>> import resonance_hrv as rh
>>> rh.metrics().shape[1]
4
"""

from ._calls import analyze, coherence, correct, ecg_peaks, hrv, lomb_scargle, metrics, psd
from ._version import __version__
from .errors import ResonanceError
from .live import Live

__all__ = ["Live", "ResonanceError", "__version__", "analyze", "coherence", "correct", "ecg_peaks", "hrv", "lomb_scargle", "metrics", "psd"]
