#!/bin/sh
# Runs every fuzz target of a build for some seconds each, from its seeds: tools/fuzz.sh BUILD SECONDS
set -eu
build=$1
seconds=$2
root=$(cd "$(dirname "$0")/.." && pwd)
failed=0
ran=0

# Whole examples as seeds of baked files, and the smallest with a behaviour or a puppet as the stage whose saves are forged.
if [ -x "$build/verve" ]; then
    mkdir -p "$build/baked"
    for project in "$root"/examples/*/project.json; do
        folder=${project%/project.json}
        "$build/verve" bake "$folder" -o "$build/baked/${folder##*/}.vvb" --no-images >/dev/null
    done
    export VV_FUZZ_ASSET="$build/baked/principle-anticipation.vvb"
fi
for target in "$build"/bin/fuzz_*; do
    name=${target##*/fuzz_}
    corpus=$build/corpus/$name
    mkdir -p "$corpus" "$build/found/$name"
    set -- "$corpus"
    for seeds in "$root/fuzz/seeds/$name" "$root/tests/corpus/crashes/$name"; do
        if [ -d "$seeds" ]; then set -- "$@" "$seeds"; fi
    done
    most=65536
    case $name in
    vvb)
        most=4194304
        if [ -d "$build/baked" ]; then set -- "$@" "$build/baked"; fi
        ;;
    save) most=4194304 ;;
    esac
    if [ -f "$root/fuzz/$name.dict" ]; then set -- "-dict=$root/fuzz/$name.dict" "$@"; fi
    ran=$((ran + 1))
    if LSAN_OPTIONS="suppressions='$root/fuzz/leaks.txt':print_suppressions=0" "$target" -max_total_time="$seconds" \
        -timeout=10 -rss_limit_mb=4096 -max_len=$most -print_final_stats=1 -artifact_prefix="$build/found/$name/" "$@" \
        >"$build/$name.log" 2>&1; then
        echo "$name: clean, $(sed -n 's/.*number_of_executed_units: *//p' "$build/$name.log") runs"
    else
        failed=$((failed + 1))
        echo "$name: FAILED, see $build/$name.log"
        grep -E 'ERROR|SUMMARY|timeout' "$build/$name.log" | head -5
    fi
done
echo "$((ran - failed)) passed, $failed failed"
[ "$failed" = 0 ]
