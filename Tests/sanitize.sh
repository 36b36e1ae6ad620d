#!/bin/bash
# Runs the Swift tests under the sanitizers named, by default those that
# Swift's toolchain has: address and thread.
set -euo pipefail
cd "$(dirname "$0")/.."

for kind in ${@:-address thread}; do
  echo "Building for the $kind sanitizer, and running the Swift tests."
  scratch=.build/$kind
  undefined=()
  # Swift has no such sanitizer; its C does.
  [[ $kind != address ]] \
    || undefined=(-Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined)
  # gold cannot link what is instrumented.
  swift build --build-tests --sanitize "$kind" --scratch-path "$scratch" \
    -Xswiftc -use-ld=lld "${undefined[@]}"
  # Leaks are looked for by stopping all threads, which tests in tasks do
  # not bear.
  ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1 \
    swift test --skip-build --sanitize "$kind" --scratch-path "$scratch" \
    -Xswiftc -use-ld=lld "${undefined[@]}"
done
