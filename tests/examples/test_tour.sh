#!/bin/sh
# Runs every shell block of docs/tour.md as it is written, in an empty folder that looks like a checkout after `make`.
# test_tour.sh VERVE LIBRARY SOURCE [FOLDER]; with FOLDER, what comes out stays there.
set -eu
verve=$1 library=$2 source=$3
folder=${4:-$(mktemp -d)}
[ $# -ge 4 ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/build/runtime"
cd "$folder"
ln -s "$verve" build/verve
ln -s "$library" build/runtime/libverve.a
ln -s "$source/examples" "$source/include" .

awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$source/docs/tour.md" >tour.sh
[ "$(grep -c 'build/verve' tour.sh)" -ge 12 ]
sh -eu tour.sh >tour.log 2>&1 || { cat tour.log; exit 1; }
grep -q 'hop: no problems' tour.log || { cat tour.log; exit 1; }
grep -Eq '^sack: [0-9]+ vertices' tour.log
for picture in mesh chest lean poses half sheet drop; do
    [ "$(wc -c <"$picture.png")" -gt 10000 ]
done
[ "$(wc -c <hop.webp)" -gt 50000 ] && [ "$(wc -c <drop.webp)" -gt 50000 ]
# On the stage both sacks stretch as they fall and crouch as they land.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    NR > 1 { c = $column["w:crouch"]; s = $column["w:stretch"]; if (c > crouch[$3]) crouch[$3] = c; if (s > stretch[$3]) stretch[$3] = s }
    END { for (a in crouch) { n++; if (crouch[a] < 0.5 || stretch[a] < 0.2) exit 1 } exit n != 2 }' drop.csv
echo "the tour works as written"
