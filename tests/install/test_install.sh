#!/bin/sh
# Installs Verve into an empty folder and builds examples/embed against it as a customer would: with pkg-config against
# the shared library, and with CMake against the static one. Both must print the same vertices, at rest those of the mesh.
# usage: test_install.sh SOURCE BUILD COMPILER [LINK FLAGS]
set -eu
source=$1
build=$2
compiler=$3
flags=${4:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/usr" >/dev/null
library=$(dirname "$(find "$work/usr" -name libverve.a)")
"$work/usr/bin/verve" bake "$source/examples/ball" -o "$work/ball.vvb"

export PKG_CONFIG_PATH="$library/pkgconfig"
# shellcheck disable=SC2046,SC2086 # the words are meant to split
"$compiler" -std=c17 -Wall -Wextra -Werror $flags "$source/examples/embed/main.c" \
    $(pkg-config --define-variable=prefix="$work/usr" --cflags --libs verve) -lm -o "$work/shared"
LD_LIBRARY_PATH=$library "$work/shared" "$work/ball.vvb" rest squashed 0.5 >"$work/shared.txt"

cmake -S "$source/examples/embed" -B "$work/cmake" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/usr" \
    -DCMAKE_C_FLAGS="$flags" >/dev/null
cmake --build "$work/cmake" >/dev/null
"$work/cmake/embed" "$work/ball.vvb" rest squashed 0.5 >"$work/static.txt"

cmp "$work/shared.txt" "$work/static.txt"
lines=$(wc -l <"$work/static.txt")
[ "$lines" -gt 50 ]
"$work/cmake/embed" "$work/ball.vvb" rest >"$work/rest.txt"
if cmp -s "$work/rest.txt" "$work/static.txt"; then
    echo "blending changed nothing"
    exit 1
fi

# The same on a stage: what falls comes to stand on the ground, alike in both builds.
# shellcheck disable=SC2046,SC2086
"$compiler" -std=c17 -Wall -Wextra -Werror $flags "$source/examples/embed/stage.c" \
    $(pkg-config --define-variable=prefix="$work/usr" --cflags --libs verve) -lm -o "$work/shared-stage"
LD_LIBRARY_PATH=$library "$work/shared-stage" "$work/ball.vvb" 4 >"$work/shared-stage.txt"
"$work/cmake/stage" "$work/ball.vvb" 4 >"$work/static-stage.txt"
cmp "$work/shared-stage.txt" "$work/static-stage.txt"
head -1 "$work/static-stage.txt" | grep -q 'flying$'
tail -1 "$work/static-stage.txt" | grep -q 'grounded$'
"$work/usr/bin/verve" bake "$source/examples/ball" --no-sprites -o "$work/still.vvb"
if "$work/cmake/stage" "$work/still.vvb" 2>"$work/error.txt"; then
    echo "a file without sprites was put on a stage"
    exit 1
fi
grep -q "no sprite" "$work/error.txt"

# A puppet plays a clip, alike in both builds: its head goes where the clip wants it.
cp -r "$source/examples/puppet-walk" "$work/walk"
cat >"$work/nod.json" <<'END'
[{"do": "clip.add", "name": "nod", "artwork": "man", "length": 1},
 {"do": "key.set", "clip": "nod", "handle": "head", "channel": "position", "keys": [{"time": 0, "value": [0, 1.3]},
  {"time": 0.5, "value": [0.25, 1.25]}]}]
END
"$work/usr/bin/verve" apply "$work/walk" "$work/nod.json" >/dev/null
"$work/usr/bin/verve" bake "$work/walk" --no-images -o "$work/walk.vvb"
# shellcheck disable=SC2046,SC2086
"$compiler" -std=c17 -Wall -Wextra -Werror $flags "$source/examples/embed/puppet.c" \
    $(pkg-config --define-variable=prefix="$work/usr" --cflags --libs verve) -lm -o "$work/shared-puppet"
LD_LIBRARY_PATH=$library "$work/shared-puppet" "$work/walk.vvb" nod 1 >"$work/shared-puppet.txt"
"$work/cmake/puppet" "$work/walk.vvb" nod 1 >"$work/static-puppet.txt"
cmp "$work/shared-puppet.txt" "$work/static-puppet.txt"
tail -1 "$work/static-puppet.txt" | grep -q ' head 0\.2[45][0-9]* 1\.2[45][0-9]* '
"$work/usr/bin/verve" bake "$work/walk" --no-images --no-puppets -o "$work/stiff.vvb"
if "$work/cmake/puppet" "$work/stiff.vvb" 2>"$work/error.txt"; then
    echo "a file without puppets was played"
    exit 1
fi
grep -q "no puppet" "$work/error.txt"

# A scene that an artist staged plays in a game as it does in the tools, alike in both builds.
"$work/usr/bin/verve" bake "$source/examples/puppet-cat" --no-images -o "$work/cat.vvb"
# shellcheck disable=SC2046,SC2086
"$compiler" -std=c17 -Wall -Wextra -Werror $flags "$source/examples/embed/scene.c" \
    $(pkg-config --define-variable=prefix="$work/usr" --cflags --libs verve) -lm -o "$work/shared-scene"
LD_LIBRARY_PATH=$library "$work/shared-scene" "$work/cat.vvb" >"$work/shared-scene.txt"
"$work/cmake/scene" "$work/cat.vvb" >"$work/static-scene.txt"
cmp "$work/shared-scene.txt" "$work/static-scene.txt"
for second in 0 1 2; do
    hash=$("$work/usr/bin/verve" simulate "$source/examples/puppet-cat" --rate 1 --frames $((second + 1)) --hash)
    grep -q "^$second $hash " "$work/static-scene.txt"
done
"$work/usr/bin/verve" bake "$source/examples/puppet-cat" --no-images --no-puppets -o "$work/empty.vvb"
if "$work/cmake/scene" "$work/empty.vvb" 2>"$work/error.txt"; then
    echo "a scene was played without its puppets"
    exit 1
fi
grep -q "no such scene" "$work/error.txt"

# What shows one thing each checks itself.
for program in platform joints questions events zones rollback; do
    "$work/cmake/$program" >"$work/$program.txt"
    [ -s "$work/$program.txt" ]
done

# Games in C++ include the same headers.
if command -v g++ >/dev/null 2>&1; then
    cat >"$work/game.cpp" <<'END'
#include <verve/verve.h>
int main() { return vv_vec2_add(VV_MAKE(vv_vec2){1, 2}, VV_MAKE(vv_vec2){3, 4}).x == 4 && vv_version() > 0 ? 0 : 1; }
END
    # shellcheck disable=SC2086
    g++ -std=c++11 -Wall -Wextra -pedantic-errors -Werror $flags "$work/game.cpp" -I"$work/usr/include" "$library/libverve.a" \
        -o "$work/game"
    "$work/game"
fi

# A damaged file is refused with a sentence.
head -c 1000 "$work/ball.vvb" >"$work/cut.vvb"
if "$work/cmake/embed" "$work/cut.vvb" 2>"$work/error.txt"; then
    echo "a truncated file was accepted"
    exit 1
fi
grep -q "damaged" "$work/error.txt"
echo "embed: $lines lines from both builds"
