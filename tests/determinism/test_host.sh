#!/bin/sh
# A game (game.c) under another floating-point environment, or with the library built for another machine: the same hash each time.
#   hash          the hash that the others are compared with: no environment set, the library as it is built
#   environments  flush-to-zero, each rounding mode, and a host that is linked with -ffast-math, static and shared
#   calls         every public call under all of these in turn and with traps, in the game and in the scripts of test_determinism.sh
#   v3, clang-v3  the library built with -march=x86-64-v3 by gcc (and the scripts) and by clang (and every call as above)
#   x86-32        the library built with -m32 -msse2 -mfpmath=sse
# usage: test_host.sh SOURCE BUILD WAY. BUILD is of gcc -O3; "hash" comes before the others.
set -eu
source=$1
build=$2
way=$3
work=$build/determinism
here=$source/tests/determinism
game_sources="$here/game.c $here/game_bodies.c $here/game_maths.c"
examples="walk blob arm puppet-cat man person menagerie pounce"

compile_game() { # program flags… library…
    program=$1
    shift
    # shellcheck disable=SC2086 # the words are meant to split
    "${compiler:-gcc}" -std=gnu17 -I"$source/include" $game_sources "$@" -lm -o "$program"
}

baked() { # the files, one a line
    for example in $examples; do
        echo "$work/baked/$example.vvb"
    done
}

play() { # program environment
    # shellcheck disable=SC2046
    hash=$("$1" "$2" $(baked)) || { echo "$way: $1 $2 failed"; exit 1; }
    echo "$way $2 $hash"
    [ "${hash%% *}" = "$(cat "$work/expected-game")" ] || { echo "expected $(cat "$work/expected-game"): the hashes differ"; exit 1; }
}

play_all() { # program
    for environment in default flush down up zero; do
        play "$1" "$environment"
    done
}

replay_all() { # program: the scripts, compared with what determinism.gcc-O3 found
    hashes=$(for script in script stage puppets verbs creatures lines; do
        "$1" "$here/$script.json" || exit 1
    done | paste -s -d ' ')
    echo "$way $hashes"
    [ "$hashes" = "$(cat "$work/expected")" ] || { echo "expected $(cat "$work/expected"): the hashes differ"; exit 1; }
}

build_library() { # compiler optimisation flags
    cmake -S "$source" -B "$work/$way" -G Ninja -DVV_AUTHOR=OFF -DVV_TESTS=OFF -DCMAKE_C_COMPILER="$1" -DVV_OPTIMIZE="$2" \
        -DCMAKE_C_FLAGS="$3" >/dev/null
    grep -q -- "FLAGS = $3" "$work/$way/build.ninja" || { echo "$work/$way is not compiled with $3"; exit 1; }
    cmake --build "$work/$way" --target verve_static >"$work/$way.log" 2>&1 || { cat "$work/$way.log"; exit 1; }
    library=$work/$way/runtime/libverve.a
}

# What a host of another environment at every call is linked with: the words of $hostile come first.
make_hostile() {
    python3 "$here/hostile_host.py" "$source" "$work/$way"
    hostile="$work/$way/trampolines.o $work/$way/hostile_host.o @$work/$way/wrap.txt"
}

link_replay() { # program library words…: as the build links it, with another library
    program=$1
    library=$2
    shift 2
    link=$(ninja -C "$build" --quiet -t commands bin/replay | tail -n 1 |
        sed "s|-o bin/replay |-o $program $* |; s| runtime/libverve.a | $library |")
    (cd "$build" && sh -c "$link")
}

has_v3() {
    for feature in avx2 fma bmi2; do
        grep -qw "$feature" /proc/cpuinfo || { echo "this processor has no $feature: not run"; exit 77; }
    done
}

fuses_nothing() { # -ffp-contract=off holds where there is FMA
    if objdump -d --no-show-raw-insn "$library" | grep -qE 'vfn?m(add|sub)'; then
        echo "$library has fused multiply-adds"
        exit 1
    fi
}

mkdir -p "$work/baked"
case $way in
hash)
    for example in $examples; do
        "$build/verve" bake "$source/examples/$example" -o "$work/baked/$example.vvb" >/dev/null
    done
    compile_game "$work/game" -O1 "$build/runtime/libverve.a"
    # shellcheck disable=SC2046
    "$work/game" default $(baked) | tee "$work/expected-game"
    ;;
environments)
    play_all "$work/game"
    compile_game "$work/game-fast" -O2 -ffast-math "$build/runtime/libverve.a"
    play "$work/game-fast" started
    [ "${hash#* }" = flushing ] || { echo "a host linked with -ffast-math does not flush: this proves nothing"; exit 1; }
    compile_game "$work/game-fast-shared" -O2 -ffast-math "$build/runtime/libverve.so" -Wl,-rpath,"$build/runtime"
    play "$work/game-fast-shared" started
    ;;
calls)
    make_hostile
    # shellcheck disable=SC2086
    compile_game "$work/calls/game" -O1 $hostile "$build/runtime/libverve.a"
    play "$work/calls/game" default
    # shellcheck disable=SC2086
    link_replay "$work/calls/replay" "$build/runtime/libverve.a" $hostile
    replay_all "$work/calls/replay"
    ;;
v3)
    has_v3
    build_library gcc -O2 -march=x86-64-v3
    fuses_nothing
    compile_game "$work/v3/game" -O1 "$library"
    play_all "$work/v3/game"
    link_replay "$work/v3/replay" "$library"
    replay_all "$work/v3/replay"
    ;;
clang-v3)
    has_v3
    build_library "clang-$("$source/tools/setup.sh" --llvm)" -O2 -march=x86-64-v3
    fuses_nothing
    compile_game "$work/clang-v3/game" -O1 "$library"
    play_all "$work/clang-v3/game"
    make_hostile
    # shellcheck disable=SC2086
    compile_game "$work/clang-v3/game-calls" -O1 $hostile "$library"
    play "$work/clang-v3/game-calls" default
    ;;
x86-32)
    # gcc-multilib would bring the link /usr/include/asm, but not beside a cross-compiler: the headers are found after all others.
    flags="-m32 -idirafter /usr/include/x86_64-linux-gnu"
    # shellcheck disable=SC2086
    echo 'int main(void) { return 0; }' | gcc $flags -x c - -lm -o "$work/can-link-32" 2>/dev/null ||
        { echo "gcc cannot link for 32-bit x86 here (tools/setup.sh test installs what it needs): not run"; exit 77; }
    build_library gcc -O1 "$flags"
    # shellcheck disable=SC2086
    compile_game "$work/x86-32/game" -O1 $flags "$library"
    play_all "$work/x86-32/game"
    ;;
esac
