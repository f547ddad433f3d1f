#!/bin/sh
# `make test-long`: runs every part whatever became of the others, and ends with a line for each: how it ended, how long it took,
# and what it counted. The full output of a part is in build/long/PART.log. JOBS tests run at once; each fuzz target runs for
# FUZZ_SECONDS.
set -u
cd "$(dirname "$0")/.."
jobs=${JOBS:-2}
seconds=${FUZZ_SECONDS:-60}
logs=build/long
rm -rf "$logs"
mkdir -p "$logs"
failed=0

# run_part NAME COMMAND…
run_part() {
    name=$1
    shift
    started=$(date +%s)
    echo "== $name: $*"
    if "$@" >"$logs/$name.log" 2>&1; then state=passed; else state=FAILED; failed=$((failed + 1)); fi
    took=$(($(date +%s) - started))
    counted=$(grep -E 'tests passed, |passed, [0-9]+ failed$|No tests were found' "$logs/$name.log" | tail -1)
    printf '%-8s %-14s %6d min  %s\n' "$state" "$name" $(((took + 59) / 60)) "$counted" >>"$logs/summary"
    [ "$state" = passed ] || grep -E '\(Failed\)|\(Timeout\)|FAILED|error:|SUMMARY' "$logs/$name.log" | sed 's/^/    /' |
        sort -u | head -20 >>"$logs/summary"
    tail -1 "$logs/summary"
}

# run_tests NAME BUILD OPTIONS…
run_tests() {
    name=$1
    build=$2
    shift 2
    run_part "$name" ctest --test-dir "$build" -j "$jobs" --output-on-failure --no-tests=error "$@"
}

run_part build-gcc make build-gcc
run_tests gcc build/gcc -LE 'page|long'
run_part gcc-page make test-page
run_tests gcc-long build/gcc -L long
run_part build-clang make build-clang
run_tests address build/clang -LE long
run_tests address-long build/clang -L long
run_part build-thread make build-thread
run_tests thread build/thread -L threads
run_part "fuzz-${seconds}s" make fuzz "FUZZ_SECONDS=$seconds"

echo
cat "$logs/summary"
if [ "$failed" = 0 ]; then echo "Everything passed."; else echo "$failed parts failed; their output is in $logs."; fi
[ "$failed" = 0 ]
