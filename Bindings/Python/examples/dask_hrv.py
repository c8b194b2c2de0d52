"""Metrics of many recordings by Dask: 200 simulated ones, a table of the first.

    pip install "resonance-hrv[arrow]" "dask[distributed]" && python dask_hrv.py
"""

import numpy as np
import pyarrow as pa
from dask.distributed import Client, LocalCluster
from resonance_hrv import hrv_batch


def recording(seed: int) -> list[float]:
    """Five minutes at rest; intervals in ms."""
    beats = np.arange(353)
    return (850 + 45 * np.sin(0.55 * beats) + 20 * np.random.default_rng(seed).standard_normal(353)).tolist()


def metrics(part: pa.RecordBatch) -> pa.Table:
    """A row a recording, under its own name."""
    rows = pa.Table.from_batches([hrv_batch(part)])
    return rows.append_column("id", part["id"].take(rows["recording"]))


if __name__ == "__main__":
    given = pa.table({"id": range(200), "rr": [recording(seed) for seed in range(200)]})
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        parts = client.gather(client.map(metrics, given.to_batches(max_chunksize=25)))
    rows = pa.concat_tables(parts).to_pandas()
    print(rows[["id", "n_beats", "HRV_MeanNN", "HRV_RMSSD", "HRV_HF"]].head().round(2).to_string(index=False))
