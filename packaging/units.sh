#!/usr/bin/env bash
# Writes the units of systemd for users, for a program that is installed in BIN,
# into DIRECTORY.
# usage: units.sh BIN DIRECTORY [PROGRAM]...
# PROGRAM are those installed beside it: a unit whose program is missing, as
# that of the server, is left out.
set -euo pipefail
source=$(dirname "$(realpath "$0")")/systemd
mkdir -p "$2"
for unit in "$source"/*; do
  name=$(basename "$unit" .service)
  if [[ $name == plantguide-serve && " ${*:3} " != *" $name "* ]]; then
    continue
  fi
  sed "s|@bin@|$1|" "$unit" >"$2/$(basename "$unit")"
  chmod 644 "$2/$(basename "$unit")"
done
