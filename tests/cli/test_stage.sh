#!/bin/sh
# verve simulate and verve render on a stage, as a person uses them.   usage: test_stage.sh VERVE PROJECT
set -u
verve=$1
project=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# expect EXIT PATTERN COMMAND…: the exit code, and a pattern in what it prints.
expect() {
    want=$1 pattern=$2
    shift 2
    output=$("$@" 2>&1 </dev/null)
    got=$?
    if [ "$got" -ne "$want" ] || ! printf '%s\n' "$output" | grep -q -e "$pattern"; then
        printf 'FAILED: %s\n  exit %s (want %s), output (want %s):\n%s\n' "$*" "$got" "$want" "$pattern" "$output"
        failed=1
    fi
}

cd "$work" || exit 1
cp -r "$project" slabs
expect 0 'slabs: no problems' "$verve" check slabs

# The table: its header, a row for each frame and actor, empty where an actor has no such example.
"$verve" simulate slabs --frames 3 --csv - >table || fail "no table"
head -1 table >header
echo 'frame,time,actor,x,y,angle,vx,vy,w:rest,"w:flat, wide",spin' | cmp -s - header || fail "the header is $(cat header)"
[ "$(wc -l <table)" = 7 ] || fail "3 frames of 2 actors are $(wc -l <table) lines"
grep -q '^0,0,one,[^,]*,1.25,0,0.5,0,1,0,[^,]*$' table || fail "frame 0 is not the start: $(sed -n 2p table)"
grep -q '^2,0.03333333333333333,"two, held",[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,1,,[^,]*$' table || fail "the last row is $(tail -1 table)"

# Common times agree at every rate, to the last digit.
"$verve" simulate slabs --frames 31 --rate 30 --csv slow.csv || fail "no slow table"
"$verve" simulate slabs --frames 241 --rate 240 --csv fast.csv || fail "no fast table"
cut -d, -f2- slow.csv | sort >slow.sorted
cut -d, -f2- fast.csv | sort >fast.sorted
[ "$(comm -12 slow.sorted fast.sorted | wc -l)" = "$(wc -l <slow.csv)" ] || fail "30 and 240 Hz differ at common times"

# The hash: sixteen digits, the same for the same end however it was reached, another for another.
expect 0 '^[0-9a-f]\{16\}$' "$verve" simulate slabs --scene drop --frames 31 --rate 30 --hash
slow=$("$verve" simulate slabs --frames 31 --rate 30 --hash)
fast=$("$verve" simulate slabs --frames 241 --rate 240 --hash)
less=$("$verve" simulate slabs --frames 30 --rate 30 --hash)
[ "$slow" = "$fast" ] || fail "hashes $slow and $fast"
[ "$slow" != "$less" ] || fail "another time has the same hash"
expect 0 "\"hash\": \"$slow\"" "$verve" simulate slabs --frames 31 --rate 30 --json
expect 0 '"steps": 61' "$verve" simulate slabs --frames 31 --rate 30 --json
expect 0 '"failures": 0' "$verve" simulate slabs --json
expect 0 'drop: 60 frames' "$verve" simulate slabs
expect 0 'drop: 120 frames' "$verve" simulate slabs --rate 120

# What is wrong is said.
expect 2 'verve: simulate: --frames 0 is out of range; choose a number from 1 to' "$verve" simulate slabs --frames 0
expect 2 'verve: simulate: --frames 4000000000 is out of range' "$verve" simulate slabs --frames 4000000000
expect 2 'verve: simulate: --rate -1 is out of range; choose a number from 0.1 to 10000' "$verve" simulate slabs --rate -1
expect 2 'is not a number' "$verve" simulate slabs --rate nan
expect 2 'cannot all go to standard output' "$verve" simulate slabs --csv - --hash
expect 2 'the report has the hash in it' "$verve" simulate slabs --json --hash
expect 2 'need the name of a file' "$verve" simulate slabs --record ''
expect 2 'cannot all go to standard output' "$verve" simulate slabs --csv - --record -
expect 2 'add --record OUT' "$verve" simulate slabs --actor one
expect 1 'slabs: “drop” has no puppet' "$verve" simulate slabs --record -
expect 1 'slabs: no puppet of “drop” is called “one”' "$verve" simulate slabs --record - --actor one
expect 2 'too few arguments' "$verve" simulate
expect 1 'slabs: there is no scene “no”; choose from: drop$' "$verve" simulate slabs --scene no
expect 1 'the scene “tour” is a tour' "$verve" simulate slabs --scene tour
expect 1 'verve: nowhere/project.json: ' "$verve" simulate nowhere
expect 1 'verve: no/such/folder/t.csv: ' "$verve" simulate slabs --csv no/such/folder/t.csv
"$verve" new empty >/dev/null
expect 1 'empty: the project has no stage yet; add a scene' "$verve" simulate empty

# Pictures of every kind, the same bytes again and again.
expect 0 '' "$verve" render slabs --scene drop --mesh --time 0.5 -o a.png
expect 0 '' "$verve" render slabs --scene drop --mesh --time 0.5 -o b.png
cmp a.png b.png || fail "two pictures of one moment differ"
expect 0 '' "$verve" render slabs --scene drop --mesh --time 0.6 -o c.png
cmp -s a.png c.png && fail "nothing moves"
expect 0 '' "$verve" render slabs --scene drop --sequence --size 40x30 -o frame.png
[ "$(ls frame-*.png | wc -l)" = 60 ] || fail "a second at 60 Hz is $(ls frame-*.png | wc -l) pictures"
expect 0 '' "$verve" render slabs --scene drop --sheet 6 --captions --size 40x30 -o sheet.png
expect 0 '' "$verve" render slabs --scene drop --size 40x30 -o film.webp
# A part of it, at another rate: the same moments.
expect 0 '' "$verve" render slabs --scene drop --sequence --size 40x30 --from 0.5 --to 0.75 --rate 20 -o part.png
[ "$(ls part-*.png | wc -l)" = 5 ] || fail "a quarter of a second at 20 Hz is $(ls part-*.png | wc -l) pictures"
cmp part-0003.png frame-0037.png || fail "half a second and two frames of 1/20 s is not frame 36 of 1/60 s"
expect 0 '^progress rendering 0' "$verve" render slabs --scene drop --size 40x30 --progress -o film.webp
expect 2 'render: --rate 0 is out of range; choose a number from 0.1 to 1000' "$verve" render slabs --scene drop --rate 0 -o no.webp
expect 2 'render: --from and --to are seconds' "$verve" render slabs --scene drop --from 0.5 --to 0.5 -o no.webp
expect 2 'render: --from and --to are seconds' "$verve" render slabs --scene drop --from -1 -o no.webp
expect 2 'render: --handles, --weights and --ghosts show a rig' "$verve" render slabs --scene drop --handles -o no.png
expect 1 '' test -e no.png

# A scene that follows an actor, and one that stands still.
cat >more.json <<'END'
[{"do": "scene.set", "scene": "drop", "follow": "one"},
 {"do": "scene.add", "name": "fixed", "centre": [0, 1], "zoom": 40, "obstacles": [{"kind": "half-plane", "points": [[0, 0], [2, 0.5]]}],
  "actors": [{"name": "a", "artwork": "slab", "at": [0, 2]}]}]
END
expect 0 'applied 2' "$verve" apply slabs more.json
expect 0 '' "$verve" render slabs --scene drop --mesh --time 0.5 -o d.png
cmp -s a.png d.png && fail "nothing follows"
expect 0 '' "$verve" render slabs --scene fixed --size 64x64 --time 1 -o e.png
expect 0 '"failures": 0' "$verve" simulate slabs --scene fixed --frames 300 --json

[ "$failed" = 0 ] && echo "all as expected"
exit "$failed"
