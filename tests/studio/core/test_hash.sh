#!/bin/sh
# The studio in WebAssembly and `verve apply` make the same bits of the same commands.  usage: test_hash.sh SOURCE BUILD
set -eu
source=$1
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --build "$build" --target wasm > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }

cat > "$work/ball.json" <<'JSON'
[
  { "do": "layer.set", "artwork": "ball", "layer": "ball", "vertices": 200 },
  { "do": "handle.add", "artwork": "ball", "name": "extra", "kind": "point", "at": [0.2, 0.4] },
  { "do": "example.drag", "artwork": "ball", "example": "tugged", "from": "squashed", "pins": { "extra": { "to": [0.7, 0.9] } } },
  { "do": "complex.link", "artwork": "ball", "examples": ["rest", "tugged"] },
  { "do": "example.set", "artwork": "ball", "example": "tugged", "board": [1.5, -2] },
  { "do": "project.set", "about": "Größer, höher, weiter." }
]
JSON
echo '{ "do": "project.set", "name": "walks" }' > "$work/walk.json"

for name in ball walk; do
    native=$("$build/verve" apply "$source/examples/$name" "$work/$name.json" --dry-run --hash)
    before=$(echo '[]' | "$build/verve" apply "$source/examples/$name" - --dry-run --hash)
    page=$(node "$source/tests/studio/core/hash.mjs" "$build/verve.wasm" "$source/examples/$name" "$work/$name.json")
    echo "$name  verve apply $native  WebAssembly $page"
    [ "$native" = "$page" ] || { echo "the hashes differ"; exit 1; }
    [ "$native" != "$before" ] || { echo "the commands do not show in the hash"; exit 1; }
done

# After saving, it is what the folder gives.
cp -r "$source/examples/ball" "$work/ball"
[ "$("$build/verve" apply "$work/ball" "$work/ball.json" --hash)" = "$("$build/verve" apply "$source/examples/ball" "$work/ball.json" --dry-run --hash)" ]
