"""Metrics of the rows of a DataFrame of Spark. Needs the extra ``spark``.

Recordings go to the workers as record batches of Arrow, and the driver sees none of them. Every worker needs this package
in the version that the driver has.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import _partitions
from ._version import __version__

if TYPE_CHECKING:
    from pyspark.sql import DataFrame  # type: ignore[import-not-found, unused-ignore]

NUMBERS = ("ByteType", "ShortType", "IntegerType", "LongType", "FloatType", "DoubleType")


def hrv(df: DataFrame, column: str = "rr", keep: str | Iterable[str] = ("id",), **options: Any) -> DataFrame:
    """Heart rate variability of a column of R-R intervals.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        A row a recording.
    column : str
        Name of the column with the intervals: an array of numbers. A null in it is a missing interval, and a null in its
        place a recording without any.
    keep : str, or list of str
        Columns of `df` that stand in front of the metrics.
    **options
        As `resonance_hrv.hrv_batch` takes them: ``window``, ``unit``, ``names`` (``sql`` where it is not said),
        ``peaks_rate`` ...

    Returns
    -------
    pyspark.sql.DataFrame
        A row a recording or a window: `keep`, every column of the library with unit and meaning as the metadata of its
        field, ``error_code`` and ``error``. A missing number is null; ``reasons``, ``recipe`` and ``warnings`` are JSON.
        No job of Spark is run by this call.

    Raises
    ------
    ResonanceError
        For options that are wrong.
    ValueError
        For a column that is not there, and for one that has the name of another but for the case of letters.
    TypeError
        For a column that holds no arrays of numbers.
    ImportError
        Where pyspark or pyarrow is not installed. A worker without this package, or with another version of it, ends the
        job with an ImportError as well.

    Examples
    --------
    >>> from resonance_hrv import spark
    >>> recordings = session.createDataFrame([(1, [812, 830, 795, 805] * 40)], ["id", "rr"]) # doctest: +SKIP
    >>> spark.hrv(recordings).select("id", "HRV_MeanNN").collect() # doctest: +SKIP
    [Row(id=1, HRV_MeanNN=810.5)]
    """
    return _mapped(df, column, keep, options, _partitions.hrv, _is_array_of_numbers, "an array of numbers")


def analyze(df: DataFrame, column: str = "path", keep: str | Iterable[str] = ("id",), **options: Any) -> DataFrame:
    """Heart rate variability of the files that a column names.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        A row a path.
    column : str
        Name of the column with the paths, as text. They are paths of a file system that every worker can open, and no
        addresses such as ``file:`` or ``s3:``. A folder is every recording in it, and has no row where there is none.
    keep : str, or list of str
        Columns of `df` that stand in front of the metrics.
    **options
        As `resonance_hrv.analyze` takes them; ``names`` is ``sql`` where it is not said.

    Returns
    -------
    pyspark.sql.DataFrame
        `keep`, and every column of ``hrv analyze``, as `hrv` gives them. A file that cannot be read, and a null in place
        of a path, is a row with its error.

    Raises
    ------
    ResonanceError, ValueError, TypeError, ImportError
        As `hrv` raises them; TypeError for a column that holds no texts.

    Examples
    --------
    >>> from resonance_hrv import spark
    >>> files = session.createDataFrame([(1, "/study/1.edf")], ["id", "path"]) # doctest: +SKIP
    >>> spark.analyze(files, window=300).write.parquet("/study/rows") # doctest: +SKIP
    """
    return _mapped(df, column, keep, options, _partitions.analyze, _is_text, "text")


def _mapped(
    df: Any, column: str, keep: str | Iterable[str], options: dict[str, Any], rows: _partitions.Rows,
    is_accepted: Callable[[Any], bool], accepted: str,
) -> DataFrame:
    types = _spark_types()
    if not hasattr(df, "mapInArrow"):
        raise TypeError(f"df is a {type(df).__name__}: give a DataFrame of Spark")
    retained = [keep] if isinstance(keep, str) else list(dict.fromkeys(keep))
    for name in [column, *retained]:
        if name not in df.columns:
            raise ValueError(f"there is no column {name}: there are {', '.join(df.columns)}")
    kind = df.schema[column].dataType
    if not is_accepted(kind):
        raise TypeError(f"the column {column} holds {kind.simpleString()}: give {accepted}")
    # Wrong options are found here: recordings that are none give the columns, too.
    fields = _fields(types, _partitions.schema(rows, column, options))
    _require_different_names(retained, [field.name for field in fields])
    needed = list(dict.fromkeys([column, *retained]))
    # Spark itself cannot map a column that has a dot in its name, so the columns travel under other names.
    given = df.select(*(_quoted(name) for name in needed)).toDF(*(f"c{place}" for place in range(len(needed))))
    mapped: DataFrame = given.mapInArrow(
        _in_worker(rows.__name__, needed, column, retained, options, __version__),
        types.StructType([*(df.schema[name] for name in retained), *fields]))
    return mapped


def _spark_types() -> Any:
    try:
        types: Any = importlib.import_module("pyspark.sql.types")
    except ImportError as error:
        raise ImportError('this call needs pyspark: pip install "resonance-hrv[spark]"') from error
    return types


def _is_array_of_numbers(kind: Any) -> bool:
    return kind.typeName() == "array" and type(kind.elementType).__name__ in NUMBERS


def _is_text(kind: Any) -> bool:
    return type(kind).__name__ == "StringType"


def _quoted(name: str) -> str:
    """The name of a column as Spark reads it: a dot in it is no way into a struct."""
    return "`" + name.replace("`", "``") + "`"


def _fields(types: Any, schema: Any) -> list[Any]:
    """The columns of the library as fields of Spark, with their units and meanings."""
    kinds = {"int64": types.LongType(), "double": types.DoubleType(), "large_string": types.StringType()}
    return [
        types.StructField(
            field.name, kinds[str(field.type)], True,
            {key.decode(): text.decode() for key, text in (field.metadata or {}).items()})
        for field in schema]


def _require_different_names(retained: list[str], ours: list[str]) -> None:
    """Spark takes two names for one that differ only in the case of their letters."""
    taken: dict[str, str] = {}
    for name in ours:
        other = taken.setdefault(name.lower(), name)
        if other != name:
            raise ValueError(f"Spark takes the columns {other} and {name} for one: say names='sql'")
    for name in retained:
        if name.lower() in taken:
            raise ValueError(
                f"the kept column {name} has the name of the column {taken[name.lower()]} of the result: rename it, or leave "
                "it out of keep")


def _in_worker(
    rows: str, names: list[str], column: str, retained: list[str], options: dict[str, Any], version: str,
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What a worker runs: it travels as code, so that a worker without this package can say so."""

    def work(batches: Iterator[Any]) -> Iterator[Any]:
        way_out = f"resonance-hrv {version}, as the driver has it, and set PYSPARK_PYTHON to that Python"
        try:
            package = importlib.import_module("resonance_hrv")
        except ImportError as error:
            raise ImportError(
                f"a worker of Spark runs {sys.executable}, which cannot import resonance_hrv ({error}): on every node, "
                f"install {way_out}") from None
        if package.__version__ != version:
            raise ImportError(
                f"a worker of Spark runs {sys.executable} with resonance-hrv {package.__version__}: on every node, install "
                f"{way_out}")
        partitions = importlib.import_module("resonance_hrv._partitions")
        yield from getattr(partitions, rows)(partitions.named(batches, names), column, retained, options)

    return work
