#!/usr/bin/env bash
# Makes all files of a release: sources, tool, Debian packages, wheel, sdist, site, sums.
#
# usage: Scripts/make-release.sh VERSION [OUT]
#
# The tag vVERSION must be what is checked out, with nothing changed, and CHANGELOG.md must have a heading of the version.
# Everything is made twice, each time from a fresh clone in the same place, and the two must have the same bytes; which
# files differ is said. RELEASE_ONCE=1 makes it once. The tool is built without FFTW, so that all of it is under the MIT
# license. OUT is .build/release-VERSION where it is not named.
set -euo pipefail
version=${1:?usage: Scripts/make-release.sh VERSION [OUT]}
out=${2:+$(realpath -m "$2")}
cd "$(dirname "$0")/.."
out=${out:-$PWD/.build/release-$version}

fail() {
    echo "make-release: $1" >&2
    exit 1
}

Scripts/install-dependencies.sh release
for program in swift docc llvm-objcopy dpkg-deb dpkg-shlibdeps sha256sum python3; do
    command -v $program >/dev/null || fail "there is no $program: install it first"
done
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "$version is no version such as 1.2.3"
[ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed: git status"
[ "$(git rev-parse -q --verify "refs/tags/v$version^{commit}" || true)" = "$(git rev-parse HEAD)" ] ||
    fail "the tag v$version is not on this commit: git tag v$version"
Scripts/check-version.sh "$version" || fail "raise the version in the files above"
grep -qE "^## ${version//./\\.}( |$)" CHANGELOG.md || fail "CHANGELOG.md has no heading \"## $version\": name what has changed"
[ ! -e "$out" ] || fail "$out is there already: remove it, or name another folder"
if [ -n "$(sed -n '/^## Unreleased/,/^## [0-9]/p' CHANGELOG.md | sed '1d;$d' | tr -d '[:space:]')" ]; then
    fail "CHANGELOG.md has entries under Unreleased: put them under $version"
fi

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
unset RESONANCE_FAST_KERNELS
place=${TMPDIR:-/tmp}/resonance-release-$version
for folder in "$place" "$place-second"; do
    [ ! -e "$folder" ] || fail "$folder is there already: remove it"
done
trap 'rm -rf "$place" "$place-second"' EXIT
mkdir -p "$out"

# make FOLDER
make_all() {
    rm -rf "$place"
    git clone --quiet . "$place/resonance-$version"
    (cd "$place/resonance-$version" && Scripts/release-files.sh "$version" "$1")
}

make_all "$out"
if [ "${RELEASE_ONCE:-0}" != 1 ]; then
    make_all "$place-second"
    if cmp -s "$out/SHA256SUMS" "$place-second/SHA256SUMS"; then
        echo "made twice: the bytes are the same"
    else
        echo "made twice: these files have other bytes:"
        { diff "$out/SHA256SUMS" "$place-second/SHA256SUMS" || true; } | awk '/^[<>]/ { print "  " $3 }' | sort -u
    fi
fi
cat "$out/SHA256SUMS"
