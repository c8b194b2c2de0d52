#!/usr/bin/env bash
# Builds the C library with the toolchain's runtime inside, and writes it to FOLDER/libresonance.so.1.
#
# usage: Scripts/build-library.sh FOLDER
#
# Names are exported by C/resonance.map alone: gold would leave others besides, so the toolchain's own linker is used.
set -euo pipefail
mkdir -p "$1"
set -- "$(cd "$1" && pwd)"
cd "$(dirname "$0")/../Bindings"
folder=$1
# The build sees neither new files of the package beside it nor another list of names: so it looks, and links, each time.
touch Package.swift
rm -f .build/release/libresonance.so
SWIFT_DETERMINISTIC_HASHING=1 swift build -c release -Xswiftc -static-stdlib -Xswiftc -use-ld=lld \
    -Xlinker --version-script=C/resonance.map -Xlinker -soname=libresonance.so.1 -Xlinker -s
# Notes of the compiler for its next run, which nobody reads later, are others in every build; the build id depends on them.
# Put in its place at once: a program that has the old one open keeps it.
llvm-objcopy --remove-section=.swift_modhash --remove-section=.note.gnu.build-id \
    .build/release/libresonance.so "$folder/libresonance.so.1.new"
mv "$folder/libresonance.so.1.new" "$folder/libresonance.so.1"
