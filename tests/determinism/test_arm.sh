#!/bin/sh
# The same bits on 64-bit ARM: the core cross-compiled with NEON, run under emulation, against this machine's own.
# usage: test_arm.sh SOURCE BUILD    (BUILD holds core-sources.txt, which configuring writes)
set -eu
source=$1
build=$2
script=$source/tests/determinism/script.json
main="$source/studio/core/replay.c $source/studio/core/replay_line.c $source/studio/core/replay_match.c $source/studio/core/replay_walk.c $source/tests/determinism/replay_main.c $source/author/base/file.c"

hash_with() { # name compiler runner…
    name=$1 compiler=$2
    shift 2
    # shellcheck disable=SC2046,SC2086 # the words are meant to split
    "$compiler" -std=c17 -O2 -ffp-contract=off -DNDEBUG -D_POSIX_C_SOURCE=200809L -Wno-psabi -I"$source/include" \
        -I"$source" $(cat "$build/core-sources.txt") $main -static -lm -o "$build/replay-$name"
    "$@" "$build/replay-$name" "$script"
}

here=$(hash_with here gcc env)
arm=$(hash_with arm aarch64-linux-gnu-gcc qemu-aarch64-static)
echo "here  $here"
echo "ARM   $arm"
[ "$here" = "$arm" ] || { echo "the hashes differ"; exit 1; }
