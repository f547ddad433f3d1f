#!/bin/sh
# Runs every shell block of docs/sprites.md as it is written, the C program in it included, in an empty folder that looks like
# a checkout after `make`.   test_sprites.sh VERVE LIBRARY SOURCE [FOLDER]; with FOLDER, what comes out stays there.
set -eu
verve=$1 library=$2 source=$3
folder=${4:-$(mktemp -d)}
[ $# -ge 4 ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/build/runtime"
cd "$folder"
ln -s "$verve" build/verve
ln -s "$library" build/runtime/libverve.a
ln -s "$source/docs" "$source/examples" "$source/include" .

awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' docs/sprites.md >sprites.sh
[ "$(grep -c 'build/verve' sprites.sh)" -ge 8 ]
sh -eu sprites.sh >sprites.log 2>&1 || { cat sprites.log; exit 1; }
grep -q 'bouncy: no problems' sprites.log || { cat sprites.log; exit 1; }
if grep -q warning sprites.log; then cat sprites.log; exit 1; fi
# The ball squashes and stretches, and the program hears it land more than once.
awk -F, 'NR > 1 { if ($10 > s) s = $10; if ($11 > t) t = $11 } END { exit !(s > 0.6 && t > 0.2) }' drop.csv
[ "$(grep -c '^boing' sprites.log)" -ge 2 ] || { cat sprites.log; exit 1; }
[ "$(wc -c <drop.webp)" -gt 50000 ] && [ "$(wc -c <drop.png)" -gt 10000 ]

# Every strength of the header has its words and its picture.
for strength in $(sed -n '/^typedef struct vv_strengths/,/^} vv_strengths/s/^    [a-z_0-9]* \([a-z_]*\);.*/\1/p' include/verve/sprite.h); do
    grep -q "^\*\*\`$strength\`\*\*" docs/sprites.md || { echo "$strength is not explained"; exit 1; }
    [ -s "docs/images/strength-$strength.webp" ] || { echo "$strength has no picture"; exit 1; }
done
echo "the page works as written"
