#!/usr/bin/env bash
# Installs what makes and measures the songs of the report on tempo, where it is missing (Debian): a
# synthesiser with its sounds, aubio's programs, ffmpeg.
set -euo pipefail
missing=()
command -v fluidsynth >/dev/null || missing+=(fluidsynth)
[ -e /usr/share/sounds/sf2/TimGM6mb.sf2 ] || missing+=(timgm6mb-soundfont)
command -v aubiotrack >/dev/null || missing+=(aubio-tools)
command -v ffmpeg >/dev/null || missing+=(ffmpeg)
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" -ne 0 ]; then
    echo "Missing for the songs: sudo apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 69
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
