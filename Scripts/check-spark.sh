#!/usr/bin/env bash
# Installs Spark and the Python package into a fresh environment, and compares rows of local threads and of a cluster on
# loopback with those of a plain loop. Java must be there; half a gigabyte comes from the Python index.
#
# usage: Scripts/check-spark.sh
#
# The package is the wheel in .build/wheel; where there is none it is made of the sources and the C library there.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
if ! command -v java >/dev/null; then
    echo "check-spark: no java: install a runtime of Java 17 or newer." >&2
    exit 69
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv"
install() { "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$@"; }
wheel=$(compgen -G '.build/wheel/*.whl' | head -1 || true)
if [ -n "$wheel" ]; then
    install "$wheel[spark]" pytest
else
    sources=Bindings/Python
    [ -e $sources/src/resonance_hrv/libresonance.so.1 ] || Scripts/build-library.sh $sources/src/resonance_hrv >&2
    install "./$sources[spark]" pytest
fi
unset PYTHONPATH SPARK_HOME PYSPARK_PYTHON PYSPARK_DRIVER_PYTHON
java -version 2>&1 | head -1
"$work/venv/bin/python" - <<'EOF'
import importlib.metadata
import sys

import resonance_hrv

print(f"Python {sys.version.split()[0]}, resonance-hrv {resonance_hrv.__version__}", *(
    f"{name} {importlib.metadata.version(name)}" for name in ("pyspark", "pyarrow", "pandas", "numpy")), sep=", ")
EOF
export PATH="$work/venv/bin:$PATH" TMPDIR=$work
cd Bindings/Python/tests
python -B -m pytest -q -p no:cacheprovider spark
# Spark tells of its start.
python -B -m spark.ratios 2>"$work/told" || { cat "$work/told" >&2; exit 1; }
