#!/bin/sh
# Runs every shell block of docs/puppets.md as it is written, the C program in it included, in an empty folder that looks like
# a checkout after `make`.   test_puppets_page.sh VERVE LIBRARY SOURCE [FOLDER]; with FOLDER, what comes out stays there.
set -eu
verve=$1 library=$2 source=$3
folder=${4:-$(mktemp -d)}
[ $# -ge 4 ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/build/runtime"
cd "$folder"
ln -s "$verve" build/verve
ln -s "$library" build/runtime/libverve.a
ln -s "$source/docs" "$source/examples" "$source/include" .

awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' docs/puppets.md >puppets.sh
[ "$(grep -c 'build/verve' puppets.sh)" -ge 15 ]
sh -eu puppets.sh >puppets.log 2>&1 || { cat puppets.log; exit 1; }
[ "$(grep -c 'tower: no problems' puppets.log)" -eq 2 ] || { cat puppets.log; exit 1; }
if grep -q warning puppets.log; then cat puppets.log; exit 1; fi

# The foot arrives when its key says so; the top lags behind it by half a metre, and goes on when it has stopped.
awk -F, 'NR > 1 && $2 == 1 && $4 == "foot" { arrived = $5 > 2.49 && $5 < 2.51 }
         NR > 1 && $2 > 0.79 && $2 < 0.81 && $4 == "foot" { foot = $5 } NR > 1 && $2 > 0.79 && $2 < 0.81 && $4 == "top" { lag = foot - $5 }
         NR > 1 && $2 > 1 && $4 == "top" && $5 > most { most = $5 }
         END { exit !(arrived && lag > 0.5 && most > 2.8) }' dash.csv
# The square becomes the tall box once, and a square again once.
build/verve simulate tower --scene pull --handles pull.csv
awk -F, 'NR > 1 { was = now; if ($4 == "foot") now = 1; if ($4 == "bottom") now = 0; if (now != was) jumps++ } END { exit jumps != 2 }' pull.csv
[ "$(grep -c 'the top is at' puppets.log)" -eq 6 ] || { cat puppets.log; exit 1; }
for picture in dash held hop pull two; do [ "$(wc -c <$picture.png)" -gt 10000 ]; done

# Every number of a material has its words; those with a scene of their own have its picture.
for number in $(sed -n '/^typedef struct vv_material/,/^} vv_material/s/^ *[a-z_0-9]* *\([a-z_]*\);.*/\1/p' include/verve/puppet.h) bounce; do
    grep -q "\*\*\`$number\`\*\*" docs/puppets.md || { echo "$number is not explained"; exit 1; }
done
for scene in $(sed -n '/^  "scenes"/,$s/^      "name": "\(.*\)",$/\1/p' examples/materials/project.json); do
    [ -s "docs/images/material-$scene.webp" ] || { echo "$scene has no picture"; exit 1; }
done
echo "the page works as written"
