#!/bin/sh
# What `make run` shows: a shipped example as an animation and as a sheet of its frames, in build/.
set -eu
cd "$(dirname "$0")/.."
build/verve render examples/sack --scene jump -o build/sack.webp
build/verve render examples/sack --scene jump --sheet 24 --columns 8 --captions --size 240x270 -o build/sack.png
echo "A flour sack jumps, blended from four poses: open $PWD/build/sack.webp in a browser."
echo "The same jump as a sheet of frames: $PWD/build/sack.png"
echo "Next: docs/tour.md takes a drawing all the way there; build/verve --help lists the commands."
