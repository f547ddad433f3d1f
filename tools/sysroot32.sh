#!/bin/sh
# Unpacks what Verve links with into a folder, for 32-bit x86: tools/sysroot32.sh FOLDER. The packages come from the Debian archive
# that this system uses, are checked with its keys, and nothing is installed: Debian's own -dev packages of two architectures cannot
# be installed beside each other. cmake/x86-32.cmake builds with it.
set -eu
folder=$1
[ -e "$folder/complete" ] && exit 0
command -v apt-get >/dev/null 2>&1 || { echo "sysroot32.sh: this system has no apt-get; the 32-bit tests need Debian"; exit 1; }
mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/root"
folder=$(cd "$folder" && pwd)
: >"$folder/apt/status" # nothing is there yet, so that all that is needed is fetched
cat >"$folder/apt.conf" <<END
APT::Architecture "i386";
APT::Architectures { "i386"; };
APT::Sandbox::User "";
Dir::State "$folder/apt";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt";
Acquire::Languages "none";
Debug::NoLocking "true";
END
export APT_CONFIG="$folder/apt.conf"
apt-get update -qq || true # other archives of this system may have nothing for 32 bits; what is missed, the next line tells
apt-get install -qq -y --download-only --no-install-recommends libc6-dev libcmocka-dev libpng-dev librsvg2-dev libxml2-dev libwebp-dev \
    libsoup-3.0-dev libjsmn-dev
for package in "$folder"/apt/archives/*.deb; do
    dpkg -x "$package" "$folder/root"
done
rm -rf "$folder/apt/archives" "$folder/apt/lists"
: >"$folder/complete"
