#!/usr/bin/env bash
# Makes a Debian package of built programs, what they share, and units of
# systemd.
# usage: deb.sh PROGRAM SHARE DIRECTORY [SYNC SERVE NOTIFY PHOTO IDENTIFY]
#
# SYNC, SERVE, NOTIFY, PHOTO and IDENTIFY are the programs that it starts for
# networks, notes on the desktop, photos and models; they alone need libraries.
# The package then depends on them; those for photos and models are many, and
# recommended.
#
# Debian's own tools would build from source, but Swift is no package of
# Debian's, so a program that is built already is packed. DEBFULLNAME and
# DEBEMAIL say who packs it, as everywhere in Debian.
set -euo pipefail
program=$(realpath "$1")
share=$(realpath "$2")
output=$3
apart=("${@:4}")
here=$(dirname "$(realpath "$0")")/debian

version=$("$program" --version | cut -d ' ' -f 2)
grep -q "^plantguide ($version) " "$here/changelog" || {
  echo "deb.sh: $here/changelog has no entry for version $version" >&2
  exit 1
}
architecture=$(dpkg --print-architecture)
# The same program makes the same package: its times are the changelog's.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(
  date -d "$(sed -n 's/^ -- .*>  //p' "$here/changelog" | head -n 1)" +%s
)}
export SOURCE_DATE_EPOCH
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
# What is packed must not depend on who packs it.
umask 022

install -D -m 755 "$program" "$tree/usr/bin/plantguide"
# Debian wants programs without symbols.
strip --strip-all --remove-section=.comment "$tree/usr/bin/plantguide"

for name in "${apart[@]}"; do
  install -D -m 755 "$name" "$tree/usr/libexec/plantguide/$(basename "$name")"
  strip --strip-all --remove-section=.comment \
    "$tree/usr/libexec/plantguide/$(basename "$name")"
done
"$here/../units.sh" /usr/bin "$tree/usr/lib/systemd/user" \
  "${apart[@]##*/}"

mkdir -p "$tree/usr/share"
cp -r "$share/man" "$share/bash-completion" "$share/fish" "$tree/usr/share"
gzip -9n "$tree/usr/share/man/man1/plantguide.1"
# zsh looks for what packages bring in a folder of its own.
install -D -m 644 "$share/zsh/site-functions/_plantguide" \
  "$tree/usr/share/zsh/vendor-completions/_plantguide"

documents="$tree/usr/share/doc/plantguide"
mkdir -p "$documents"
gzip -9nc "$here/changelog" >"$documents/changelog.gz"
# The libraries are part of the program, so their licences go with it, as
# the packages state them that they were taken from.
{
  cat "$here/copyright"
  for library in liblmdb-dev libsodium-dev libjansson-dev \
    libexpat1-dev libzstd-dev libminizip-dev zlib1g-dev libc6-dev; do
    printf '\n\n==== %s ====\n\n' "$library"
    cat "/usr/share/doc/$library/copyright"
  done
} >"$documents/copyright"
install -D -m 644 "$here/lintian-overrides" \
  "$tree/usr/share/lintian/overrides/plantguide"

# What the programs for networks are linked with, as Debian's tools find out;
# they want to be run where a package is built from its source.
depends=tzdata
recommends=
if ((${#apart[@]})); then
  mkdir -p "$tree/source/debian"
  printf 'Source: plantguide\n\nPackage: plantguide\nArchitecture: any\n' \
    >"$tree/source/debian/control"
  linked=()
  for name in "$tree"/usr/libexec/plantguide/*; do
    case $name in
      */plantguide-photo | */plantguide-identify) linked+=(-dRecommends "$name") ;;
      *) linked+=(-dDepends "$name") ;;
    esac
  done
  found=$(cd "$tree/source" && dpkg-shlibdeps -O "${linked[@]}")
  needed=$(sed -n 's/^shlibs:Depends=//p' <<<"$found")
  depends="${needed:+$needed, }$depends"
  recommends=$(sed -n 's/^shlibs:Recommends=//p' <<<"$found")
  rm -r "$tree/source"
fi

mkdir "$tree/DEBIAN"
sed -e "s/@depends@/$depends/" \
  -e "${recommends:+s/@recommends@/$recommends/}" -e '/@recommends@/d' -e "s/@version@/$version/" -e "s/@architecture@/$architecture/" \
  -e "s/@maintainer@/${DEBFULLNAME:-The PlantGuide authors} <${DEBEMAIL:-plantguide@example.org}>/" \
  -e "s/@size@/$(du -sk --apparent-size "$tree/usr" | cut -f 1)/" \
  "$here/control" >"$tree/DEBIAN/control"
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum) \
  >"$tree/DEBIAN/md5sums"

chmod -R u=rwX,go=rX "$tree"
mkdir -p "$output"
dpkg-deb --root-owner-group --build "$tree" \
  "$output/plantguide_${version}_$architecture.deb"
