"""Spectra, and the features that scikit-learn takes."""

import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest
import resonance_hrv as rh

from conftest import intervals


def breathing(rate_hz, seed=1, amplitude=40.0):
    """Intervals that swing with the breath."""
    random = np.random.default_rng(seed)
    beats, time = [], 0.0
    for _ in range(400):
        beats.append(850 + amplitude * np.sin(2 * np.pi * rate_hz * time) + 8 * random.standard_normal())
        time += beats[-1] / 1000
    return np.array(beats)


@pytest.mark.parametrize("method", ["lomb", "welch", "multitaper", "fft", "burg"])
def test_the_breath_is_the_highest_peak(method):
    table = rh.psd(breathing(0.25), psd=method)
    assert list(table.columns) == ["Frequency", "Power"]
    assert abs(table["Frequency"][table["Power"].idxmax()] - 0.25) < 0.01


def test_the_density_adds_up_to_the_power_of_a_band():
    rr = breathing(0.25)
    table = rh.psd(rr, correct="none")
    band = table[(table["Frequency"] >= 0.15) & (table["Frequency"] < 0.4)]
    power = np.trapezoid(band["Power"], band["Frequency"])
    assert power == pytest.approx(rh.hrv(rr, correct="none", names="resonance")["HRV_HF_ms2"].iloc[0], rel=0.02)


def test_without_a_spectrum_there_is_a_sentence():
    with pytest.raises(rh.ResonanceError) as caught:
        rh.psd([812.0, 830.0])
    assert caught.value.code == "no_spectrum"


def test_lomb_scargle_is_scipys():
    signal = pytest.importorskip("scipy.signal")
    random = np.random.default_rng(2)
    times = np.sort(random.uniform(0, 200, 500))
    values = np.sin(2 * np.pi * 0.2 * times) + 0.5 * random.standard_normal(500)
    frequencies = np.linspace(0.01, 0.5, 80)
    wanted = signal.lombscargle(times, values, 2 * np.pi * frequencies, normalize=True, floating_mean=True)
    np.testing.assert_allclose(rh.lomb_scargle(times, values, frequencies)["Power"], wanted, atol=1e-12)


@pytest.mark.parametrize(("t", "y", "f"), [
    ([], [], []), ([1.0], [2.0], [0.1]), ([1, 2, np.nan], [1, 2, 3], [0.1]), ([1, 2, 3], [1, 2, 1e200], [0.1]),
    ([3, 1, 2, 2], [1, 2, 3, 4], [0.1, np.nan, np.inf, -0.1, 1e300]),
])
def test_any_samples_have_a_result(t, y, f):
    assert len(rh.lomb_scargle(t, y, f)) == len(f)


def test_as_many_times_as_samples():
    with pytest.raises(ValueError, match="2 times and 1 samples"):
        rh.lomb_scargle([1, 2], [1], [0.1])


def test_features_for_scikit_learn():
    pytest.importorskip("sklearn")
    from resonance_hrv.sklearn import HRVFeatures
    from sklearn.base import clone
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    recordings = [breathing(0.25, seed, amplitude) for seed, amplitude in enumerate([15, 60] * 15)]
    features = HRVFeatures(features=["HRV_RMSSD", "HRV_SDNN"])
    table = clone(features).set_output(transform="pandas").fit_transform(recordings)
    assert list(table.columns) == ["HRV_RMSSD", "HRV_SDNN"] and len(table) == 30
    assert table["HRV_RMSSD"].iloc[0] == rh.hrv(recordings[0])["HRV_RMSSD"].iloc[0]
    pipeline = make_pipeline(pickle.loads(pickle.dumps(features)), StandardScaler(), LogisticRegression())
    assert cross_val_score(pipeline, recordings, [0, 1] * 15, cv=5).mean() == 1
    with pytest.raises(ValueError, match="there is no metric HRV_Nothing"):
        HRVFeatures(features=["HRV_Nothing"]).fit(recordings)
    with pytest.raises(rh.ResonanceError, match="recording 1: "):
        features.fit(recordings).transform([intervals(), [.8, .9, .7]])


def test_a_study_of_ten_lines(tmp_path):
    pytest.importorskip("sklearn")
    folder = tmp_path / "recordings"
    folder.mkdir()
    lines = ["file,condition"]
    for number in range(20):
        paced = number % 2
        values = breathing(0.1 if paced else 0.25, number)
        (folder / f"{number}.txt").write_text("\n".join(f"{value:.0f}" for value in values))
        lines.append(f"{number}.txt,{'paced' if paced else 'free'}")
    (folder / "bad.txt").write_text("nothing")
    lines.append("bad.txt,free")
    conditions = tmp_path / "conditions.csv"
    conditions.write_text("\n".join(lines))
    study = pathlib.Path(__file__).parents[1] / "examples" / "study.py"
    done = subprocess.run([sys.executable, study, folder, conditions], capture_output=True, text=True, check=True)
    lines_out = done.stdout.splitlines()
    assert lines_out[0] == "1 of 21 files could not be read"
    assert float(lines_out[1].split()[-1]) >= 0.95


def test_coherence_follows_the_breath():
    led = rh.coherence(breathing(0.1), rate=6)
    other = rh.coherence(breathing(0.23), rate=6)
    assert led["t_s"].diff().dropna().eq(5).all()
    assert led["harmonic"].iloc[-1] > 0.7 > other["harmonic"].iloc[-1]
    assert np.isnan(led["msc"].iloc[-1]) and "msc" in led.attrs["reasons"][-1]
    one = rh.coherence(breathing(0.1), rate=6, score="harmonic", step=10)
    assert list(one.columns) == ["t_s", "harmonic"] and len(one) < len(led)
    assert rh.coherence(breathing(0.1), schedule="6:4").shape[1] == led.shape[1]


@pytest.mark.parametrize(("options", "words"), [
    ({}, "either rate or schedule"), ({"rate": 99}, "breaths/min"), ({"rate": 6, "step": 0}, "step is 0.25"),
    ({"rate": 6, "score": "all"}, "score is not all"), ({"schedule": "6"}, "schedule is not 6"),
    ({"rate": 6, "window": 300}, "there is no option window"),
])
def test_a_wrong_option_of_coherence_is_named(options, words):
    with pytest.raises(rh.ResonanceError, match=words):
        rh.coherence(intervals(), **options)


def test_more_than_a_week_is_not_followed():
    with pytest.raises(rh.ResonanceError) as caught:
        rh.coherence([800.0, 810.0, 805.0, 8e8, 800.0, 795.0], rate=6, correct="none")
    assert caught.value.code == "too_long"
