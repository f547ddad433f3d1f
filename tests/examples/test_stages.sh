#!/bin/sh
# Every stage of every example runs without a failure, and the bouncing ball is the livelier the more it should be.
# usage: test_stages.sh VERVE EXAMPLES
set -u
verve=$1
examples=$2
failed=0

stages() { # the names of a project's scenes that have actors
    python3 -c 'import json, sys
for scene in json.load(open(sys.argv[1]))["scenes"]:
    if "actors" in scene:
        print(scene["name"])' "$1"
}

ran=0
for project in "$examples"/*/project.json; do
    folder=$(dirname "$project")
    for scene in $(stages "$project"); do
        report=$("$verve" simulate "$folder" --scene "$scene" --json) || failed=1
        ran=$((ran + 1))
        for wrong in failures overflows; do
            printf '%s\n' "$report" | grep -q "\"$wrong\": 0" || { echo "$folder, $scene: $wrong"; failed=1; }
        done
    done
done
[ "$ran" -ge 3 ] || { echo "only $ran stages"; failed=1; }

# The height of the second peak and the most that is squashed, in ascending order.
for scene in calm lively wild; do
    "$verve" simulate "$examples/bounce" --scene "$scene" --csv - | awk -F, -v scene="$scene" '
        NR > 1 { if (y > before && y > $5 && NR > 40 && !peak) peak = y; before = y; y = $5; if ($10 > most) most = $10 }
        END { print scene, peak, most }'
done >"${TMPDIR:-/tmp}/bounces.$$"
awk '{ if ($2 <= peak || $3 <= most) wrong = 1; peak = $2; most = $3 } END { exit wrong || NR != 3 }' \
    "${TMPDIR:-/tmp}/bounces.$$" || { cat "${TMPDIR:-/tmp}/bounces.$$"; failed=1; }
rm -f "${TMPDIR:-/tmp}/bounces.$$"
echo "$ran stages"
exit "$failed"
