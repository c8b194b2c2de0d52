"""The calls that analyse: arrays and files in, tables of pandas out."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _inputs, _library
from ._beats import Beats
from .errors import ResonanceError

if TYPE_CHECKING:
    import pandas as pd

# More values than this may take so long that the user presses Ctrl-C.
LONG = 20_000
JSON = ("artefacts", "reasons", "reason_details", "forced", "corrected_pct", "ci", "ci_reasons", "recipe", "warnings")


def hrv(
    rr: Any = None,
    *,
    peaks: Any = None,
    ecg: Any = None,
    sampling_rate: float | None = None,
    unit: str = "ms",
    window: float | None = None,
    step: float | None = None,
    names: str = "neurokit",
    **options: Any,
) -> pd.DataFrame:
    """Heart rate variability of R-R intervals, of the places of beats, or of an ECG.

    Parameters
    ----------
    rr : array, or list of arrays
        R-R intervals; NaN for one that is missing. A list of arrays is a list of recordings. Also what `read` or
        `ecg_peaks` gives.
    peaks : array, dict, DataFrame, or list of them
        Places of the beats in samples, in place of `rr`: an array of them, or what `ecg_peaks` or NeuroKit's function
        of that name gives. NaN between two of them is a gap.
    ecg : array, or list of arrays
        Samples of an ECG, in place of `rr`; its beats are found first.
    sampling_rate : float
        Samples a second of `ecg`, or of the signal in which `peaks` were found; Hz.
    unit : str
        Unit of `rr`: ``ms`` or ``s``.
    window, step : float
        Length and distance of windows, each a row; s. One row a recording without them.
    names : str
        How the metrics are called: ``neurokit``, ``resonance`` (every metric), ``sql`` (the same, no two alike but for
        the case of letters), ``kubios``, ``hrvanalysis``.
    **options
        Every option of the command ``hrv analyze`` that says how numbers are made, with ``_`` for ``-``: ``like``,
        ``psd``, ``correct`` (None: no correction), ``ci``, ``force``, ``jobs`` ...

    Returns
    -------
    pandas.DataFrame
        A row a window, a column a metric. A number that the data cannot carry is NaN; ``attrs["reasons"]`` has for each
        row why, ``attrs["recipe"]`` how the numbers are made, ``attrs["warnings"]`` what is to be known, and with
        ``ci=True`` ``attrs["ci"]`` the 95 % interval of each metric that has one. Before the metrics stand the length
        and the quality of the row (``start_s`` to ``psd_dof``). Of a list of recordings the index has a level ``recording``, and ``attrs["errors"]`` those that could not be analysed.

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
    beats = Beats.of(rr, peaks, ecg, sampling_rate, unit)
    table = _many("rsn_hrv", beats, {"window": window, "step": step, "names": names, **options})
    return _metrics(table, beats.is_one)


def _many(name: str, beats: Beats, options: dict[str, Any]) -> _library.Table:
    return _library.Table(owned(name, beats, options))


def owned(name: str, beats: Beats, options: dict[str, Any]) -> _library.Owner:
    """The table of a call that takes recordings, in the library's memory."""
    values, offsets = _inputs.together(beats.arrays)
    return _library.owned(
        name, [values, offsets, len(beats.arrays)], {**beats.options, **options},
        is_long=len(values) > LONG)


def _of_one(name: str, beats: Beats, options: dict[str, Any]) -> _library.Table:
    """The table of one recording; its error is raised."""
    if not beats.is_one:
        raise TypeError("give one recording: this call takes no list of them")
    table = _many(name, beats, options)
    code, text = table.columns["error_code"], table.columns["error"]
    if table.row_count and code[0] is not None:
        raise ResonanceError(str(code[0]), str(text[0]))
    return table


def _metrics(table: _library.Table, is_one: bool) -> pd.DataFrame:
    import pandas as pd

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
    block = np.empty((table.row_count, len(numbers)))
    for index, values in enumerate(numbers.values()):
        block[:, index] = values
    frame = pd.DataFrame(block, columns=_index(tuple(numbers)), copy=False)
    if "stretch" in columns:
        frame.insert(0, "stretch", list(columns["stretch"]))
    if not is_one:
        row = pd.Series(recording).groupby(recording).cumcount()
        frame.index = pd.MultiIndex.from_arrays([recording, row], names=["recording", "window"])
    frame.attrs["reasons"] = _objects(columns["reasons"])
    frame.attrs["warnings"] = _objects(columns["warnings"])
    if "ci" in columns:
        frame.attrs["ci"] = _objects(columns["ci"])
        frame.attrs["ci_reasons"] = _objects(columns["ci_reasons"])
    frame.attrs["recipe"] = json.loads(table.metadata.get("recipe", "{}"))
    if not is_one:
        frame.attrs["errors"] = errors
    return frame


