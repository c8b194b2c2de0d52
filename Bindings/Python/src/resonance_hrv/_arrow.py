"""Record batches of Arrow in and out, for every engine that maps them. Needs the extra ``arrow``."""

from __future__ import annotations

import ctypes
import importlib
from typing import Any

import numpy as np

from . import _library
from ._beats import Beats
from ._calls import owned


def table(
    rr: Any = None, *, peaks: Any = None, ecg: Any = None, sampling_rate: float | None = None, unit: str = "ms",
    names: str = "sql", **options: Any,
) -> Any:
    """The metrics of recordings as a record batch, without pandas.

    Parameters
    ----------
    rr, peaks, ecg, sampling_rate, unit, names, **options
        As `hrv` takes them.

    Returns
    -------
    pyarrow.RecordBatch
        A row a recording or a window: ``recording``, counted from 0, every column of the library, ``error_code`` and
        ``error``. A missing number is null; unit and meaning are the metadata of its field, the recipe that of the
        schema. Other programs take it by ``__arrow_c_array__``.

    Examples
    --------
    >>> import resonance_hrv as rh
    >>> batch = rh.table([[812, 830, 795, 805] * 40, [912, 930, 895, 905] * 40]) # doctest: +SKIP
    >>> batch.column("HRV_MeanNN").to_pylist() # doctest: +SKIP
    [810.5, 910.5]
    """
    arrow = pyarrow()
    beats = Beats.of(rr, peaks, ecg, sampling_rate, unit)
    return _handed_over(arrow, owned("rsn_hrv", beats, {"names": names, **options}))


def hrv_batch(batch: Any, column: str = "rr", *, unit: str = "ms", names: str = "sql", **options: Any) -> Any:
    """The metrics of a column of lists: a record batch in, a record batch out.

    Parameters
    ----------
    batch : pyarrow.RecordBatch, or whatever has ``__arrow_c_array__`` or ``__arrow_c_stream__``
        A row a recording; nulls are missing intervals, and a null in place of a list a recording without any.
    column : str
        Name of the column: lists of R-R intervals.
    unit, names, **options
        As `hrv` takes them; also ``peaks_rate`` or ``ecg_rate``, samples a second, where the lists hold places of beats
        or the samples of an ECG.

    Returns
    -------
    pyarrow.RecordBatch
        As `table` gives it; ``recording`` is the row of `batch`.
    """
    arrow = pyarrow()
    given = _record_batch(arrow, batch)
    if column not in given.schema.names:
        raise ValueError(f"there is no column {column}: there are {', '.join(given.schema.names)}")
    lists = given.column(column)
    kind = lists.type
    is_list = arrow.types.is_list(kind) or arrow.types.is_large_list(kind) or arrow.types.is_fixed_size_list(kind)
    if not is_list or not _is_number(arrow, kind.value_type):
        raise TypeError(f"the column {column} holds {kind}: give lists of numbers")
    lengths = arrow.compute.list_value_length(lists).fill_null(0).to_numpy(zero_copy_only=False)
    values = lists.flatten().cast(arrow.float64()).to_numpy(zero_copy_only=False)
    bounds = np.cumsum(lengths.astype(np.int64))[:-1]
    arrays = np.split(values, bounds) if len(lengths) else []
    kinds = {} if "peaks_rate" in options or "ecg_rate" in options else {"unit": unit}
    beats = Beats([np.ascontiguousarray(one, dtype=np.float64) for one in arrays], kinds, False)
    return _handed_over(arrow, owned("rsn_hrv", beats, {"names": names, **options}))


def analyzed(paths: list[str], options: dict[str, Any]) -> Any:
    """The rows of files as a record batch: every column of ``hrv analyze``. One file is worked on at a time."""
    return _handed_over(
        pyarrow(), _library.owned("rsn_analyze", _library.path_list(paths), {"jobs": 1, "names": "sql", **options}))


def _is_number(arrow: Any, kind: Any) -> bool:
    return bool(arrow.types.is_integer(kind) or arrow.types.is_floating(kind))


def _record_batch(arrow: Any, batch: Any) -> Any:
    if isinstance(batch, arrow.RecordBatch):
        return batch
    if hasattr(batch, "__arrow_c_array__"):
        return arrow.record_batch(batch)
    if hasattr(batch, "__arrow_c_stream__"):
        whole = arrow.table(batch).combine_chunks()
        return (whole.to_batches() or [arrow.RecordBatch.from_pylist([], schema=whole.schema)])[0]
    raise TypeError(f"batch is a {type(batch).__name__}: give a record batch of Arrow")


def _handed_over(arrow: Any, owner: _library.Owner) -> Any:
    """The table as pyarrow's own: it releases the memory from here on."""
    return arrow.RecordBatch._import_from_c(ctypes.addressof(owner.rows), ctypes.addressof(owner.schema))


def pyarrow() -> Any:
    """The package pyarrow.

    Raises
    ------
    ImportError
        Where it is not installed.
    """
    try:
        arrow: Any = importlib.import_module("pyarrow")
        importlib.import_module("pyarrow.compute")
    except ImportError as error:
        raise ImportError('this call needs pyarrow: pip install "resonance-hrv[arrow]"') from error
    return arrow
