#!/bin/bash
# Builds the fuzzed program with libFuzzer and AddressSanitizer, both of Swift's
# toolchain, and tries RUNS inputs on each target, JOBS targets at a time.
# SEED repeats a campaign; TARGETS names some targets alone; TIMEOUT is how many
# seconds an input may take by the clock, where other work goes before it.
#
# What is found lies in .build/fuzz/found, and belongs into Tests/Fuzz/Corpus
# once it is mended; the corpora that grew lie in .build/fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")/../.."

runs=${RUNS:-10000000}
seed=${SEED:-$((RANDOM * 32768 + RANDOM))}
jobs=${JOBS:-2}
targets=${TARGETS:-$(ls Tests/Fuzz/Corpus)}
out=.build/fuzz
program=$out/release/plantguide-fuzz

# The driver alone: the library's own `main` would take the place of ours. gold
# cannot link what is instrumented.
toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
driver=$("$toolchain/clang" \
  -print-file-name="lib/linux/libclang_rt.fuzzer_no_main-$(uname -m).a")
if [[ -z ${SKIP_BUILD-} ]]; then
  echo "Building with coverage and AddressSanitizer (about 10 minutes at first)."
  # Whole modules are optimized together, which a debug build does not do; with
  # the assertions of one all the same, and what tests import.
  swift build -c release --scratch-path $out --product plantguide-fuzz \
    -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug \
    -Xswiftc -sanitize=address \
    -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table \
    -Xcc -fsanitize=fuzzer-no-link,address \
    -Xswiftc -use-ld=lld -Xlinker -u -Xlinker LLVMFuzzerRunDriver \
    -Xlinker "$driver" -Xlinker -lstdc++
fi

# Swift's own report of a crash takes seconds and hides libFuzzer's. Leaks are
# looked for by stopping all threads, which the run time of Swift does not bear.
# Without stacks of allocations and with a small quarantine of what was freed a
# third of the time is saved; trying the file that was found tells the stacks.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=0:malloc_context_size=0:quarantine_size_mb=1
mkdir -p $out/found $out/log
# How long an input of a target is at most, in bytes; longer ones take far
# longer, and what is in the corpus must not be cut.
longest() {
  case $1 in
    dates) echo 64 ;;
    search) echo 128 ;;
    arguments | csv) echo 256 ;;
    json-lines | darwin-core) echo 1024 ;;
    cbor) echo 2048 ;;
    tzif) echo 4096 ;;
    *) echo 512 ;;
  esac
}
fuzz() {
  local target=$1
  mkdir -p "$out/corpus/$target"
  local status=0
  "$program" "--target=$target" -runs="$runs" -seed="$seed" -max_len="$(longest "$target")" \
    -timeout="${TIMEOUT:-20}" -detect_leaks=0 -rss_limit_mb=4096 -print_final_stats=1 \
    -print_funcs=0 \
    -artifact_prefix="$out/found/$target-" \
    "$out/corpus/$target" "Tests/Fuzz/Corpus/$target" \
    >"$out/log/$target" 2>&1 || status=$?
  awk -v target="$target" -v status="$status" '
    /^stat::number_of_executed_units/ { runs = $2 }
    /^stat::average_exec_per_sec/ { speed = $2 }
    / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") coverage = $(i + 1) }
    END {
      printf "%-12s %9d runs, %6d a second, %6d edges: %s\n", target, runs,
        speed, coverage, status == 72 ? "stopped, clean so far" \
          : status ? "FAILED, see .build/fuzz/log/" target : "clean"
    }' "$out/log/$target"
  return $status
}
export -f fuzz longest
export runs seed out program

echo "seed $seed, $runs runs for each target"
printf '%s\n' $targets | xargs -P "$jobs" -I{} bash -c 'fuzz {}'
