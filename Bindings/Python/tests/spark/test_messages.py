"""What is wrong is said on the driver, before a job, where it can be known there."""

import pandas as pd
import pytest
import resonance_hrv as rh
from resonance_hrv import spark

from .cluster import job_count


@pytest.fixture
def lists(local):
    return local.createDataFrame([(1, "a", [812.0, 830.0] * 40)], "id int, name string, rr array<double>")


@pytest.mark.parametrize(("options", "words"), [
    ({"windows": 300}, "there is no option windows"), ({"window": 0}, "window must be at least 1 s"),
    ({"psd": "fast"}, "psd is not fast: choose lomb"), ({"unit": "min"}, "unit is not min"),
    ({"jobs": 0}, "jobs is a whole number"),
])
def test_a_wrong_option_is_named(local, lists, options, words):
    before = job_count(local)
    with pytest.raises(rh.ResonanceError, match=words):
        spark.hrv(lists, **options)
    with pytest.raises(rh.ResonanceError, match="there is no option windows"):
        spark.analyze(lists, "name", windows=300)
    assert job_count(local) == before


@pytest.mark.parametrize(("arguments", "kind", "words"), [
    ({"column": "RR"}, ValueError, "there is no column RR: there are id, name, rr"),
    ({"keep": ("id", "who")}, ValueError, "there is no column who: there are id, name, rr"),
    ({"column": "name"}, TypeError, "the column name holds string: give an array of numbers"),
    ({"names": "neurokit"}, ValueError, "Spark takes the columns HRV_CD and HRV_Cd for one: say names='sql'"),
    ({"window": object()}, TypeError, "an option is no number"),
])
def test_wrong_arguments_are_named(lists, arguments, kind, words):
    with pytest.raises(kind, match=words):
        spark.hrv(lists, **arguments)


def test_arrays_of_texts_and_paths_that_are_none(local, lists):
    texts = local.createDataFrame([(1, ["812"])], "id int, rr array<string>")
    with pytest.raises(TypeError, match="the column rr holds array<string>: give an array of numbers"):
        spark.hrv(texts)
    with pytest.raises(TypeError, match="the column id holds int: give text"):
        spark.analyze(lists, "id")
    with pytest.raises(TypeError, match="df is a DataFrame: give a DataFrame of Spark"):
        spark.hrv(pd.DataFrame({"id": [1], "rr": [[812.0]]}))


@pytest.mark.parametrize("name", ["n_beats", "hrv_rmssd", "Error"])
def test_a_retained_column_with_a_result_name(lists, name):
    with pytest.raises(ValueError, match=f"the kept column {name} has the name of the column .* of the result"):
        spark.hrv(lists.withColumnRenamed("name", name), keep=("id", name))
