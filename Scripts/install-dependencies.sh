#!/usr/bin/env bash
# Installs FFTW and zlib where the system lacks them. Asks before it uses sudo, unless it is root already or
# nobody is there to answer.
set -euo pipefail

if ! command -v swift >/dev/null; then
    echo "No Swift toolchain on the PATH: install Swift 6.2 or later from swift.org." >&2
    exit 69
fi

have_fftw() {
    if command -v pkg-config >/dev/null && pkg-config --exists fftw3; then return 0; fi
    [ -e /usr/include/fftw3.h ] || [ -e /usr/local/include/fftw3.h ]
}

have_zlib() { [ -e /usr/include/zlib.h ] || [ "$(uname)" = Darwin ]; }

if have_fftw && have_zlib; then exit 0; fi

if [ "$(uname)" = Darwin ]; then
    if ! command -v brew >/dev/null; then
        echo "FFTW is missing, and so is Homebrew: install one of them, or build without FFTW" \
            "(--disable-default-traits)." >&2
        exit 69
    fi
    brew install fftw pkg-config
    exit 0
fi

if ! command -v apt-get >/dev/null; then
    echo "FFTW or zlib is missing: install their development packages (fftw3.h, zlib.h); FFTW can be left out" \
        "(--disable-default-traits)." >&2
    exit 69
fi

run=()
if [ "$(id -u)" -ne 0 ]; then
    run=(sudo)
    if [ -t 0 ]; then
        read -r -p "FFTW or zlib is missing. Install libfftw3-dev and zlib1g-dev with sudo apt-get? [y/N] " answer
        case "$answer" in
            y | Y | yes) ;;
            *) echo "Not installed." >&2; exit 69 ;;
        esac
    fi
fi
"${run[@]}" apt-get update -qq
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libfftw3-dev zlib1g-dev pkg-config
