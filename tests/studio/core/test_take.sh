#!/bin/sh
# What is done by hand in the studio in WebAssembly, kept as a take, is what `verve simulate` runs natively, to the bit; also
# where the actor is twice as large as its artwork.  usage: test_take.sh SOURCE BUILD
set -eu
source=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --build "$build" --target wasm > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }

before=
for scale in 1 2; do
    cp -r "$source/examples/bounce" "$work/bounce-$scale"
    echo "{ \"do\": \"actor.set\", \"scene\": \"calm\", \"actor\": \"ball\", \"scale\": $scale }" |
        "$build/verve" apply "$work/bounce-$scale" - > /dev/null
    page=$(node "$source/tests/studio/core/take.mjs" "$build/verve.wasm" "$work/bounce-$scale" calm 600 "$work/take.json")
    "$build/verve" apply "$work/bounce-$scale" "$work/take.json" > /dev/null
    native=$("$build/verve" simulate "$work/bounce-$scale" --scene take --frames 600 --rate 60 --hash)
    untouched=$("$build/verve" simulate "$work/bounce-$scale" --scene calm --frames 600 --rate 60 --hash)
    echo "scale $scale  verve simulate $native  WebAssembly $page"
    [ "$native" = "$page" ] || { echo "the hashes differ"; exit 1; }
    [ "$native" != "$untouched" ] || { echo "the hand does not show in the hash"; exit 1; }
    [ "$native" != "$before" ] || { echo "the scale does not show in the hash"; exit 1; }
    before=$native
done
