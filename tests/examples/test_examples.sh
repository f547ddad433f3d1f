#!/bin/sh
# A shipped example as a person meets it: checked without a remark, baked, and every scene and sheet rendered.
# test_examples.sh VERVE PROJECT
set -eu
verve=$1
project=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "FAILED: $1" >&2
    exit 1
}

# A picture of one colour compresses to almost nothing; these have a drawing on them.
has_drawing() {
    [ "$(wc -c <"$1")" -gt "$2" ] || fail "$1 is empty"
}

name=$(basename "$project")
[ ! -e "$project/journal.jsonl" ] || fail "$project was left with a journal"
problems=$("$verve" check "$project")
case "$problems" in *"no problems"*) ;; *) fail "$problems" ;; esac
"$verve" bake "$project" -o "$folder/$name.vvb"
has_drawing "$folder/$name.vvb" 20000
if grep -q '^  "lines": \[' "$project/project.json" && ! grep -q '^      "artwork": ' "$project/project.json"; then
    first=$(sed -n '/^  "lines"/,$s/^      "name": "\(.*\)",$/\1/p' "$project/project.json" | head -1)
    "$verve" line "$project" --name "$first" --size 256x256 -o "$folder/$name.png"
elif grep -q '^  "creatures": \[' "$project/project.json"; then # which are shown by the scenes below
    first=$(sed -n '/^  "creatures"/,$s/^      "name": "\(.*\)",$/\1/p' "$project/project.json" | head -1)
    gait=$(sed -n '/^  "gaits"/,$s/^      "name": "\(.*\)",$/\1/p' "$project/project.json" | head -1)
    "$verve" retarget "$project" --creature "$first" --gait "$gait" --size 256x256 -o "$folder/$name.png"
elif grep -q '^  "artworks": \[\]' "$project/project.json"; then # shapes and verbs are shown by the places of their axes
    first=$(sed -n 's/^        { "name": "\([^"]*\)".*/\1/p' "$project/project.json" | head -1)
    "$verve" verb "$project" --grid "$first:5" --size 96x96 -o "$folder/$name.png"
else
    "$verve" render "$project" --examples --captions --size 96x96 -o "$folder/$name.png"
fi
has_drawing "$folder/$name.png" 8000
for scene in $(sed -n '/^  "scenes"/,$s/^      "name": "\(.*\)",$/\1/p' "$project/project.json"); do
    "$verve" render "$project" --scene "$scene" --size 64x64 -o "$folder/$name-$scene.webp"
    has_drawing "$folder/$name-$scene.webp" 8000
    handles=--handles # which a stage and a line do not have
    if grep -q '^  "artworks": \[\]' "$project/project.json"; then handles=--captions; fi
    if sed '1,/^  "scenes"/d' "$project/project.json" | grep -A 8 "^      \"name\": \"$scene\",$" | grep -q '^      "line": '; then
        handles=--captions
    fi
    if "$verve" simulate "$project" --scene "$scene" --frames 1 >/dev/null 2>&1; then handles=--captions; fi
    "$verve" render "$project" --scene "$scene" --sheet 6 --mesh $handles --size 128x128 -o "$folder/$name-$scene.png"
    has_drawing "$folder/$name-$scene.png" 5000
    echo "$name: $scene"
done
scenes=$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["scenes"]))' "$project/project.json")
[ "$scenes" -ge 1 ] && [ "$(ls "$folder"/*.webp | wc -l)" = "$scenes" ] || fail "a scene is missing"
