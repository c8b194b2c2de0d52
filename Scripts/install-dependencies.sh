#!/usr/bin/env bash
# Installs what the system lacks, without recommended packages.
#
# usage: Scripts/install-dependencies.sh [tool|build|tests|release]
#
# tool   what the commands on files link to: FFTW, zlib, expat
# build  what the build links to: FFTW, zlib, expat, SQLite, libdbus
# tests  also what tests run: a message bus with Python's modules for it, a server of sound, a voice, decoders of songs
#        and of FLAC, players of music, a broker of MQTT, a browser; where these cannot be had, their tests are skipped and say so
# release  also what the files of a release need: libcurl for the runtime inside the tool, and Debian's tools for packages
#
# It asks before it uses sudo, unless it is root already or nobody is there to answer.
set -euo pipefail
wanted=${1:-build}

if ! command -v swift >/dev/null; then
    echo "No Swift toolchain on the PATH: install Swift 6.2 or later from swift.org." >&2
    exit 69
fi

have_package() { command -v pkg-config >/dev/null && pkg-config --exists "$1"; }

have_header() { [ -e "/usr/include/$1" ] || [ -e "/usr/local/include/$1" ]; }

have_libraries_of_tool() {
    { have_package fftw3 || have_header fftw3.h; } &&
        { have_header zlib.h || [ "$(uname)" = Darwin ]; } &&
        { have_package expat || have_header expat.h || [ "$(uname)" = Darwin ]; }
}

have_libraries() {
    have_libraries_of_tool &&
        { have_package sqlite3 || have_header sqlite3.h || [ "$(uname)" = Darwin ]; } &&
        # Its headers are found through pkg-config alone.
        have_package dbus-1
}

have_test_bus() {
    [ -x /usr/bin/dbus-daemon ] && /usr/bin/python3 -c 'import dbus, gi' 2>/dev/null
}

have_test_sound() {
    command -v pulseaudio >/dev/null && command -v pacat >/dev/null && command -v espeak-ng >/dev/null
}

have_test_decoder() {
    command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null
}

have_test_players() {
    command -v mpd >/dev/null && command -v mpc >/dev/null && command -v mpv >/dev/null &&
        [ -e /usr/lib/mpv-mpris/mpris.so ]
}

have_test_browser() {
    command -v chromium >/dev/null && command -v chromedriver >/dev/null &&
        python3 -c 'import ensurepip' 2>/dev/null
}

have_test_flac() {
    command -v flac >/dev/null
}

have_test_broker() {
    { command -v mosquitto || [ -x /usr/sbin/mosquitto ]; } >/dev/null
}

missing=()
if [ "$wanted" = tool ]; then
    have_libraries_of_tool || missing+=(libfftw3-dev zlib1g-dev libexpat1-dev pkg-config)
else
    have_libraries || missing+=(libfftw3-dev zlib1g-dev libexpat1-dev libsqlite3-dev libdbus-1-dev pkg-config)
fi
if [ "$wanted" = release ] && ! { have_package libcurl && command -v dpkg-shlibdeps >/dev/null; }; then
    missing+=(libcurl4-openssl-dev dpkg-dev)
fi
optional=()
if [ "$wanted" = tests ] && [ "$(uname)" != Darwin ]; then
    command -v curl >/dev/null || optional+=(curl)
    have_test_bus || optional+=(dbus-daemon python3-dbus python3-gi)
    have_test_sound || optional+=(pulseaudio pulseaudio-utils espeak-ng)
    have_test_decoder || optional+=(ffmpeg)
    have_test_flac || optional+=(flac)
    have_test_players || optional+=(mpd mpc mpv mpv-mpris)
    have_test_broker || optional+=(mosquitto)
    have_test_browser || optional+=(chromium chromium-driver python3-venv)
fi
[ ${#missing[@]} -gt 0 ] || [ ${#optional[@]} -gt 0 ] || exit 0

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
    if [ ${#missing[@]} -gt 0 ]; then
        echo "FFTW, zlib, expat, SQLite or libdbus is missing: install their development packages (fftw3.h," \
            "zlib.h, expat.h, sqlite3.h, dbus/dbus.h); FFTW and libdbus can be left out" \
            "(swift build --disable-default-traits)." >&2
        exit 69
    fi
    echo "Not installed: ${optional[*]}. Tests that need them are skipped." >&2
    exit 0
fi

run=()
if [ "$(id -u)" -ne 0 ]; then
    run=(sudo)
    if [ -t 0 ]; then
        read -r -p "Install ${missing[*]} ${optional[*]} with sudo apt-get? [y/N] " answer
        case "$answer" in
            y | Y | yes) ;;
            *)
                [ ${#missing[@]} -eq 0 ] && exit 0
                echo "Not installed." >&2
                exit 69
                ;;
        esac
    fi
fi
install() {
    "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}
"${run[@]}" apt-get update -qq
if [ ${#missing[@]} -gt 0 ]; then install "${missing[@]}"; fi
if [ ${#optional[@]} -gt 0 ] && ! install "${optional[@]}"; then
    echo "Not installed: ${optional[*]}. Tests that need them are skipped." >&2
fi
