#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libraries.sh FOLDER: the libraries of a Windows engine, static, built by mingw-w64 from this
# Debian's own sources (apt checks them) and put into FOLDER. What is there already is not built again.
set -euo pipefail
shopt -s inherit_errexit

folder="$(mkdir -p "$1" && cd "$1" && pwd -P)"
work="$folder/build"
host=x86_64-w64-mingw32
sources=(simdjson hwloc libxlsxwriter libzip sqlite3 boost1.74)
toolchain="$(cd "$(dirname "${BASH_SOURCE[0]}")/../cmake" && pwd -P)/mingw.cmake"
stamp="$folder/stamp"
[[ ! -f $stamp || $stamp -ot ${BASH_SOURCE[0]} ]] || exit 0

fetch() {
    mkdir -p "$work/lists/partial"
    # The package lists that this PC uses, for sources.
    sed -s 's/^Types: deb$/Types: deb-src/; s/^deb /deb-src /' /etc/apt/sources.list.d/*.sources \
        /etc/apt/sources.list 2>/dev/null >"$work/all.sources" || [[ -s $work/all.sources ]]
    local options=(-q -o "Dir::Etc::SourceList=$work/all.sources" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$work/lists" -o APT::Sandbox::User=root)
    (cd "$work" && apt-get "${options[@]}" update &&
        apt-get "${options[@]}" source --download-only "${sources[@]}")
}

# unpack NAME: prints where its sources are.
unpack() {
    mkdir -p "$work/$1"
    tar -xf "$(ls "$work/$1"_*.orig.tar.*)" -C "$work/$1" --strip-components 1 "${@:2}"
    printf '%s' "$work/$1"
}

# with_cmake NAME SETTING...
with_cmake() {
    local source
    source="$(unpack "$1")"
    cmake -S "$source" -B "$source/build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" \
        -DDUELO_MINGW="$folder" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$folder" \
        -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF "${@:2}" >/dev/null
    cmake --build "$source/build" --target install >/dev/null
}

fetch
# Headers alone are the same everywhere; what describes them to CMake goes along.
mkdir -p "$folder/include" "$folder/share/cmake" "$folder/lib"
for name in nlohmann tl CLI boost; do
    cp -r "/usr/include/$name" "$folder/include/"
done
for name in nlohmann_json tl-expected CLI11; do
    cp -r "/usr/share/cmake/$name" "$folder/share/cmake/"
done

with_cmake simdjson -DSIMDJSON_ENABLE_THREADS=OFF
with_cmake libxlsxwriter -DBUILD_TESTS=OFF
with_cmake libzip -DENABLE_BZIP2=OFF -DENABLE_LZMA=OFF -DENABLE_ZSTD=OFF -DENABLE_OPENSSL=OFF \
    -DENABLE_GNUTLS=OFF -DENABLE_MBEDTLS=OFF -DENABLE_COMMONCRYPTO=OFF -DENABLE_WINDOWS_CRYPTO=OFF \
    -DBUILD_TOOLS=OFF -DBUILD_REGRESS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_DOC=OFF

source="$(unpack hwloc)"
(cd "$source" && ./configure --host="$host" --prefix="$folder" --disable-shared --enable-static \
    --disable-libxml2 --disable-io --disable-plugins --disable-readme --quiet >/dev/null 2>&1 &&
    make -C include install >/dev/null && make -C hwloc install >/dev/null 2>&1)

source="$(unpack sqlite3)"
(cd "$source" && ./configure --quiet --disable-tcl >/dev/null && make sqlite3.c >/dev/null &&
    "$host-gcc-posix" -O2 -DSQLITE_OMIT_LOAD_EXTENSION -c sqlite3.c &&
    "$host-ar" rcs "$folder/lib/libsqlite3.a" sqlite3.o && cp sqlite3.h "$folder/include/")

# Of Boost only what switches between stacks is more than headers.
source="$(unpack boost1.74 --wildcards '*/libs/context/src')"
(cd "$source/libs/context/src" &&
    for part in make jump ontop; do
        "$host-gcc-posix" -x assembler-with-cpp -c "asm/${part}_x86_64_ms_pe_gas.asm" -o "$part.o"
    done &&
    "$host-g++-posix" -O2 -I"$folder/include" -DBOOST_CONTEXT_SOURCE -c windows/stack_traits.cpp \
        -o stack_traits.o &&
    "$host-ar" rcs "$folder/lib/libboost_context.a" ./*.o)

rm -rf "$work"
touch "$stamp"
