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

echo "Debian package"
deb=$stage/deb
mkdir -p $deb/DEBIAN $deb/usr
cp -r $root/bin $root/libexec $root/share $deb/usr
gzip -9n $deb/usr/share/man/man1/*.1 $deb/usr/share/doc/hrv/CHANGELOG.md
# The packages whose libraries the program loads itself, with the versions that they must have.
mkdir -p $stage/shlibs/debian
printf 'Source: hrv\n\nPackage: hrv\nArchitecture: any\n' >$stage/shlibs/debian/control
programs=("$(realpath "$built/hrv")" "$(realpath "$built/hrv-sessions")" "$(realpath "$built/hrv-studies")")
needed=$(cd $stage/shlibs && dpkg-shlibdeps -O --ignore-missing-info "${programs[@]}" | sed -n 's/^shlibs:Depends=//p')
[ -n "$needed" ] || { echo "release-files: dpkg-shlibdeps names no package" >&2; exit 1; }
cat >$deb/DEBIAN/control <<END
Package: hrv
Version: $version
Architecture: $architecture
Maintainer: The Resonance authors <resonance@localhost>
Depends: $needed
Recommends: curl
Installed-Size: $(du -sk $deb/usr | cut -f1)
Section: science
Priority: optional
Description: heart-rate variability from beats and ECGs
 Analyses R-R intervals and ECGs from files of every usual format, singly or by the
 hundred thousand, leads resonance breathing live, and keeps a history.
END
dpkg-deb --root-owner-group --build $deb "$out/hrv_${version}_$architecture.deb" >/dev/null

echo "wheel and sdist"
Scripts/build-wheel.sh >/dev/null
cp .build/wheel/*.whl .build/wheel/*.tar.gz "$out"

echo "site"
Scripts/build-site.sh "$stage/site-$version"
pack -C $stage "site-$version" >"$out/resonance-site-$version.tar.gz"

(cd "$out" && sha256sum -- * | grep -v ' SHA256SUMS$' >SHA256SUMS)