@functools.lru_cache(maxsize=64)
def _index(names: tuple[str, ...]) -> pd.Index:
    """The columns of a frame: pandas takes as long to make them as the numbers themselves take."""
    import pandas as pd

    return pd.Index(names)


def _objects(texts: Any) -> list[Any]:
    return [None if text is None else json.loads(text) for text in texts]


Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]


def analyze(paths: Path | Iterable[Path], jobs: int | None = None,
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

    Raises
    ------
    ResonanceError
        For options that are wrong.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import resonance_hrv as rh
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "rr.txt").write_text("812\\n830\\n795\\n" * 40)
    >>> table = rh.analyze(folder)
    >>> int(table["n_beats"].iloc[0]), round(float(table["HRV_MeanNN"].iloc[0]), 1)
    (120, 812.3)
    """
    import pandas as pd

    files = [paths] if isinstance(paths, (str, bytes, os.PathLike)) else paths
    count = (os.cpu_count() or 1) if jobs is None else jobs
    table = _library.call("rsn_analyze", _library.path_list(files), {"jobs": count, **options}, is_long=True)
    return pd.DataFrame({
        name: _objects(values) if name in JSON else values for name, values in table.columns.items()})


def correct(
    rr: Any = None, *, peaks: Any = None, ecg: Any = None, sampling_rate: float | None = None, unit: str = "ms",
    **options: Any,
) -> pd.DataFrame:
    """R-R intervals before and after correction.

    Parameters
    ----------
    rr, peaks, ecg, sampling_rate, unit
        One recording, as `hrv` takes it.
    **options
        ``correct``: a rule; ``repair``: what becomes of beats at fault.

    Returns
    -------
    pandas.DataFrame
        ``t_s``, ``rr_ms`` (NaN for a beat that was put in), ``nn_ms`` (NaN where no NN interval ends), ``flag``.

    Raises
    ------
    ResonanceError
        For a recording that cannot be corrected, and for options that are wrong.

    Examples
    --------
    >>> import resonance_hrv as rh
    >>> table = rh.correct([812, 830, 795, 805, 821, 808, 799, 815] * 5 + [1610] + [812, 830, 795, 805] * 5)
    >>> table.loc[table["flag"].notna(), "flag"].tolist()
    ['missed', 'missed']
    """
    import pandas as pd

    table = _of_one("rsn_correct", Beats.of(rr, peaks, ecg, sampling_rate, unit), options)
    return pd.DataFrame({name: table.columns[name] for name in ("t_s", "rr_ms", "nn_ms", "flag")})


def psd(
    rr: Any = None, *, peaks: Any = None, ecg: Any = None, sampling_rate: float | None = None, unit: str = "ms",
    **options: Any,
) -> pd.DataFrame:
    """The power spectral density of R-R intervals.

    Parameters
    ----------
    rr, peaks, ecg, sampling_rate, unit
        One recording, as `hrv` takes it.
    **options
        ``psd``: ``lomb`` (of the uneven beats), ``welch``, ``multitaper``, ``fft`` or ``burg``; ``taper``, ``resample``,
        ``detrend``, ``correct``, ``force``.

    Returns
    -------
    pandas.DataFrame
        ``Frequency`` in Hz and ``Power``, a one-sided density in ms^2/Hz.

    Raises
    ------
    ResonanceError
        Where no spectrum can be estimated, and for options that are wrong.

    Examples
    --------
    >>> import numpy as np
    >>> import resonance_hrv as rh
    >>> breath = 800 + 40 * np.sin(2 * np.pi * 0.2 * 0.8 * np.arange(400)) # 12 breaths/min
    >>> table = rh.psd(breath)
    >>> round(float(table["Frequency"][table["Power"].idxmax()]), 2)
    0.2
    """
    import pandas as pd

    table = _of_one("rsn_psd", Beats.of(rr, peaks, ecg, sampling_rate, unit), options)
    return pd.DataFrame({
        "Frequency": table.columns["f_hz"], "Power": table.columns["psd_ms2_per_hz"]})


def coherence(
    rr: Any = None, *, rate: float | None = None, peaks: Any = None, ecg: Any = None,
    sampling_rate: float | None = None, unit: str = "ms", **options: Any,
) -> pd.DataFrame:
    """How far the heart follows commanded breaths, by every coherence score over time.

    Parameters
    ----------
    rr, peaks, ecg, sampling_rate, unit
        One recording, as `hrv` takes it.
    rate : float
        The rate that was commanded throughout; breaths/min. Or ``schedule``: parts such as ``"6.5:2,free:1,6:2"``.
    **options
        ``offset``: time of the first inhalation, in s; ``step``: distance of two rows, in s; ``score``: only this one;
        ``correct``, ``repair``.

    Returns
    -------
    pandas.DataFrame
        ``t_s`` and a column a score; NaN where a score has no value yet. ``attrs["reasons"]`` has why.

    Raises
    ------
    ResonanceError
        For a recording that cannot be followed, and for options that are wrong.

    Examples
    --------
    >>> import numpy as np
    >>> import resonance_hrv as rh
    >>> breath = 800 + 40 * np.sin(2 * np.pi * 0.1 * 0.8 * np.arange(400)) # 6 breaths/min
    >>> bool(rh.coherence(breath, rate=6)["harmonic"].iloc[-1] > 0.9)
    True
    """
    import pandas as pd

    table = _of_one(
        "rsn_coherence", Beats.of(rr, peaks, ecg, sampling_rate, unit), {"rate": rate, **options})
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
        ``Frequency`` and ``Power``, the share of the variance that a sine of that frequency explains, 0 to 1; NaN where
        the samples hold none.

    Examples
    --------
    >>> import numpy as np
    >>> import resonance_hrv as rh
    >>> t = np.array([0, 0.9, 2.1, 3.3, 3.9, 5.2, 6.1, 6.8, 8.2, 9.1])
    >>> rh.lomb_scargle(t, np.sin(2 * np.pi * 0.3 * t), [0.1, 0.3])["Power"].round(2).tolist()[1]
    1.0
    """
    import pandas as pd

    times, values = _inputs.doubles(t, "t"), _inputs.doubles(y, "y")
    if len(times) != len(values):
        raise ValueError(f"there are {len(times)} times and {len(values)} samples: give as many")
    wanted = _inputs.doubles(frequency, "frequency")
    table = _library.call(
        "rsn_lomb_scargle",
        [times, values, len(times), wanted, len(wanted)], options,
        is_long=len(times) * len(wanted) > 100 * LONG)
    return pd.DataFrame({"Frequency": wanted, "Power": table.columns["power"]})


