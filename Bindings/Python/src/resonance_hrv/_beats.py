"""The beats that a call is given: intervals, places of beats, an ECG, or what another call gave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _inputs
from ._ecg import as_signal
from ._inputs import Doubles
from ._read import Recording


@dataclass
class Beats:
    """Recordings as the library takes them."""

    arrays: list[Doubles]
    # The meaning of the numbers: intervals in a unit, positions in a signal of a rate, or the samples of an ECG.
    options: dict[str, Any]
    is_one: bool

    @classmethod
    def of(cls, rr: Any, peaks: Any, ecg: Any, sampling_rate: Any, unit: str) -> Beats:
        """The beats by whichever of the three is given.

        Raises
        ------
        TypeError
            For none or several of them, and for what holds no beats.
        """
        if sum(given is not None for given in (rr, peaks, ecg)) != 1:
            raise TypeError("give one of rr, peaks and ecg")
        if ecg is not None:
            is_one = _inputs.is_array(ecg)
            signals = [as_signal(one, sampling_rate) for one in ([ecg] if is_one else ecg)]
            if len({rate for _, rate in signals}) > 1:
                raise TypeError("the signals have different sampling rates: give them one by one")
            rate = signals[0][1] if signals else _inputs.rate(sampling_rate)
            return cls([samples for samples, _ in signals], {"ecg_rate": rate}, is_one)
        if peaks is not None:
            is_one = _holds_positions(peaks) or _inputs.is_array(peaks) and not _holds_positions(next(iter(peaks), None))
            return cls._positions([peaks] if is_one else list(peaks), sampling_rate, is_one)
        if _holds_positions(rr):
            return cls._positions([rr], sampling_rate, True)
        if isinstance(rr, list) and rr and all(_holds_positions(one) for one in rr):
            return cls._positions(rr, sampling_rate, False)
        is_one = _inputs.is_array(rr)
        given = [rr] if is_one else list(rr)
        return cls([_inputs.doubles(one) for one in given], {"unit": unit}, is_one)

    @classmethod
    def _positions(cls, given: list[Any], sampling_rate: Any, is_one: bool) -> Beats:
        found = [_positions(one, sampling_rate) for one in given]
        kinds = [kind for _, kind in found]
        if all(kind == kinds[0] for kind in kinds):
            return cls([values for values, _ in found], kinds[0] if kinds else {"unit": "ms"}, is_one)
        raise TypeError("the recordings are of different kinds, or of different sampling rates: give them one by one")


def _holds_positions(given: Any) -> bool:
    """Whether this is what `ecg_peaks` or `read` gives, or NeuroKit's functions."""
    if isinstance(given, tuple):
        return len(given) == 2 and isinstance(given[1], dict)
    return isinstance(given, (dict, Recording)) or _column_of_peaks(given) is not None


def _positions(given: Any, sampling_rate: Any) -> tuple[Doubles, dict[str, Any]]:
    """The values as the library takes them, and what they are."""
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], dict):
        given = given[1]
    if isinstance(given, Recording):
        if given.beats is None:
            raise TypeError(f"{given.path} holds signals and no beats: analyze(path) finds them in its ECG, "
                            "or give ecg=recording.signals[...]")
        return _with_gaps(given.beats["time_s"], given.beats["rr_ms"])
    column = _column_of_peaks(given)
    if column is not None:
        positions = np.flatnonzero(given[column].to_numpy() == 1).astype(np.float64)
        return positions, {"peaks_rate": _inputs.rate(sampling_rate)}
    if not isinstance(given, dict):
        return _marked(given), {"peaks_rate": _inputs.rate(sampling_rate)}
    key = next((key for key in given if str(key).endswith("_Peaks")), None)
    if key is None:
        raise TypeError(f"a dict without a key such as ECG_R_Peaks holds no beats: give {_inputs.ACCEPTED}")
    known = given.get("sampling_rate")
    rate = _inputs.rate(known if sampling_rate is None else sampling_rate)
    if known is not None and rate != known:
        raise ValueError(f"sampling_rate is {rate:g}, and that of the peaks {known:g}: leave it out")
    positions = _marked(given[key])
    times = given.get("ECG_R_Times")
    # The caller may have corrected the positions since; then the times no longer belong to them.
    if times is not None and len(times) == len(positions) and bool((np.abs(np.maximum(times * rate, 0) - positions) <= 1).all()):
        return _with_gaps(times, given["ECG_R_Intervals"])
    return positions, {"peaks_rate": rate}


def _marked(given: Any) -> Doubles:
    """Places of beats; of an array with a 1 at each beat the places of these."""
    marks = np.asarray(given) if not hasattr(given, "to_numpy") else np.asarray(given.to_numpy())
    if marks.dtype == bool and marks.ndim == 1:
        return np.flatnonzero(marks).astype(np.float64)
    positions = _inputs.doubles(given, "peaks")
    if len(positions) > 2 and bool(np.isin(positions, (0, 1)).all()):
        return np.flatnonzero(positions).astype(np.float64)
    return positions


def _column_of_peaks(given: Any) -> str | None:
    """The column with a 1 at each beat, of a table with a row a sample."""
    columns = getattr(given, "columns", None)
    if columns is None:
        return None
    return next((name for name in columns if str(name).endswith("_Peaks")), None)


def _with_gaps(times: Any, intervals: Any) -> tuple[Doubles, dict[str, Any]]:
    """The intervals to the last bit, and the length of each gap between them as a value below 0."""
    at = np.asarray(times, dtype=np.float64)
    values = np.asarray(intervals, dtype=np.float64)
    begun = np.isnan(values)
    before = np.concatenate([[0.0], at[:-1]]) if len(at) else at
    # A gap of no length is one all the same, but for that before the first beat.
    gaps = -np.maximum((at - before) * 1000, 1e-9)
    if len(at) and at[0] == 0:
        gaps[0] = np.nan
    return np.where(begun, gaps, values), {"gaps": True}
