#!/usr/bin/env bash
# Lets the program write its manual page and its completions into the places
# below DIRECTORY where they lie below a prefix.
# usage: share.sh PROGRAM DIRECTORY
set -euo pipefail
program=$(realpath "$1")
directory=$2

write() {
  mkdir -p "$directory/$(dirname "$1")"
  "$program" "${@:2}" >"$directory/$1"
}

mkdir -p "$directory/man/man1"
"$program" help --definitions | "$(dirname "$0")/manual_page.py" \
  >"$directory/man/man1/plantguide.1"
write bash-completion/completions/plantguide completions bash
write zsh/site-functions/_plantguide completions zsh
write fish/vendor_completions.d/plantguide.fish completions fish
