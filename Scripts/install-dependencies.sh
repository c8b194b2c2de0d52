#!/usr/bin/env bash
# Installs what the build links to (FFTW, zlib, SQLite, libdbus) and what the tests of Bluetooth straps run (a
# message bus, Python's modules for it), where the system lacks them. Asks before it uses sudo, unless
# it is root already or nobody is there to answer.
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

if have_fftw && have_zlib && have_sqlite && have_dbus && have_test_bus; then exit 0; fi

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
run=()
if [ "$(id -u)" -ne 0 ]; then
    run=(sudo)
    if [ -t 0 ]; then
        read -r -p "Something is missing. Install $packages with sudo apt-get? [y/N] " answer
        case "$answer" in
            y | Y | yes) ;;
            *) echo "Not installed." >&2; exit 69 ;;
        esac
    fi
fi
"${run[@]}" apt-get update -qq
# shellcheck disable=SC2086 # one word a package
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages
