#!/bin/sh
# One script of commands (import a mesh, cut, weigh, pose, blend), one of a stage (20 sprites in a box, 10,000 steps, saved
# and restored on the way), one of puppets (keys, examples, a family, copies, follows, contact with sprites), one of verbs
# (fields, ways, poses, planted feet), one of creatures (grown, skinned, walking on hills, moving) and one of lines (strokes,
# every way, pulls, a hand, grips) under gcc -O3, gcc -O0, clang -O3, gcc without SIMD, and as WebAssembly in Node: five times
# the same state hashes.
# usage: test_determinism.sh SOURCE BUILD WAY. BUILD is of gcc -O3; WAY "gcc-O3" keeps its hashes for the others to be compared with.
set -eu
source=$1
build=$2
way=$3
work=$build/determinism

each() { # program…: the hashes of all scripts on one line
    for script in script stage puppets verbs creatures lines; do
        "$@" "$source/tests/determinism/$script.json" || exit 1
    done | paste -s -d ' '
}

is_compiled_with() { # folder flags
    grep -q -- "FLAGS = $2 " "$1/build.ninja" || { echo "$1 is not compiled with $2" >&2; exit 1; }
}

build() { # compiler flags
    cmake -S "$source" -B "$work/$way" -G Ninja -DCMAKE_C_COMPILER="$1" -DVV_OPTIMIZE="$2" >/dev/null
    is_compiled_with "$work/$way" "$2"
    quietly cmake --build "$work/$way" --target replay
    each "$work/$way/bin/replay"
}

quietly() { # what it said is told where it failed
    "$@" >"$work/$way.log" 2>&1 || { cat "$work/$way.log" >&2; exit 1; }
}

mkdir -p "$work"
is_compiled_with "$build" -O3
case $way in
gcc-O3) hashes=$(each "$build/bin/replay") ;;
gcc-O0) hashes=$(build gcc -O0) ;;
clang-O3) hashes=$(build "clang-$("$source/tools/setup.sh" --llvm)" -O3) ;;
scalar)
    quietly python3 "$source/tests/determinism/link_scalar.py" "$build" "$work/scalar"
    hashes=$(each "$work/scalar/replay")
    ;;
wasm)
    quietly cmake --build "$build" --target wasm_replay
    hashes=$(each node "$source/tests/determinism/replay.mjs" "$build/replay.wasm")
    ;;
esac
echo "$way $hashes"
[ "$(echo "$hashes" | wc -w)" = 6 ]
if [ "$way" = gcc-O3 ]; then
    echo "$hashes" >"$work/expected"
elif [ "$hashes" != "$(cat "$work/expected")" ]; then
    echo "gcc-O3 $(cat "$work/expected"): the hashes differ"
    exit 1
fi
