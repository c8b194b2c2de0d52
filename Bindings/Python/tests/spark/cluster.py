"""A cluster of Spark on this machine: one master and two workers of one core each, on loopback."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import time

import pyspark

HOME = pathlib.Path(pyspark.__file__).parent
SECONDS = 120


class Cluster:
    """The address of the master, and the processes of the workers."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        address = self._started("master", "Master", ["--port", "0"], r"Starting Spark master at (spark://\S+)")
        self.address = address
        for name in ("worker-1", "worker-2"):
            self._started(
                name, "Worker", ["--cores", "1", "--memory", "1g", "--work-dir", str(folder / name), address],
                r"Successfully registered with master (\S+)")
        self.workers = self.processes[1:]

    def _started(self, name, kind, words, pattern):
        """Starts a process, and gives what its log says once it is ready."""
        log = self.folder / f"{name}.log"
        environment = {
            **os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_MASTER_OPTS": "-Dspark.master.rest.enabled=false"}
        with open(log, "w") as file:
            self.processes.append(subprocess.Popen(
                [HOME / "bin" / "spark-class", f"org.apache.spark.deploy.{kind.lower()}.{kind}",
                 "--host", "127.0.0.1", "--webui-port", "0", *words],
                stdout=file, stderr=subprocess.STDOUT, env=environment))
        found = until(lambda: re.search(pattern, log.read_text()), f"{name} did not start:\n{log.read_text()}")
        return found.group(1)

    def executors(self):
        """The processes that work for an application: children of the workers."""
        return [pid for worker in self.workers for pid in children(worker.pid)]

    def stop(self):
        left = self.executors()
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(SECONDS)
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def running(folder):
    """A cluster that is there for a while."""
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.stop()


def until(condition, message):
    """What `answer` gives once it gives anything."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise TimeoutError(message)


def children(pid):
    """The programs of Java that this process started and that still run."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            status = (process / "status").read_text()
            if f"\nPPid:\t{pid}\n" in status and b"java" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


def resident_kb(pid):
    """The memory that a process holds."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))


@contextlib.contextmanager
def session(master, python):
    """A session of Spark whose workers run `python`."""
    from pyspark.sql import SparkSession

    before = os.environ.get("PYSPARK_PYTHON")
    os.environ["PYSPARK_PYTHON"] = str(python)
    settings = {
        "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false", "spark.cores.max": "2", "spark.executor.cores": "1",
        "spark.executor.memory": "512m", "spark.sql.shuffle.partitions": "2",
    }
    builder = SparkSession.builder.master(master).appName("resonance")
    for key, value in settings.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    try:
        yield spark
    finally:
        spark.stop()
        if before is None:
            del os.environ["PYSPARK_PYTHON"]
        else:
            os.environ["PYSPARK_PYTHON"] = before


def job_count(spark):
    """How many jobs a session has run so far."""
    return len(spark.sparkContext.statusTracker().getJobIdsForGroup(None))
