#!/usr/bin/env bash
# Prints how many processor seconds building ArgumentParser takes now: the unit in which a run's processor time is compared.
#
# The sources are those that the last build has fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
sources=.build/checkouts/swift-argument-parser/Sources
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t info < <(find "$sources/ArgumentParserToolInfo" -name '*.swift' | sort)
mapfile -t parser < <(find "$sources/ArgumentParser" -name '*.swift' | sort)
compile() {
    local options=(-swift-version 5 -parse-as-library -whole-module-optimization -I "$work")
    swiftc "${options[@]}" -module-name ArgumentParserToolInfo -emit-module \
        -emit-module-path "$work/ArgumentParserToolInfo.swiftmodule" -c -o "$work/info.o" "${info[@]}"
    swiftc "${options[@]}" -module-name ArgumentParser -c -o "$work/parser.o" "${parser[@]}"
}
TIMEFORMAT='%U %S'
{ time compile >"$work/log" 2>&1; } 2>"$work/times" || { cat "$work/log" >&2; exit 1; }
awk '{ printf "%.2f\n", $1 + $2 }' "$work/times"
