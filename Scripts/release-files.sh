#!/usr/bin/env bash
# Makes the files of a release in a clean clone; Scripts/make-release.sh calls it.
#
# usage: Scripts/release-files.sh VERSION OUT
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1 out=$2
: "${SOURCE_DATE_EPOCH:?is the time of the commit}"
architecture=$(dpkg --print-architecture)
stage=.build/stage
mkdir -p "$out" $stage

pack() { tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -c "$@" | gzip -9n; }

echo "sources"
git archive --format=tar --prefix="resonance-$version/" HEAD | gzip -9n >"$out/resonance-$version.tar.gz"

echo "tool"
flags=(--traits BlueZ -c release --static-swift-stdlib -Xlinker -s -Xswiftc -file-prefix-map -Xswiftc "$PWD=.")
for program in hrv hrv-sessions hrv-studies; do swift build "${flags[@]}" --product $program; done
built=$(swift build "${flags[@]}" --show-bin-path)
swift build --product generate-manual
rm -rf .build/pages
mkdir -p .build/pages
# The program of sessions knows the tree of all commands.
"$(swift build --show-bin-path)/generate-manual" "$built/hrv-sessions" --multi-page --output-directory .build/pages
root=$stage/hrv-$version-linux-$architecture
mkdir -p $root/bin $root/libexec/hrv
# As in the library: what is other in every build.
strip() { llvm-objcopy --remove-section=.swift_modhash --remove-section=.note.gnu.build-id "$1" "$2"; }
strip "$built/hrv" $root/bin/hrv
strip "$built/hrv-sessions" $root/libexec/hrv/hrv-sessions
strip "$built/hrv-studies" $root/libexec/hrv/hrv-studies
Scripts/make-manuals.py .build/pages $root/share/man/man1 --date "$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)"
mkdir -p $root/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,doc/hrv}
"$root/bin/hrv" --generate-completion-script bash >$root/share/bash-completion/completions/hrv
"$root/bin/hrv" --generate-completion-script zsh >$root/share/zsh/site-functions/_hrv
"$root/bin/hrv" --generate-completion-script fish >$root/share/fish/vendor_completions.d/hrv.fish
cp README.md CHANGELOG.md CITATION.cff $root/share/doc/hrv
cp LICENSE $root/share/doc/hrv/copyright
pack -C $stage "$(basename $root)" >"$out/$(basename $root).tar.gz"

echo "Debian packages"
# What the libraries of a program are called as packages, with the versions that it must have.
mkdir -p $stage/shlibs/debian
printf 'Source: hrv\n\nPackage: hrv\nArchitecture: any\n' >$stage/shlibs/debian/control
needed() { # PROGRAM...
    local found
    found=$(cd $stage/shlibs && dpkg-shlibdeps -O --ignore-missing-info "$@" | sed -n 's/^shlibs:Depends=//p')
    [ -n "$found" ] || { echo "release-files: dpkg-shlibdeps names no package for $*" >&2; exit 1; }
    echo "$found"
}
debian() { # PACKAGE, its fields Depends and Recommends, its description; the tree lies in $stage/PACKAGE
    mkdir -p "$stage/$1/DEBIAN"
    cat >"$stage/$1/DEBIAN/control" <<END
Package: $1
Version: $version
Architecture: $architecture
Maintainer: The Resonance authors <resonance@localhost>
$2
Installed-Size: $(du -sk "$stage/$1/usr" | cut -f1)
Section: science
Priority: optional
Description: $3
END
    dpkg-deb --root-owner-group --build "$stage/$1" "$out/${1}_${version}_$architecture.deb" >/dev/null
}
mkdir -p $stage/hrv/usr $stage/hrv-studies/usr/libexec/hrv $stage/hrv-studies/usr/share/doc/hrv-studies
cp -r $root/bin $root/libexec $root/share $stage/hrv/usr
gzip -9n $stage/hrv/usr/share/man/man1/*.1 $stage/hrv/usr/share/doc/hrv/CHANGELOG.md
# Benchmarks and studies are for those who want them.
mv $stage/hrv/usr/libexec/hrv/hrv-studies $stage/hrv-studies/usr/libexec/hrv
cp LICENSE $stage/hrv-studies/usr/share/doc/hrv-studies/copyright
libraries=$(needed "$(realpath "$built/hrv")" "$(realpath "$built/hrv-sessions")")
debian hrv "Depends: $libraries
Recommends: curl
Suggests: hrv-studies" "heart-rate variability from beats and ECGs
 Analyses R-R intervals and ECGs from files of every usual format, singly or by the
 hundred thousand, leads resonance breathing live, and keeps a history."
libraries=$(needed "$(realpath "$built/hrv-studies")")
debian hrv-studies "Depends: hrv (= $version), $libraries" "benchmarks and studies of hrv
 Times the kernels of hrv against their plain versions (hrv bench), and compares the
 policies of the next song on simulated people (hrv music evaluate)."

echo "wheel and sdist"
Scripts/build-wheel.sh >/dev/null
cp .build/wheel/*.whl .build/wheel/*.tar.gz "$out"

echo "site"
Scripts/build-site.sh "$stage/site-$version"
pack -C $stage "site-$version" >"$out/resonance-site-$version.tar.gz"

(cd "$out" && sha256sum -- * | grep -v ' SHA256SUMS$' >SHA256SUMS)
