#!/usr/bin/env bash
# Loads the sample journal into a scratch directory and shows the main job.
# usage: demo.sh PROGRAM DIRECTORY
set -euo pipefail
program=$(realpath "$1")
sample=$(dirname "$(realpath "$0")")/journal.jsonl
export PLANTGUIDE_HOME=$2
rm -rf "$PLANTGUIDE_HOME"
# The sample ends on 2026-11-20; a fixed clock makes every run show the same.
now=2026-11-21T09:00:00+01:00

step() {
  printf '\n\033[1m$ plantguide %s\033[0m\n' "$*"
}
run() {
  step "$@"
  "$program" "$@" --now "$now"
}

echo "A journal of fourteen months, in a scratch directory: $PLANTGUIDE_HOME"
step append --as-recorded '< journal.jsonl'
"$program" append --as-recorded --now "$now" <"$sample"
run today
run water --due --room Kitchen --yes
run today
run undo
run history --limit 8
run stats
run log verify
step export json '| head -c 400'
"$program" export json --now "$now" | head -c 400 || true
printf '…\n\nThe journal stays in %s; try:\n' "$PLANTGUIDE_HOME"
printf '  PLANTGUIDE_HOME=%s bin/plantguide today\n' "$PLANTGUIDE_HOME"
printf 'On a later day than 21 November 2026, more of its tasks are overdue.\n'
printf 'Or open its pages in a browser:\n'
printf '  PLANTGUIDE_HOME=%s bin/plantguide web\n' "$PLANTGUIDE_HOME"
