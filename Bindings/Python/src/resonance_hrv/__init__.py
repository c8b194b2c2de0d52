"""Heart rate variability from R-R intervals, ECG and files of every format.

>>> import resonance_hrv as rh
>>> rh.metrics().shape[1]
5
"""

from ._arrow import hrv_batch, table
from ._batch import parquet, read_batch
from ._calls import analyze, coherence, correct, hrv, lomb_scargle, metrics, psd
from ._ecg import ecg_peaks
from ._read import Recording, Signal, read
from ._version import __version__
from .errors import ResonanceError
from .live import Live

__all__ = [
    "Live", "Recording", "ResonanceError", "Signal", "__version__", "analyze", "coherence", "correct", "ecg_peaks", "hrv",
    "hrv_batch", "lomb_scargle", "metrics", "parquet", "psd", "read",
    "read_batch", "table",
]
