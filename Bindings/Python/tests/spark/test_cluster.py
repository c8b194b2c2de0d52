"""A cluster gives the rows of a plain loop, each once, whatever happens to its workers."""

import os
import signal
import threading

from resonance_hrv import spark

from .cluster import until
from .comparing import require_rows_of_a_loop
from .recordings import read, simulated, write


def test_rows_are_those_of_a_loop(clustered, tmp_path):
    recordings = simulated(300)
    df = clustered.read.parquet(write(tmp_path / "given", recordings))
    spark.hrv(df).write.parquet(str(tmp_path / "rows"))
    require_rows_of_a_loop(read(tmp_path / "rows"), recordings)


def test_an_executor_is_killed_midway_and_each_row_is_there_once(cluster, clustered, tmp_path):
    recordings = simulated(2_000)
    df = clustered.read.parquet(write(tmp_path / "given", recordings)).repartition(20)
    rows = spark.hrv(df)
    before = until(lambda: len(cluster.executors()) == 2 and set(cluster.executors()), "there are no two executors")
    failures = []

    def run():
        try:
            rows.write.parquet(str(tmp_path / "rows"))
        except Exception as error:
            failures.append(error)

    job = threading.Thread(target=run)
    job.start()
    tracker = clustered.sparkContext.statusTracker()

    def mapped():
        """How many tasks of the stage that computes have ended, and of how many."""
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        return next(
            ((stage.numCompletedTasks, stage.numTasks) for stage in stages if stage and stage.numTasks == 20), (0, 20))

    until(lambda: mapped()[0] >= 3, "no task of the job has ended")
    killed = cluster.executors()[0]
    os.kill(killed, signal.SIGKILL)
    done, count = mapped()
    assert done < count
    job.join()
    assert failures == []
    after = until(lambda: len(cluster.executors()) == 2 and set(cluster.executors()), "no executor came in its place")
    assert killed in before and killed not in after and len(after - before) == 1
    got = read(tmp_path / "rows")
    assert got["id"].to_pylist() == list(range(2_000))
    require_rows_of_a_loop(got, recordings)
