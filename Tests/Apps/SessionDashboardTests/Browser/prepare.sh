#!/usr/bin/env bash
# Makes .build/browser-venv, what the tests in a browser need of Python; nothing to do when it is there.
set -euo pipefail
cd "$(dirname "$0")/../../../.."

wanted=Tests/Apps/SessionDashboardTests/Browser/requirements.txt
venv=.build/browser-venv

if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
    echo "No chromium and chromedriver on the PATH: tests in a browser are skipped." >&2
    exit 0
fi
if cmp -s "$wanted" "$venv/made-from"; then exit 0; fi
rm -rf "$venv"
if ! python3 -m venv "$venv" || ! "$venv/bin/pip" install --quiet --requirement "$wanted"; then
    echo "The Python packages of $wanted cannot be had: tests in a browser are skipped." >&2
    rm -rf "$venv"
    exit 0
fi
cp "$wanted" "$venv/made-from"