def metrics(names: str = "resonance") -> pd.DataFrame:
    """Every metric: ``key``, ``unit``, ``family``, ``meaning``, and the ``source`` that defines it.

    Examples
    --------
    >>> import resonance_hrv as rh
    >>> rh.metrics().set_index("key").loc["HRV_RMSSD", "unit"]
    'ms'
    """
    import pandas as pd

    return pd.DataFrame(_library.call("rsn_metrics", [], {"names": names}).columns)


def _describe_columns() -> None:
    """Puts the metrics into the help of `hrv`: they are described in the library alone."""
    columns = _library.call("rsn_metrics", [], {"names": "neurokit"}).columns
    sources: list[str] = []
    lines = []
    for key, unit, meaning, source in zip(*(columns[name] for name in ("key", "unit", "meaning", "source"))):
        if source and source not in sources:
            sources.append(source)
        lines.append(
            f"    {key}{f' ({unit})' if unit else ''}: {meaning}" + (f" [{sources.index(source) + 1}]_" if source else ""))
    references = [f"    .. [{place}] {source}" for place, source in enumerate(sources, 1)]
    sections = ["    Notes", "    -----", "    The columns:", "", *lines, "", "    References", "    ----------", *references, ""]
    examples = "    Examples\n    --------\n"
    hrv.__doc__ = (hrv.__doc__ or "").replace(examples, "\n".join(sections) + "\n" + examples)


_describe_columns()
