#!/usr/bin/env bash
# Builds the wheel of the Python package, with the C library inside, into .build/wheel.
#
# What it needs of Python comes from the package index, into an environment of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
environment=.build/wheel-venv
[ -x $environment/bin/python ] || "$python" -m venv $environment
$environment/bin/pip install --quiet --disable-pip-version-check --requirement Bindings/Python/build-requirements.txt
Scripts/build-library.sh Bindings/Python/src/resonance_hrv
rm -rf .build/wheel .build/wheel-raw
$environment/bin/python -m build --quiet --wheel --no-isolation --outdir .build/wheel-raw Bindings/Python
# Its tag says from which glibc on it runs; the libraries that every such system has stay outside.
PATH="$PWD/$environment/bin:$PATH" $environment/bin/auditwheel repair --plat manylinux_2_34_x86_64 \
    --wheel-dir .build/wheel .build/wheel-raw/*.whl
# The source distribution has no library: whoever builds from it is told that this needs Swift.
$environment/bin/python -m build --quiet --sdist --no-isolation --outdir .build/wheel Bindings/Python
ls -l .build/wheel
