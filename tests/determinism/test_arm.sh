#!/bin/sh
# The same bits on 64-bit ARM: the core cross-compiled with NEON and run under emulation, against this machine's own. First a script
# (replay_main.c), then a game (game.c) in each floating-point environment that a host may have set: default, flush-to-zero and
# each rounding mode. usage: test_arm.sh SOURCE BUILD    (BUILD holds the verve command and core-sources.txt)
set -eu
source=$1
build=$(cd "$2" && pwd)
here=$source/tests/determinism
work=$build/arm
core=$source/studio/core
replay="$core/replay.c $core/replay_line.c $core/replay_match.c $core/replay_walk.c $here/replay_main.c $source/author/base/file.c"
game="$here/game.c $here/game_bodies.c $here/game_maths.c"
flags="-O2 -ffp-contract=off -D_POSIX_C_SOURCE=200809L -Wno-psabi -I$source/include -I$source"
mkdir -p "$work/objects"

# Objects are compiled again where a source is newer; headers are not followed, so all are compiled when any of them is newer.
compile_core() {
    newest=$(find "$source/include" "$source/runtime" "$source/author" -name '*.h' -newer "$work/libcore.a" 2>/dev/null | head -n 1)
    while read -r file; do
        object=$work/objects/$(echo "$file" | tr / +).o # puppet/response.c and puppet_response.c are two
        if [ -e "$work/libcore.a" ] && [ -z "$newest" ] && [ "$object" -nt "$file" ]; then continue; fi
        echo "$file $object"
    done <"$build/core-sources.txt" >"$work/wanted.txt"
    # shellcheck disable=SC2086 # the words are meant to split
    xargs -r -n 2 -P "$(nproc)" sh -c '${CMAKE_C_COMPILER_LAUNCHER:-} aarch64-linux-gnu-gcc -std=c17 '"$flags"' -c "$0" -o "$1"' <"$work/wanted.txt"
    rm -f "$work/libcore.a"
    aarch64-linux-gnu-ar rcs "$work/libcore.a" "$work"/objects/*.o
}

compare() { # what here there
    echo "$1: here $2, ARM $3"
    [ -n "$2" ] && [ "$2" = "$3" ] || { echo "the hashes differ, or there are none"; exit 1; }
}

compile_core
# shellcheck disable=SC2086
aarch64-linux-gnu-gcc -std=c17 $flags $replay "$work/libcore.a" -static -lm -o "$work/replay-arm"
# shellcheck disable=SC2086
gcc -std=c17 $flags $replay "$build/author/libverve_author.a" "$build/runtime/libverve.a" -lm -o "$work/replay-here"
compare script "$("$work/replay-here" "$here/script.json")" "$(qemu-aarch64-static "$work/replay-arm" "$here/script.json")"

files=
for example in walk blob arm puppet-cat man person menagerie pounce; do # as test_host.sh has them
    "$build/verve" bake "$source/examples/$example" -o "$work/$example.vvb" >/dev/null
    files="$files $work/$example.vvb"
done
# shellcheck disable=SC2086
aarch64-linux-gnu-gcc -std=gnu17 -O1 -I"$source/include" $game "$work/libcore.a" -static -lm -o "$work/game-arm"
# shellcheck disable=SC2086
gcc -std=gnu17 -O1 -I"$source/include" $game "$build/runtime/libverve.a" -lm -o "$work/game-here"
# shellcheck disable=SC2086
expected=$("$work/game-here" default $files)
for environment in default flush down up zero; do
    # shellcheck disable=SC2086
    compare "game, $environment" "$expected" "$(qemu-aarch64-static "$work/game-arm" "$environment" $files)"
done
