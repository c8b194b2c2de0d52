#!/usr/bin/env bash
# Prints how many processor seconds building ArgumentParser takes now: the unit in which a run's processor time is compared.
#
# It is built twice at a time and the mean printed: builds and tests keep two processors busy, which, where these share a
# core, makes all processor time longer. The sources are those that the last build has fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
sources=.build/checkouts/swift-argument-parser/Sources
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t info < <(find "$sources/ArgumentParserToolInfo" -name '*.swift' | sort)
mapfile -t parser < <(find "$sources/ArgumentParser" -name '*.swift' | sort)
compile() { # FOLDER
    local options=(-swift-version 5 -parse-as-library -whole-module-optimization -I "$1")
    mkdir "$1"
    swiftc "${options[@]}" -module-name ArgumentParserToolInfo -emit-module \
        -emit-module-path "$1/ArgumentParserToolInfo.swiftmodule" -c -o "$1/info.o" "${info[@]}"
    swiftc "${options[@]}" -module-name ArgumentParser -c -o "$1/parser.o" "${parser[@]}"
}
both() {
    local one other
    compile "$work/one" & one=$!
    compile "$work/other" & other=$!
    wait "$one" && wait "$other"
}
TIMEFORMAT='%U %S'
{ time both >"$work/log" 2>&1; } 2>"$work/times" || { cat "$work/log" >&2; exit 1; }
awk '{ printf "%.2f\n", ($1 + $2) / 2 }' "$work/times"
