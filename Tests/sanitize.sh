#!/bin/bash
# Runs the Swift tests under the sanitizers named, by default those that
# Swift's toolchain has: address and thread.
set -euo pipefail
cd "$(dirname "$0")/.."

# Swift's own report of a crash reads memory that is not its own.
export SWIFT_BACKTRACE=enable=no
# Leaks are looked for by stopping all threads, which tests in tasks do not
# bear. Faults and the lack of memory are the program's to handle, and tested.
options=detect_leaks=0:handle_segv=0:handle_sigbus=0:allocator_may_return_null=1

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
  # Reports go into files, as tests start processes of their own, some silent.
  found=$PWD/$scratch/found
  rm -f "$found".*
  ASAN_OPTIONS=$options:log_path=$found TSAN_OPTIONS=$options:log_path=$found \
    swift test --skip-build --sanitize "$kind" --scratch-path "$scratch" \
    -Xswiftc -use-ld=lld "${undefined[@]}"
  # An allocation that fails is told there without a colon.
  if cat "$found".* 2>/dev/null | grep -E -A40 "(ERROR|WARNING): \w+Sanitizer:"
  then
    exit 1
  fi
done
