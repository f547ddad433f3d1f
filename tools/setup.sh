#!/bin/sh
# Installs the Debian packages that a part of Verve needs and that are missing: `tools/setup.sh build test …`.
# As root or through sudo it installs them; otherwise it prints the one line to run.
# `tools/setup.sh --llvm` prints the version of clang that goes with this system.
set -eu

# 14 where it can be had; Debian 13 no longer has it.
llvm=14
# shellcheck disable=SC1091 # the file is the system's
case $([ -r /etc/os-release ] && . /etc/os-release && echo "$ID ${VERSION_CODENAME:-}") in
"debian trixie") llvm=19 ;;
esac
if [ "${1:-}" = --llvm ]; then
    echo $llvm
    exit
fi

# To link for 32-bit x86 as well. gcc-multilib would do, but cannot be installed beside the cross-compiler of `arm`.
bits32=
if command -v dpkg >/dev/null 2>&1 && [ "$(dpkg --print-architecture)" = amd64 ]; then
    bits32="libc6-dev-i386 lib32gcc-$(gcc -dumpversion 2>/dev/null || { [ $llvm = 14 ] && echo 12 || echo 14; })-dev"
fi

packages_for() {
    case "$1" in
    build) echo cmake ninja-build pkg-config gcc libc6-dev libpng-dev librsvg2-dev libxml2-dev libwebp-dev libsoup-3.0-dev libjsmn-dev ffmpeg ;;
    test) echo "$bits32" libcmocka-dev clang-$llvm libclang-rt-$llvm-dev llvm-$llvm clang-format-$llvm python3 ;;
    wasm) echo clang-$llvm lld-$llvm wasi-libc libclang-rt-$llvm-dev-wasm32 binaryen nodejs ;;
    page) echo nodejs npm ;;
    browser) echo chromium ;;
    fuzz) echo clang-$llvm libclang-rt-$llvm-dev llvm-$llvm ;;
    format) echo clang-format-$llvm ;;
    arm) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static ;;
    *) echo "setup.sh: unknown part $1" >&2; exit 2 ;;
    esac
}

has() {
    # A Node.js that came from elsewhere serves as well as Debian's, and so does any Chromium.
    case "$1" in
    nodejs) command -v node >/dev/null 2>&1 && return 0 ;;
    npm | chromium) command -v "$1" >/dev/null 2>&1 && return 0 ;;
    esac
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

command -v dpkg-query >/dev/null 2>&1 || exit 0 # not Debian: the build will say what it misses

missing=
for part in "$@"; do
    for package in $(packages_for "$part"); do
        case " $missing " in *" $package "*) continue ;; esac
        has "$package" || missing="$missing $package"
    done
done
[ -n "$missing" ] || exit 0

command="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
else
    echo "Verve needs a few packages. Run this as root, then try again:" >&2
    echo "    apt-get update && $command" >&2
    exit 1
fi
echo "Installing:$missing"
# shellcheck disable=SC2086 # the words are meant to split
$as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive $command
