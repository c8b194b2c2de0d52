#!/usr/bin/env bash
# Installs what the build links to (FFTW, zlib, SQLite, libdbus), what the tests of Bluetooth straps run (a
# message bus, Python's modules for it) and those of the page (a browser), where the system lacks them. Asks
# before it uses sudo, unless it is root already or nobody is there to answer.
set -euo pipefail

if ! command -v swift >/dev/null; then
    echo "No Swift toolchain on the PATH: install Swift 6.2 or later from swift.org." >&2
    exit 69
fi

have_package() { command -v pkg-config >/dev/null && pkg-config --exists "$1"; }

have_fftw() {
    have_package fftw3 || [ -e /usr/include/fftw3.h ] || [ -e /usr/local/include/fftw3.h ]
}

have_zlib() { [ -e /usr/include/zlib.h ] || [ "$(uname)" = Darwin ]; }

have_sqlite() {
    have_package sqlite3 || [ -e /usr/include/sqlite3.h ] || [ "$(uname)" = Darwin ]
}

# Its headers are found through pkg-config alone.
have_dbus() { have_package dbus-1; }

# Elsewhere these tests are skipped, and say so.
have_test_bus() {
    [ "$(uname)" = Darwin ] || ! command -v apt-get >/dev/null ||
        { [ -x /usr/bin/dbus-daemon ] && /usr/bin/python3 -c 'import dbus, gi' 2>/dev/null; }
}

# Elsewhere, and where the system has no such packages, tests in a browser are skipped, and say so.
have_test_browser() {
    [ "$(uname)" = Darwin ] || ! command -v apt-get >/dev/null ||
        { command -v chromium >/dev/null && command -v chromedriver >/dev/null &&
            python3 -c 'import ensurepip' 2>/dev/null; } ||
        ! apt-cache show chromium-driver >/dev/null 2>&1
}

if have_fftw && have_zlib && have_sqlite && have_dbus && have_test_bus &&
    have_test_browser; then exit 0; fi

if [ "$(uname)" = Darwin ]; then
    if ! command -v brew >/dev/null; then
        echo "FFTW or D-Bus is missing, and so is Homebrew: install one of them, or build without both" \
            "(swift build --disable-default-traits)." >&2
        exit 69
    fi
    brew install fftw dbus pkg-config
    exit 0
fi

if ! command -v apt-get >/dev/null; then
    echo "FFTW, zlib, SQLite or libdbus is missing: install their development packages (fftw3.h, zlib.h," \
        "sqlite3.h, dbus/dbus.h); FFTW and libdbus can be left out (swift build --disable-default-traits)." >&2
    exit 69
fi

packages="libfftw3-dev zlib1g-dev libsqlite3-dev libdbus-1-dev pkg-config dbus-daemon python3-dbus python3-gi"
browser="chromium chromium-driver python3-venv"
run=()
if [ "$(id -u)" -ne 0 ]; then
    run=(sudo)
    if [ -t 0 ]; then
        read -r -p "Something is missing. Install $packages $browser with sudo apt-get? [y/N] " answer
        case "$answer" in
            y | Y | yes) ;;
            *) echo "Not installed." >&2; exit 69 ;;
        esac
    fi
fi
"${run[@]}" apt-get update -qq
# shellcheck disable=SC2086 # one word a package
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages
# shellcheck disable=SC2086
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $browser ||
    echo "No browser could be installed: tests in a browser are skipped." >&2
