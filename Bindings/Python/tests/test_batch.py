"""Rows that `hrv batch` made, read back."""

import json
import subprocess
import sys

import numpy as np
import pytest
import resonance_hrv as rh

from conftest import intervals


@pytest.fixture
def batch(hrv_tool, tmp_path):
    lines = ["path,id,subject"]
    for seed in range(5):
        (tmp_path / f"{seed}.txt").write_text("\n".join(f"{value:.0f}" for value in intervals(80 + 100 * seed, seed)))
        lines.append(f'{seed}.txt,00{seed},"S ""{seed}"", x"')
    lines.append("missing.txt,bad,none")
    (tmp_path / "m.csv").write_text("\n".join(lines))
    done = subprocess.run(
        [hrv_tool, "batch", tmp_path / "m.csv", "--into", tmp_path / "out"], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    return tmp_path


def test_the_rows_are_those_of_analyze(batch):
    table = rh.read_batch(batch / "out")
    assert table["id"].tolist() == [f"00{seed}" for seed in range(5)]
    assert table["subject"].tolist() == [f'S "{seed}", x' for seed in range(5)]
    for row in range(5):
        wanted = rh.analyze(batch / f"{row}.txt").iloc[0]
        for name in table.columns[table.columns.str.startswith("HRV_")]:
            got = table[name].iloc[row]
            # The library and the tool use different transforms, which round differently.
            assert (np.isnan(got) and np.isnan(wanted[name])) or got == pytest.approx(wanted[name], rel=1e-9), name


def test_parquet_has_the_same(batch):
    pq = pytest.importorskip("pyarrow.parquet")
    out = batch / "rows.parquet"
    done = subprocess.run(
        [sys.executable, "-m", "resonance_hrv", "parquet", batch / "out", out], capture_output=True, text=True, check=True)
    assert done.stderr == f"5 rows in {out}\n"
    table, wanted = pq.read_table(out), rh.read_batch(batch / "out")
    assert [name.lower() for name in table.schema.names] == [
        name.lower().replace("hrv_cd", "hrv_corrdim") if name == "HRV_CD" else name.lower() for name in wanted.columns]
    assert "psd=fft" in json.loads(table.schema.metadata[b"recipe"])
    got = table.to_pandas()
    for index, name in enumerate(wanted.columns):
        column = got.iloc[:, index]
        if wanted[name].dtype == float:
            np.testing.assert_array_equal(column.to_numpy(float), wanted[name].to_numpy())
        else:
            assert column.tolist() == wanted[name].tolist()
    assert table.column("HRV_RMSSD").null_count == int(wanted["HRV_RMSSD"].isna().sum())


def read_by_polars(path):
    table = pytest.importorskip("polars").read_parquet(path)
    return {name: table[name].to_list() for name in table.columns}


def read_by_duckdb(path):
    table = pytest.importorskip("duckdb").sql(f"select * from read_parquet('{path}')")
    return {name: list(values) for name, values in zip(table.columns, zip(*table.fetchall()))}


def read_by_spark(path):
    sql = pytest.importorskip("pyspark.sql")
    session = sql.SparkSession.builder.master("local[1]").getOrCreate()
    table = session.read.parquet(str(path))
    return {name: list(values) for name, values in zip(table.columns, zip(*table.collect()))}


@pytest.mark.parametrize("read", [read_by_polars, read_by_duckdb, read_by_spark])
def test_engines_read_the_values_of_the_json_to_the_bit(batch, hrv_tool, read):
    pytest.importorskip("pyarrow")
    out = batch / "rows.parquet"
    subprocess.run([sys.executable, "-m", "resonance_hrv", "parquet", batch / "out", out], capture_output=True, check=True)
    columns = read(out)
    assert columns["id"] == [f"00{seed}" for seed in range(5)]
    done = subprocess.run(
        [hrv_tool, "analyze", *(batch / f"{seed}.txt" for seed in range(5)), "--json", "--names", "sql", "--quiet"],
        capture_output=True, text=True, check=True)
    rows = json.loads(done.stdout)
    compared = missing = 0
    for name in columns:
        if name.startswith("HRV_") or name in ("duration_s", "n_beats", "coverage", "artefact_pct"):
            for got, row in zip(columns[name], rows, strict=True):
                # Equal means to the bit; a missing number is a null, and no NaN.
                assert got == row[name] and type(got) is not str, name
                compared += 1
                missing += got is None
    assert compared > 500 and missing > 5


def test_a_folder_without_a_batch(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no batch in"):
        rh.read_batch(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "resonance_hrv", "parquet", tmp_path, "out"], capture_output=True, text=True, check=False)
    assert done.returncode == 66 and done.stderr.startswith("parquet: error: there is no batch in")
