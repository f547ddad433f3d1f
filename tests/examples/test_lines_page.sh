#!/bin/sh
# Runs every shell block of docs/lines.md as it is written, the C program in it included, in an empty folder that looks like a
# checkout after `make`, and compares its table of presets with what that prints.   test_lines_page.sh VERVE LIBRARY SOURCE
set -eu
verve=$1 library=$2 source=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/build/runtime"
cd "$folder"
ln -s "$verve" build/verve
ln -s "$library" build/runtime/libverve.a
ln -s "$source/docs" "$source/examples" "$source/include" .

awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' docs/lines.md >lines.sh
[ "$(grep -c 'build/verve' lines.sh)" -ge 6 ]
sh -eu lines.sh >lines.log 2>&1 || { cat lines.log; exit 1; }
if grep -q warning lines.log; then cat lines.log; exit 1; fi
grep -q 'mine: no problems' lines.log || { cat lines.log; exit 1; }

sed -n 's/^preset [0-4]: back \([0-9.]*\), beyond \([0-9.]*\); .*/\1 \2/p' lines.log >printed
sed -n 's/^| `[a-z]*` | \(0\.[0-9]*\) | \(0\.[0-9]*\) | .*/\1 \2/p' docs/lines.md >written
[ "$(wc -l <printed)" -eq 5 ]
diff printed written || { echo "the table of presets is not what the program prints"; exit 1; }

for picture in $(sed -n 's/.*](images\/\(lines-[^)]*\)).*/\1/p' docs/lines.md); do [ -s "docs/images/$picture" ] || { echo "$picture is missing"; exit 1; }; done
[ "$(wc -c <throw.webp)" -gt 20000 ] && [ "$(wc -c <jump.png)" -gt 20000 ] && [ "$(wc -c <bow.bvh)" -gt 5000 ]
echo "the page works as written"
