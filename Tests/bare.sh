#!/usr/bin/env bash
# Follows the README on an empty Debian 12: a minimal system is made below
# DIRECTORY, the packages that Swift's own instructions name are installed
# there, the last commit is cloned, and `make demo` and `make test` are run.
#
# usage: Tests/bare.sh [DIRECTORY]
#
# Needs root, debootstrap, and Swift in PATH, which is lent to the system
# read-only. Debian's packages come from where this machine gets its own. Takes
# three quarters of an hour on two cores; DIRECTORY (.build/bare) is made from nothing.
set -euo pipefail

project=$(cd "$(dirname "$0")/.." && pwd)
root=$(realpath -m "${1:-$project/.build/bare}")
swift=$(dirname "$(dirname "$(realpath "$(command -v swift)")")")

# What Swift's image of Debian 12 installs, and what the README adds.
packages=(
  binutils-gold gcc git libcurl4-openssl-dev libedit-dev libicu-dev
  libncurses-dev libpython3-dev libsqlite3-dev libstdc++-12-dev libxml2-dev
  pkg-config tzdata uuid-dev
  ca-certificates make
)

[ "$(id -u)" -eq 0 ] || { echo "bare.sh: run this as root" >&2; exit 1; }

inside() {
  chroot "$root" /usr/bin/env -i HOME=/root TERM=xterm LANG=C.UTF-8 \
    PATH=/opt/swift/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

unmount() {
  local place
  for place in /opt/swift /dev/shm /dev/pts /proc ""; do
    if mountpoint -q "$root$place"; then umount "$root$place"; fi
  done
}

timed() {
  local start=$SECONDS
  "$@"
  echo "bare: make ${*: -1} took $(((SECONDS - start) / 60)) min" \
    "$(((SECONDS - start) % 60)) s"
}

if [ -e "$root" ]; then
  [ -f "$root/etc/debian_version" ] \
    || { echo "bare.sh: $root is in the way" >&2; exit 1; }
  unmount
  rm -rf --one-file-system "$root"
fi
mkdir -p "$root"
trap unmount EXIT

sources=$(apt-get indextargets --format 'deb $(SITE) $(RELEASE) $(COMPONENT)' \
  'Created-By: Packages' 'Origin: Debian' | grep bookworm)
mirror=$(awk '$3 == "bookworm" { print $2; exit }' <<<"$sources")
echo "bare: making a minimal Debian 12"
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 \
  || { tail -n 20 "$root.log" >&2; exit 1; }
rm "$root.log"

# How this machine reaches packages is no part of what is tested.
printf '%s\n' "$sources" >"$root/etc/apt/sources.list"
for file in /etc/resolv.conf /etc/hosts /etc/pip.conf; do
  if [ -e "$file" ]; then cp -L "$file" "$root$file"; fi
done
for file in /etc/apt/apt.conf.d/*; do
  if grep -qi -e acquire "$file"; then cp "$file" "$root$file"; fi
done
mkdir -p "$root/usr/local/share/ca-certificates"
cp -rL /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates"

# Namespaces of mounts can only be made where / is a mount itself.
mount --bind "$root" "$root"
mkdir -p "$root/opt/swift"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -sf pts/ptmx "$root/dev/ptmx"
mount -t tmpfs tmpfs "$root/dev/shm"
mount --bind -o ro "$swift" "$root/opt/swift"

echo "bare: installing Swift's packages"
inside apt-get update -qq
inside DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null 2>&1
git clone -q --no-local "$project" "$root/root/plantguide"

timed inside make -C /root/plantguide demo
timed inside make -C /root/plantguide test
echo "bare: both commands passed on an empty Debian 12"
