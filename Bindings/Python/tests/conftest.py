"""What the tests have in common."""

import os
import pathlib

import numpy as np
import pytest


def intervals(count=400, seed=1):
    """Intervals as of somebody at rest, in ms."""
    random = np.random.default_rng(seed)
    beats = np.arange(count)
    return 850 + 45 * np.sin(0.55 * beats) + 20 * random.standard_normal(count)


@pytest.fixture
def rr():
    return intervals()


@pytest.fixture(scope="session")
def hrv_tool():
    """The command line tool; without it, what is compared with it is skipped."""
    path = os.environ.get("RESONANCE_HRV")
    if not path:
        pytest.skip("RESONANCE_HRV does not name the tool hrv")
    return path


@pytest.fixture(scope="session")
def recordings():
    return pathlib.Path(__file__).resolve().parents[3] / "datasets" / "small"
