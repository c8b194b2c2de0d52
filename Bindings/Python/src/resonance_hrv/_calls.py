"""The calls: arrays and files in, tables of pandas out."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from . import _inputs, _library
from .errors import ResonanceError

# More values than this may take so long that somebody presses Ctrl-C.
LONG = 20_000
JSON = ("artefacts", "reasons", "reason_details", "forced", "corrected_pct", "ci", "ci_reasons", "recipe", "warnings")


def hrv(
    rr: Any = None,
    *,
    peaks: Any = None,
    sampling_rate: float | None = None,
    unit: str = "ms",
    window: float | None = None,
    step: float | None = None,
    names: str = "neurokit",
    **options: Any,
) -> pd.DataFrame:
    """Heart rate variability of R-R intervals, or of the places of beats.

    Parameters
    ----------
    rr : array, or list of arrays
        R-R intervals; NaN for one that is missing. A list of arrays is a list of recordings.
    peaks : array, dict, or list of them
        Places of the beats in samples, in place of `rr`; also what `ecg_peaks` or NeuroKit's function of that name gives.
    sampling_rate : float
        Samples a second of the signal in which `peaks` were found; Hz.
    unit : str
        Unit of `rr`: ``ms`` or ``s``.
    window, step : float
        Length and distance of windows, each a row; s. One row a recording without them.
    names : str
        How the metrics are called: ``neurokit``, ``resonance`` (every metric), ``kubios``, ``hrvanalysis``.
    **options
        Every option of the command ``hrv analyze`` that says how numbers are made, with ``_`` for ``-``: ``like``,
        ``psd``, ``correct``, ``ci``, ``jobs`` ...

    Returns
    -------
    pandas.DataFrame
        A row a window, a column a metric. A number that the data cannot carry is NaN; ``attrs["reasons"]`` has for each
        row why, ``attrs["recipe"]`` how the numbers are made, ``attrs["warnings"]`` what is to be known. Of a list of
        recordings the index has a level ``recording``, and ``attrs["errors"]`` those that could not be analysed.

    Raises
    ------
    ResonanceError
        For a single recording that cannot be analysed, and for options that are wrong.
    TypeError
        For inputs that are no numbers.

    Examples
    --------
    >>> import resonance_hrv as rh
    >>> table = rh.hrv([812, 830, 795, 805, 821, 808, 799, 815] * 40)
    >>> round(float(table["HRV_MeanNN"].iloc[0]), 2)
    810.62
    """
    if (rr is None) == (peaks is None):
        raise TypeError("give either rr or peaks")
    given = rr if peaks is None else peaks
    is_one = isinstance(given, (dict, tuple)) if peaks is not None else False
    is_one = is_one or _inputs.is_array(given)
    recordings = [given] if is_one else list(given)
    if peaks is None:
        arrays = [_inputs.doubles(one) for one in recordings]
    else:
        arrays = [_inputs.intervals_of_peaks(one, sampling_rate) for one in recordings]
        unit = "ms"
    table = _intervals(
        "rsn_hrv", arrays, {"unit": unit, "window": window, "step": step, "names": names, **options})
    return _metrics(table, is_one)


def _intervals(name: str, arrays: list[_inputs.Doubles], options: dict[str, Any]) -> _library.Table:
    values, offsets = _inputs.together(arrays)
    return _library.call(
        name, [values.ctypes.data, offsets.ctypes.data, len(arrays)], options, is_long=len(values) > LONG)


def _of_one(name: str, rr: Any, options: dict[str, Any]) -> _library.Table:
    """The table of one recording; its error is raised."""
    table = _intervals(name, [_inputs.doubles(rr)], options)
    code, text = table.columns["error_code"], table.columns["error"]
    if table.row_count and code[0] is not None:
        raise ResonanceError(str(code[0]), str(text[0]))
    return table


def _metrics(table: _library.Table, is_one: bool) -> pd.DataFrame:
    columns = table.columns
    codes, texts = columns["error_code"], columns["error"]
    recording = np.asarray(columns["recording"])
    errors = {
        int(recording[row]): {"code": codes[row], "message": texts[row]}
        for row in range(table.row_count) if codes[row] is not None}
    if is_one and errors:
        raise ResonanceError(str(errors[0]["code"]), str(errors[0]["message"]))
    numbers = {
        name: values for name, values in columns.items()
        if name not in JSON and name not in ("recording", "stretch", "error_code", "error")}
    # One block: a frame of a hundred columns of their own takes longer than the numbers themselves.
    frame = pd.DataFrame(np.column_stack([np.asarray(values) for values in numbers.values()]), columns=list(numbers))
    if "stretch" in columns:
        frame.insert(0, "stretch", list(columns["stretch"]))
    if not is_one:
        row = pd.Series(recording).groupby(recording).cumcount()
        frame.index = pd.MultiIndex.from_arrays([recording, row], names=["recording", "window"])
    frame.attrs["reasons"] = _objects(columns["reasons"])
    frame.attrs["warnings"] = _objects(columns["warnings"])
    frame.attrs["recipe"] = json.loads(table.metadata.get("recipe", "{}"))
    if not is_one:
        frame.attrs["errors"] = errors
    return frame


def _objects(texts: Any) -> list[Any]:
    return [None if text is None else json.loads(text) for text in texts]


def analyze(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], jobs: int | None = None,
            **options: Any) -> pd.DataFrame:
    """Heart rate variability of files of every format, and of folders.

    Parameters
    ----------
    paths : path, or list of paths
        R-R text and tables, WFDB, EDF, FIT, exports of apps ...; an ECG has its beats found first. A folder is every
        recording in it.
    jobs : int
        How many files are worked on at once; all processors where None.
    **options
        Every option of the command ``hrv analyze`` that shapes a row.

    Returns
    -------
    pandas.DataFrame
        Every column of ``hrv analyze``, with ``recording``, ``error_code`` and ``error``: a file that cannot be read is a
        row with its error. ``reasons``, ``recipe`` and ``warnings`` are dicts and lists.
    """
    one = isinstance(paths, (str, os.PathLike))
    files = [os.fspath(paths)] if one else [os.fspath(path) for path in paths]  # type: ignore[arg-type, union-attr]
    texts = [path if isinstance(path, bytes) else path.encode() for path in files]
    array = (ctypes.c_char_p * max(1, len(texts)))(*texts)
    table = _library.call(
        "rsn_analyze", [array, len(texts)], {"jobs": jobs or os.cpu_count() or 1, **options}, is_long=True)
    return pd.DataFrame({
        name: _objects(values) if name in JSON else values for name, values in table.columns.items()})


def ecg_peaks(ecg: Any, sampling_rate: float, **options: Any) -> tuple[pd.DataFrame, dict[str, Any]]:
    """R peaks of an ECG, as NeuroKit's function of that name gives them.

    Parameters
    ----------
    ecg : array
        Samples in any unit; NaN for those that are missing.
    sampling_rate : float
        Samples a second, 100 to 4000; Hz.
    **options
        ``detector``: a published detector in place of ours.

    Returns
    -------
    signals : pandas.DataFrame
        ``ECG_R_Peaks``: 1 at each sample with a peak.
    info : dict
        ``ECG_R_Peaks``: places in samples; ``ECG_R_Times``: times between samples, in s; ``ECG_R_Quality``: 0 to 1;
        ``ECG_R_Kind``; ``sampling_rate``.
    """
    samples = _inputs.doubles(ecg, "ecg")
    table = _library.call(
        "rsn_peaks", [samples.ctypes.data, len(samples), float(sampling_rate)], options,
        is_long=len(samples) > 50 * LONG)
    places = np.rint(np.asarray(table.columns["sample"])).astype(np.int64)
    places = np.clip(places, 0, max(0, len(samples) - 1))
    marks = np.zeros(len(samples), dtype=np.int64)
    marks[places] = 1
    return pd.DataFrame({"ECG_R_Peaks": marks}), {
        "ECG_R_Peaks": places,
        "ECG_R_Times": np.array(table.columns["time_s"]),
        "ECG_R_Quality": np.array(table.columns["quality"]),
        "ECG_R_Kind": table.columns["kind"],
        "sampling_rate": sampling_rate,
        "warnings": json.loads(table.metadata.get("warnings", "[]")),
    }


def correct(rr: Any, *, unit: str = "ms", **options: Any) -> pd.DataFrame:
    """R-R intervals before and after correction.

    Parameters
    ----------
    rr : array
        R-R intervals; NaN for one that is missing.
    unit : str
        ``ms`` or ``s``.
    **options
        ``correct``: a rule; ``repair``: what becomes of beats at fault.

    Returns
    -------
    pandas.DataFrame
        ``t_s``, ``rr_ms`` (NaN for a beat that was put in), ``nn_ms`` (NaN where no NN interval ends), ``flag``.
    """
    table = _of_one("rsn_correct", rr, {"unit": unit, **options})
    return pd.DataFrame({name: table.columns[name] for name in ("t_s", "rr_ms", "nn_ms", "flag")})


def psd(rr: Any, *, unit: str = "ms", **options: Any) -> pd.DataFrame:
    """The power spectral density of R-R intervals.

    Parameters
    ----------
    rr : array
        R-R intervals; NaN for one that is missing.
    unit : str
        ``ms`` or ``s``.
    **options
        ``psd``: ``lomb`` (of the uneven beats), ``welch``, ``multitaper``, ``fft`` or ``burg``; ``taper``, ``resample``,
        ``detrend``, ``correct``, ``force``.

    Returns
    -------
    pandas.DataFrame
        ``Frequency`` in Hz and ``Power``, a one-sided density in ms^2/Hz.
    """
    table = _of_one("rsn_psd", rr, {"unit": unit, **options})
    return pd.DataFrame({
        "Frequency": table.columns["f_hz"], "Power": table.columns["psd_ms2_per_hz"]})


def coherence(rr: Any, *, rate: float | None = None, unit: str = "ms", **options: Any) -> pd.DataFrame:
    """How far the heart follows commanded breaths, by every coherence score over time.

    Parameters
    ----------
    rr : array
        R-R intervals; NaN for one that is missing.
    rate : float
        The rate that was commanded throughout; breaths/min. Or ``schedule``: parts such as ``"6.5:2,free:1,6:2"``.
    unit : str
        ``ms`` or ``s``.
    **options
        ``offset``: time of the first inhalation, in s; ``step``: distance of two rows, in s; ``score``: only this one;
        ``correct``, ``repair``.

    Returns
    -------
    pandas.DataFrame
        ``t_s`` and a column a score; NaN where a score has no value yet. ``attrs["reasons"]`` has why.
    """
    table = _of_one("rsn_coherence", rr, {"rate": rate, "unit": unit, **options})
    frame = pd.DataFrame({
        name: values for name, values in table.columns.items()
        if name not in JSON and name not in ("recording", "error_code", "error")})
    frame.attrs["reasons"] = _objects(table.columns["reasons"])
    return frame


def lomb_scargle(t: Any, y: Any, frequency: Any, **options: Any) -> pd.DataFrame:
    """The generalised Lomb-Scargle periodogram of samples at uneven times.

    Parameters
    ----------
    t, y : array
        Times in s, in any order, and as many samples.
    frequency : array
        Frequencies in Hz: not angular ones, as SciPy's function of that name takes.
    **options
        ``taper``: ``hann`` or ``none``.

    Returns
    -------
    pandas.DataFrame
        ``Frequency`` and ``Power``, the share of the variance that a sine of that frequency explains, 0 to 1.
    """
    times, values = _inputs.doubles(t, "t"), _inputs.doubles(y, "y")
    if len(times) != len(values):
        raise ValueError(f"there are {len(times)} times and {len(values)} samples: give as many")
    wanted = _inputs.doubles(frequency, "frequency")
    table = _library.call(
        "rsn_lomb_scargle",
        [times.ctypes.data, values.ctypes.data, len(times), wanted.ctypes.data, len(wanted)], options,
        is_long=len(times) * len(wanted) > 100 * LONG)
    return pd.DataFrame({"Frequency": wanted, "Power": table.columns["power"]})


def metrics(names: str = "resonance") -> pd.DataFrame:
    """Every metric: ``key``, ``unit``, ``family``, ``meaning``."""
    return pd.DataFrame(_library.call("rsn_metrics", [], {"names": names}).columns)
