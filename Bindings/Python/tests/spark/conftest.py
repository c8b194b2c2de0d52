"""A session for the tests of a module, and a cluster for all of them."""

import sys

import pytest

try:
    from .cluster import running, session
except ImportError as error:
    raise pytest.UsageError('these tests need pyspark: pip install "resonance-hrv[spark]"') from error


@pytest.fixture(scope="module")
def local():
    with session("local[2]", sys.executable) as spark:
        yield spark


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    with running(tmp_path_factory.mktemp("cluster")) as started:
        yield started


@pytest.fixture(scope="module")
def clustered(cluster):
    with session(cluster.address, sys.executable) as spark:
        yield spark
