#!/usr/bin/env bash
# Writes the units of systemd for users, for a program that is installed in BIN,
# into DIRECTORY.
# usage: units.sh BIN DIRECTORY
set -euo pipefail
source=$(dirname "$(realpath "$0")")/systemd
mkdir -p "$2"
for unit in "$source"/*; do
  sed "s|@bin@|$1|" "$unit" >"$2/$(basename "$unit")"
  chmod 644 "$2/$(basename "$unit")"
done
