#!/bin/sh
# One script of commands (import a mesh, cut, weigh, pose, blend), one of a stage (20 sprites in a box, 10,000 steps, saved
# and restored on the way) one of
# puppets (keys, examples, a family, copies, follows, contact with sprites) one of verbs (fields, ways, poses, planted feet)
# one of creatures (grown, skinned, walking on hills, moving) and one of lines (strokes, every way, pulls, a hand, grips) under gcc -O0, gcc -O3, clang -O3, gcc without SIMD, and as WebAssembly in Node: five times
# the same state hashes.  usage: test_determinism.sh SOURCE WORK
set -eu
source=$1
work=$2

each() { # program…: the hashes of all scripts on one line
    for script in script stage puppets verbs creatures lines; do
        "$@" "$source/tests/determinism/$script.json" || exit 1
    done | paste -s -d ' '
}

build() { # name compiler flags options…
    name=$1 compiler=$2 flags=$3
    shift 3
    cmake -S "$source" -B "$work/$name" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DVV_OPTIMIZE="$flags" "$@" >/dev/null
    grep -q -- "FLAGS = $flags " "$work/$name/build.ninja" || { echo "$name is not compiled with $flags" >&2; exit 1; }
    cmake --build "$work/$name" --target replay >"$work/$name.log" 2>&1 || { cat "$work/$name.log" >&2; exit 1; }
    each "$work/$name/bin/replay"
}

mkdir -p "$work"
expected=$(build gcc-O3 gcc "-O3")
echo "gcc -O3          $expected"
failed=0
compare() {
    echo "$1$2"
    [ "$2" = "$expected" ] && [ "${2#* }" != "$2" ] || failed=1
}
compare "gcc -O0          " "$(build gcc-O0 gcc "-O0")"
compare "clang -O3        " "$(build clang-O3 "clang-$("$source/tools/setup.sh" --llvm)" "-O3")"
compare "gcc -O3, no SIMD " "$(build gcc-scalar gcc "-O3" -DVV_SCALAR=ON)"
cmake --build "$work/gcc-O3" --target wasm_replay >"$work/wasm.log" 2>&1 || { cat "$work/wasm.log"; exit 1; }
compare "WebAssembly      " "$(each node "$source/tests/determinism/replay.mjs" "$work/gcc-O3/replay.wasm")"
[ "$failed" = 0 ] || { echo "the hashes differ"; exit 1; }
