"""Features for scikit-learn: recordings of R-R intervals in, metrics out. Needs the extra ``sklearn``."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin  # type: ignore[import-untyped]

from . import _calls
from .errors import ResonanceError


class HRVFeatures(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Metrics of recordings as features.

    Parameters
    ----------
    features : list of str
        Names of metrics; all of them where None. A number that the data cannot carry is NaN: choose metrics that the
        shortest recording carries, or put an imputer behind this.
    unit : str
        ``ms`` or ``s``.
    names : str
        How the metrics are called.
    jobs : int
        How many recordings are worked on at once.
    options : dict
        Further options of `resonance_hrv.hrv`.

    Examples
    --------
    >>> from resonance_hrv.sklearn import HRVFeatures
    >>> recordings = [[812, 830, 795, 805] * 20, [912, 930, 895, 905] * 20]
    >>> HRVFeatures(features=["HRV_MeanNN", "HRV_RMSSD"]).fit_transform(recordings).round(1).tolist()
    [[810.5, 20.7], [910.5, 20.7]]
    """

    def __init__(
        self, features: list[str] | None = None, unit: str = "ms", names: str = "neurokit",
        jobs: int | None = None, options: dict[str, Any] | None = None,
    ) -> None:
        self.features = features
        self.unit = unit
        self.names = names
        self.jobs = jobs
        self.options = options

    def fit(self, X: Any, y: Any = None) -> HRVFeatures:
        """Learns the names of the features; nothing of the recordings."""
        known = [str(key) for key in _calls.metrics(self.names)["key"]]
        unknown = [name for name in self.features or [] if name not in known]
        if unknown:
            raise ValueError(f"there is no metric {unknown[0]}: see resonance_hrv.metrics({self.names!r})")
        self.feature_names_ = list(self.features or known)
        return self

    def transform(self, X: Any) -> npt.NDArray[np.float64]:
        """The metrics of each recording, a row each.

        Raises
        ------
        ResonanceError
            For the first recording that cannot be analysed.
        """
        if {"window", "step", "night"} & set(self.options or {}):
            raise ValueError("a recording has one row of features: leave out window, step and night")
        columns = getattr(X, "columns", None)
        if columns is not None and len(columns) == 1:
            X = X[columns[0]]
        recordings = list(X)
        if recordings and all(np.ndim(one) == 0 and isinstance(one, (int, float, np.number)) for one in recordings):
            raise TypeError("X is one recording: give a list of recordings")
        table = _calls.hrv(
            recordings, unit=self.unit, names=self.names, jobs=self.jobs, **(self.options or {}))
        for place, error in table.attrs["errors"].items():
            raise ResonanceError(error["code"], f"recording {place}: {error['message']}")
        values: npt.NDArray[np.float64] = table[self.feature_names_].to_numpy()
        return values

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[np.object_]:
        """The names of the columns."""
        return np.asarray(self.feature_names_, dtype=object)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "feature_names_")
