"""What a worker of a cluster does with the record batches that it is given."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from ._arrow import analyzed, hrv_batch, pyarrow

# So many recordings are in memory a second time while they are worked on.
AT_ONCE = 64

# Record batches, the column of the recordings, the columns that are kept, and options: record batches.
Rows = Callable[[Iterable[Any], str, list[str], dict[str, Any]], Iterator[Any]]


def hrv(batches: Iterable[Any], column: str, retained: list[str], options: dict[str, Any]) -> Iterator[Any]:
    """The metrics of a column of lists: a row a recording or a window, behind the columns that are kept."""
    for part in _parts(batches):
        rows = hrv_batch(part, column, **options)
        yield _behind(part, retained, rows.column("recording"), [rows])


def analyze(batches: Iterable[Any], column: str, retained: list[str], options: dict[str, Any]) -> Iterator[Any]:
    """The metrics of the files of a column of paths, behind the columns that are kept."""
    for part in _parts(batches):
        tables, indices = _of_paths([_name(path) for path in part.column(column).to_pylist()], options)
        yield _behind(part, retained, pyarrow().array(indices), tables)


def schema(rows: Rows, column: str, options: dict[str, Any]) -> Any:
    """The columns that `rows` gives behind those that are kept.

    Raises
    ------
    ResonanceError
        For options that are wrong.
    """
    arrow = pyarrow()
    kind = arrow.list_(arrow.float64()) if rows is hrv else arrow.string()
    nothing = arrow.record_batch({column: arrow.array([], kind)})
    return next(rows([nothing], column, [], options)).schema


def named(batches: Iterable[Any], names: list[str]) -> Iterator[Any]:
    """The record batches with these names for their columns."""
    for batch in batches:
        yield pyarrow().RecordBatch.from_arrays(batch.columns, names=names)


def _name(path: str | None) -> str:
    """A null, and a text that can name no file, are files that are not there."""
    return "" if path is None or "\0" in path else path


def _parts(batches: Iterable[Any]) -> Iterator[Any]:
    for batch in batches:
        for begin in range(0, max(1, batch.num_rows), AT_ONCE):
            yield batch.slice(begin, AT_ONCE)


def _of_paths(paths: list[str], options: dict[str, Any]) -> tuple[list[Any], Any]:
    """The rows of files, and the place of the path from which each row comes."""
    if not any(map(os.path.isdir, paths)):
        table = analyzed(paths, options)
        indices = table.column("recording").to_numpy()
        if len(np.unique(indices)) == len(paths) and table.column("file").to_pylist() == [paths[index] for index in indices]:
            return [table], indices
    # The rows of a folder, and of a file with several recordings, do not say from which path they come.
    tables = [analyzed([path], options) for path in paths]
    return tables, np.repeat(np.arange(len(tables)), [table.num_rows for table in tables])


def _behind(part: Any, retained: list[str], indices: Any, tables: list[Any]) -> Any:
    """The rows of `tables` with the kept columns of the row that each comes from in front.

    The column ``recording`` is left out, because it counts within one batch.
    """
    arrow = pyarrow()
    fields = [field for field in tables[0].schema if field.name != "recording"]
    ours = [arrow.concat_arrays([table.column(field.name) for table in tables]) for field in fields]
    return arrow.RecordBatch.from_arrays(
        [*(part.column(name).take(indices) for name in retained), *ours],
        schema=arrow.schema([*(part.schema.field(name) for name in retained), *fields]))
