"""Workers whose Python is not that of the driver."""

import pyspark.errors
import pytest
import resonance_hrv as rh
from resonance_hrv import spark

from .cluster import session
from .pythons import bare, older


def ending(master, python):
    """How a job ends whose workers run `python`."""
    with session(master, python) as started:
        df = started.createDataFrame([(1, [812.0, 830.0] * 40)], "id int, rr array<double>")
        with pytest.raises(pyspark.errors.PythonException) as caught:
            spark.hrv(df).collect()
    return str(caught.value)


def test_a_worker_without_the_package_says_so(cluster, tmp_path):
    start, _ = bare(tmp_path / "bare")
    message = ending(cluster.address, start)
    assert f"a worker of Spark runs {tmp_path}/bare/bin/python, which cannot import resonance_hrv (No module named" in message
    assert f"on every node, install resonance-hrv {rh.__version__}, as the driver has it, and set PYSPARK_PYTHON" in message


def test_a_worker_with_another_version_says_so(tmp_path):
    message = ending("local[1]", older(tmp_path / "older"))
    assert f"a worker of Spark runs {tmp_path}/older/bin/python with resonance-hrv 0.0.9: on every node" in message
    assert f"install resonance-hrv {rh.__version__}, as the driver has it, and set PYSPARK_PYTHON to that Python" in message
