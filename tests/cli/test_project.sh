#!/bin/sh
# verve new, check and apply, and what verve render refuses, as a person uses them.   usage: test_project.sh VERVE CORPUS
set -u
verve=$1
corpus=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

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
expect 0 '^made ball' "$verve" new ball
expect 0 'ball: no problems' "$verve" check ball
expect 1 'verve: ball/project.json: there is a project here already; choose another folder' "$verve" new ball
expect 0 '^made x/y/' "$verve" new x/y/ --name 'Ball of wool'
expect 0 '"name": "Ball of wool"' cat x/y/project.json
expect 1 'give the project a name with --name' "$verve" new .hidden
expect 1 'verve: --name: this name has 0 bytes; use 1 to 63' "$verve" new nameless --name ''
expect 2 'too few arguments' "$verve" new
expect 2 'unknown option' "$verve" new a --bogus

# With a drawing to begin with; nothing stays if it cannot be brought in.
expect 0 '^made drawn' "$verve" new drawn --art "$corpus/v1/man-and-ball/art/ball-body.png"
expect 0 'drawn: no problems' "$verve" check drawn
expect 0 '"image": "art/ball-body.png"' cat drawn/project.json
expect 1 'drawn: there is no scene “no”; none has been made yet' "$verve" render drawn --scene no -o no.png
expect 1 'drawn: there is no artwork “no”; choose from: ball-body$' "$verve" render drawn --artwork no -o no.png
expect 1 '' test -e no.png
echo text > bad.png
expect 1 'verve: bad.png: ' "$verve" new undrawn --art bad.png
expect 1 '' test -e undrawn
mkdir full && echo mine > full/notes
expect 1 'verve: ' "$verve" new full --art absent.svg
expect 0 'notes' ls full
expect 1 '' test -e full/project.json

# What is wrong with the command line is 2, and says where.
film=$corpus/v1/man-and-ball
expect 2 'verve: render: nothing says where' "$verve" render "$film"
expect 2 'verve: bake: nothing says where' "$verve" bake "$film"
expect 2 'cannot both go to standard output' "$verve" bake "$film" -o - --json
expect 2 'verve: render: “0x0” is not a value for --size; write' "$verve" render "$film" --size 0x0 -o no.png
expect 2 'is not a value for --background' "$verve" render "$film" --background '#FFF' -o no.png
expect 2 'is not a value for --background' "$verve" render "$film" --background 0xFFFF -o no.png
expect 2 'verve: render: --sheet 0 has nothing to show' "$verve" render "$film" --sheet 0 -o no.png
expect 2 'verve: render: --scene shows a scene' "$verve" render "$film" --scene tour --artwork man -o no.png
expect 1 'verve: drawn: a film or a sheet needs a scene' "$verve" render drawn -o no.webp
expect 1 '' test -e no.png
expect 0 '' "$verve" render "$film" --size 16x16 -o CAPITALS.PNG
expect 0 '^CAPITALS.PNG$' ls

# Ended by a signal, half a film goes.
mkdir frames
"$verve" render "$film" --sequence --size 2000x2000 -o frames/f.png &
until [ -e frames/f-0001.png ] || ! kill -0 $!; do sleep 0.05; done
kill -TERM $!
wait $!
expect 0 '^143$' echo $?
expect 0 '^$' ls frames
{ "$verve" render "$film" --sequence --progress --size 2000x2000 -o frames/f.png; echo $? > ended; } | grep -q -m 1 rendering
expect 0 '^141$' cat ended # nobody read any more
expect 0 '^$' ls frames

cat > commands.json <<'JSON'
[
  { "do": "artwork.add", "name": "ball" },
  { "do": "layer.add", "artwork": "ball", "name": "body", "image": "art/body.png" },
  { "do": "handle.add", "artwork": "ball", "name": "top", "kind": "point", "at": [0, 1] }
]
JSON
cp ball/project.json before.json
expect 0 'ball: would apply 3 commands' "$verve" apply ball commands.json --dry-run
expect 0 '' cmp ball/project.json before.json
expect 0 'ball: applied 3 commands' "$verve" apply ball commands.json
expect 0 '"at": \[0, 1\]' cat ball/project.json
cp ball/project.json before.json
expect 1 'verve: commands.json:2: \$\[0\].name: another artwork is called "ball" already; choose another name' \
    "$verve" apply ball commands.json
expect 0 '' cmp ball/project.json before.json

# An example may be called anything that a name may; a refused drag is placed where it stands in the file.
cp -r drawn names
cat > names.json <<'JSON'
[
  { "do": "example.add", "artwork": "ball-body", "name": "a=1,b" },
  { "do": "scene.add", "artwork": "ball-body", "name": "flash", "seconds": 0.001, "rate": 0.1 }
]
JSON
expect 0 'applied 2 commands' "$verve" apply names names.json
expect 0 '' "$verve" render names --example 'a=1,b' --size 16x16 -o example.png
expect 0 '' "$verve" render names --scene flash --size 16x16 -o flash.webp
echo '{ "do": "example.drag", "artwork": "ball-body", "example": "a/b", "pins": {} }' > drag.json
expect 1 'verve: drag.json:1: \$: "a/b" contains a character that names may not; use' "$verve" apply names drag.json

# All or nothing: the second command is wrong.
cat > wrong.json <<'JSON'
[
  { "do": "project.set", "name": "changed" },
  { "do": "handle.set", "artwork": "ball", "handle": "bottom", "at": [0, 0] }
]
JSON
expect 1 'verve: wrong.json:3: \$\[1\].handle: there is no handle "bottom"; name one that exists' \
    "$verve" apply ball wrong.json
expect 0 '' cmp ball/project.json before.json
echo '{ "do": ' > cut.json
expect 1 'verve: cut.json:2: the text ends' "$verve" apply ball cut.json
expect 1 'verve: absent.json: cannot be opened' "$verve" apply ball absent.json
expect 1 'make one with `verve new`' "$verve" apply nowhere commands.json
echo '{"do":"project.set","name":"piped"}' | "$verve" apply ball - > /dev/null || failed=1
expect 0 '"name": "piped"' cat ball/project.json

# The hash is of what the project says and of all that is built from it.
echo '[]' > nothing.json
echo '{ "do": "project.set", "about": "other words" }' > words.json
first=$("$verve" apply names nothing.json --hash)
would=$("$verve" apply names words.json --dry-run --hash)
expect 0 '^[0-9a-f]\{16\}$' echo "$first"
expect 0 "^$first\$" "$verve" apply names nothing.json --dry-run --hash
[ "$first" != "$would" ] || failed=1
expect 0 "^$would\$" "$verve" apply names words.json --hash
rm names/art/*.png
expect 1 'art/.*cannot be opened' "$verve" apply names nothing.json --dry-run --hash

expect 1 'verve: ball/project.json:10: \$.artworks\[0\].layers\[0\].image: V023: the file "art/body.png" is missing;' \
    "$verve" check ball
expect 1 '"rule": "V023"' "$verve" check ball --json
expect 1 'ball/project.json: 1 error, 0 warnings' "$verve" check ball/project.json
cp "$corpus/v1/man-and-ball/art/ball-body.png" ball/art/body.png
expect 0 'no problems' "$verve" check ball
cp ball/art/body.png ball/art/spare.png
expect 0 'warning V101: no layer uses this file' "$verve" check ball
echo nonsense > ball/project.json
expect 1 'verve: ball/project.json:1: V001: ' "$verve" check ball
expect 1 'verve: nowhere: cannot be opened' "$verve" check nowhere
expect 0 'usage: verve check PROJECT' "$verve" check --help
for project in "$corpus"/v*/*/; do
    case $project in
    */puppets/) # opens, but a pin of its sprite lies outside the drawing: check says what bake says
        expect 1 'V060: pin 0 lies outside layer 0' "$verve" check "$project"
        expect 1 'project.json:95: $.artworks\[1\].sprite.pins\[0\]: pin 0 lies outside layer 0' "$verve" bake "$project" -o baked.vvb ;;
    *) expect 0 'no problems' "$verve" check "$project" ;;
    esac
done
exit $failed
