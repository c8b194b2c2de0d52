"""Rows of Spark are those of a plain loop."""

import json
import pathlib

import numpy as np
import pytest
import resonance_hrv as rh
from resonance_hrv import spark

from .cluster import job_count
from .comparing import bits, require_rows_of_a_loop
from .recordings import read, simulated, write

SMALL = pathlib.Path(__file__).resolve().parents[4] / "datasets" / "small"


def table(df, *order):
    return df.orderBy(*order).toArrow()


@pytest.mark.parametrize("options", [
    {}, {"window": 60}, {"window": 100, "step": 50, "psd": "welch"}, {"ci": True, "seed": 3}, {"like": "kubios"},
    {"correct": "none", "band": "slow=0.05,0.1"},
], ids=str)
def test_rows_are_those_of_a_loop(local, tmp_path, options):
    recordings = [*simulated(130, 200), np.array([.8, .9, .7]), np.empty(0), np.array([800.0])]
    df = local.read.parquet(write(tmp_path / "given", recordings))
    rows = spark.hrv(df, **options)
    got = table(rows, "id", "start_s")
    assert got.schema.names == rows.columns
    require_rows_of_a_loop(got, recordings, **options)
    assert len(set(got["id"].to_pylist())) == len(recordings)


@pytest.mark.parametrize("kind", ["double", "float", "int", "bigint", "smallint"])
def test_every_kind_of_array_with_what_is_missing(local, kind):
    whole = [np.round(rr).astype(int).tolist() for rr in simulated(3, 120)]
    whole[1][40:43] = [None, None, 0]
    given = local.createDataFrame([*enumerate(whole), (3, None), (4, [None])], "id int, rr array<bigint>")
    df = given.select("id", given["rr"].cast(f"array<{kind}>").alias("rr"))
    assert df.schema["rr"].dataType.simpleString() == f"array<{kind}>"
    wanted = [[np.nan if value is None else value for value in rr] for rr in whole]
    require_rows_of_a_loop(table(spark.hrv(df), "id"), [*wanted, None, [np.nan]])


def test_intervals_in_seconds(local):
    seconds = [rr / 1000 for rr in simulated(3, 120)]
    df = local.createDataFrame([(index, rr.tolist()) for index, rr in enumerate(seconds)], "id int, rr array<double>")
    require_rows_of_a_loop(table(spark.hrv(df, unit="s"), "id"), seconds, unit="s")


def test_files_are_those_of_analyze(local, tmp_path):
    paths = [*sorted(map(str, SMALL.glob("*.txt"))), str(tmp_path / "missing.txt"), str(SMALL), None]
    df = local.createDataFrame(list(enumerate(paths)), "id int, path string")
    for options in ({}, {"window": 120.0}):
        got = table(spark.analyze(df, **options), "id", "file", "start_s").to_pylist()
        wanted = []
        for number, path in enumerate(paths):
            rows = rh.analyze(path or "", names="sql", **options).sort_values(["file", "start_s"]).astype(object)
            wanted += [(number, row) for row in rows.to_dict("records")]
        assert len(got) == len(wanted) > len(paths)
        for row, (number, other) in zip(got, wanted):
            assert row["id"] == number
            for name in set(other) - {"recording"}:
                if isinstance(row[name], float):
                    assert bits([row[name]]) == bits([other[name]]), (row["file"], name)
                elif isinstance(other[name], (dict, list)):
                    assert json.loads(row[name]) == other[name]
                else:
                    assert row[name] == other[name] or row[name] is None and (other[name] is None or np.isnan(other[name]))
        assert [row["error_code"] for row in got][-1] == "not_found"


def test_columns_that_are_retained(local):
    df = local.createDataFrame(
        [(1, "a", {"k": [1, 2]}, [812.0, 830.0] * 40), (2, None, None, [912.0, 930.0] * 40)],
        "id int, `a.b` string, more map<string, array<int>>, rr array<double>")
    got = spark.hrv(df, keep=("more", "a.b", "rr", "id"), window=30).orderBy("id", "start_s").collect()
    assert [row["a.b"] for row in got] == ["a", "a", None, None]
    assert [row["more"] for row in got] == [{"k": [1, 2]}] * 2 + [None] * 2
    assert [row["rr"] for row in got] == [[812.0, 830.0] * 40] * 2 + [[912.0, 930.0] * 40] * 2
    assert spark.hrv(df, keep="id").columns[:2] == ["id", "start_s"]
    assert spark.hrv(df, keep=()).columns[0] == "start_s"


def test_the_columns_are_known_before_a_job(local):
    df = local.createDataFrame([(1, [812.0, 830.0] * 40)], "id int, rr array<double>")
    before = job_count(local)
    rows = spark.hrv(df, ci=True)
    assert "ci" in rows.columns
    assert rows.schema["HRV_RMSSD"].metadata["unit"] == "ms"
    assert job_count(local) == before
    assert rows.count() == 1
    assert job_count(local) > before


def test_no_two_columns_are_equal_without_case(local):
    lists = local.createDataFrame([], "id int, rr array<double>")
    paths = local.createDataFrame([], "id int, path string")
    for df in (spark.hrv(lists), spark.analyze(paths), spark.hrv(lists, names="kubios"), spark.hrv(lists, ci=True)):
        names = [name.lower() for name in df.columns]
        assert len(set(names)) == len(names)
        assert df.collect() == []


def test_parquet_is_the_same_when_pyarrow_reads_it(local, tmp_path):
    recordings = simulated(100, 120)
    df = local.read.parquet(write(tmp_path / "given", recordings))
    spark.hrv(df).write.parquet(str(tmp_path / "rows"))
    got = read(tmp_path / "rows")
    assert len(list((tmp_path / "rows").glob("*.parquet"))) > 1
    require_rows_of_a_loop(got, recordings)
