#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libraries.sh FOLDER [window]: puts into FOLDER what a Windows build links and ships. The libraries are
# built by mingw-w64 from this Debian's own sources, with Debian's patches, and are static; the DLLs come
# out of the wheels of deps-windows.lock. "window" builds Qt too, as DLLs, which takes an hour. Each part
# has a stamp: what is there already and is built in the same way is not built again.
set -euo pipefail
shopt -s inherit_errexit

packaging="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
folder="$(mkdir -p "$1" && cd "$1" && pwd -P)"
work="$folder/build"
host=x86_64-w64-mingw32
toolchain="$packaging/cmake/mingw.cmake"
lock="$packaging/deps-windows.lock"
wheels="$packaging/../.deps/windows"
mkdir -p "$folder"/{include,lib,stamps,runtime,licences} "$folder/share/cmake"
parts=(headers wheels simdjson utf8proc libxlsxwriter libzip libdeflate hwloc sqlite3 boost1.74 libjpeg-turbo libpng1.6 tiff
    libwebp)
[[ ${2:-} != window ]] || parts+=(qt6-base)

# The package lists that this PC uses, for sources. Only once.
apt_source() {
    if [[ ! -s $work/all.sources ]]; then
        mkdir -p "$work/lists/partial"
        sed -s 's/^Types: deb$/Types: deb-src/; s/^deb /deb-src /' /etc/apt/sources.list.d/*.sources \
            /etc/apt/sources.list 2>/dev/null >"$work/all.sources" || [[ -s $work/all.sources ]]
        apt_get update
    fi
    apt_get source --download-only "$1"
}
apt_get() {
    (cd "$work" && apt-get -q -o "Dir::Etc::SourceList=$work/all.sources" -o Dir::Etc::SourceParts=/dev/null \
        -o "Dir::State::Lists=$work/lists" -o APT::Sandbox::User=root "$@") >&2
}

# unpack NAME: fetches the sources of that Debian package, and prints where they lie, patched.
unpack() {
    local source="$work/$1" codename
    if [[ ! -f $source.unpacked ]]; then
        # The newest version, or the suite's own where a mirror lacks what came after it.
        codename="$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")"
        apt_source "$1" || { rm -f "$work/$1"_*.dsc && apt_source "$1/$codename"; }
        rm -rf "$source"
        dpkg-source --no-check -x "$(ls "$work/$1"_*.dsc)" "$source" >&2
        touch "$source.unpacked"
    fi
    printf '%s' "$source"
}

# with_cmake NAME SETTING...
with_cmake() {
    local source
    source="$(unpack "$1")"
    cmake -S "$source" -B "$source/build-windows" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" \
        -DDUELO_MINGW="$folder" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$folder" \
        -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF "${@:2}" >&2
    cmake --build "$source/build-windows" --target install >&2
}

# without PREFIX NAME...: prints a setting of CMake for each, which leaves it out.
without() { printf -- "-D$1%s=OFF\n" "${@:2}"; }

# Headers alone are the same everywhere; what describes them to CMake goes along.
build_headers() {
    local name
    for name in nlohmann tl CLI boost; do
        cp -r "/usr/include/$name" "$folder/include/"
    done
    for name in nlohmann_json tl-expected CLI11; do
        cp -r "/usr/share/cmake/$name" "$folder/share/cmake/"
    done
}

# LibTorch and oneDNN, which one runtime of OpenMP serves (LibTorch's libiomp5md.dll); what Intel's and
# Microsoft's compilers need beside them. Of oneDNN the headers too.
build_wheels() {
    local runtime="$folder/runtime" terms="$folder/licences" name
    mkdir -p "$wheels" "$terms"/{libtorch,onednn,intel,microsoft}
    python3 -m pip download -q --no-deps --require-hashes --only-binary=:all: --platform win_amd64 \
        --implementation cp --python-version 3.11 --find-links "$wheels" --dest "$wheels" -r "$lock" >&2
    wheel() { printf '%s' "$wheels/$1-$(sed -n "s/^${1//_/-}==\([0-9.]*\) .*/\1/p" "$lock")"-*.whl; }
    for name in torch_cpu c10 libiomp5md uv; do
        unzip -qoj "$(wheel torch)" "torch/lib/$name.dll" -d "$runtime"
    done
    unzip -qoj "$(wheel torch)" '*.dist-info/LICENSE' '*.dist-info/NOTICE' -d "$terms/libtorch"
    unzip -qoj "$(wheel onednn_cpu_iomp)" '*/bin/dnnl.dll' -d "$runtime"
    unzip -qoj "$(wheel onednn_cpu_iomp)" '*/doc/onednn/*' -d "$terms/onednn"
    unzip -qoj "$(wheel intel_cmplr_lib_rt)" '*/svml_dispmd.dll' '*/libmmd.dll' -d "$runtime"
    unzip -qoj "$(wheel intel_cmplr_lib_rt)" '*.dist-info/LICENSE*' -d "$terms/intel"
    for name in msvcp140 msvcp140_1 vcruntime140 vcruntime140_1; do
        unzip -qoj "$(wheel msvc_runtime)" "*/Scripts/$name.dll" -d "$runtime"
    done
    unzip -qoj "$(wheel msvc_runtime)" '*.dist-info/licenses/*' -d "$terms/microsoft"
    rm -rf "$folder/include/oneapi"
    unzip -qo "$(wheel onednn_devel_cpu_iomp)" '*/include/oneapi/*' -d "$work/onednn"
    cp -r "$work"/onednn/*/data/Library/include/oneapi "$folder/include/"
}

build_simdjson() { with_cmake simdjson -DSIMDJSON_ENABLE_THREADS=OFF; }
build_utf8proc() { with_cmake utf8proc; }
build_libxlsxwriter() { with_cmake libxlsxwriter -DBUILD_TESTS=OFF; }
build_libzip() {
    with_cmake libzip -DENABLE_BZIP2=OFF -DENABLE_LZMA=OFF -DENABLE_ZSTD=OFF -DENABLE_OPENSSL=OFF \
        -DENABLE_GNUTLS=OFF -DENABLE_MBEDTLS=OFF -DENABLE_COMMONCRYPTO=OFF -DENABLE_WINDOWS_CRYPTO=OFF \
        -DBUILD_TOOLS=OFF -DBUILD_REGRESS=OFF -DBUILD_EXAMPLES=OFF -DBUILD_DOC=OFF
}
build_libdeflate() {
    local source
    source="$(unpack libdeflate)"
    make -C "$source" CC="$host-gcc" AR="$host-ar" libdeflatestatic.lib >&2
    install -m 644 "$source/libdeflate.h" "$folder/include/"
    install -m 644 "$source/libdeflatestatic.lib" "$folder/lib/libdeflate.a"
}
build_libjpeg-turbo() {
    # Without its type this folder would be one of the current folder.
    with_cmake libjpeg-turbo -DCMAKE_INSTALL_LIBDIR:STRING=lib -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF \
        -DREQUIRE_SIMD=ON
}
build_libpng1.6() { with_cmake libpng1.6 -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF; }
build_tiff() {
    with_cmake tiff -Dtiff-tools=OFF -Dtiff-tests=OFF -Dtiff-contrib=OFF -Dtiff-docs=OFF -Dcxx=OFF \
        -Djbig=OFF -Dlerc=OFF -Dlzma=OFF -Dzstd=OFF -Dwebp=OFF -Dlibdeflate=OFF
}
build_libwebp() {
    local off=(ANIM_UTILS CWEBP DWEBP GIF2WEBP IMG2WEBP VWEBP WEBPINFO LIBWEBPMUX WEBPMUX EXTRAS)
    # shellcheck disable=SC2046  # words without spaces
    with_cmake libwebp $(without WEBP_BUILD_ "${off[@]}")
}
build_hwloc() {
    local source
    source="$(unpack hwloc)"
    cd "$source"
    ./configure --host="$host" --prefix="$folder" --disable-shared --enable-static --disable-libxml2 \
        --disable-io --disable-plugins --disable-readme --quiet >&2
    make -C include install >&2
    make -C hwloc install >&2
}

build_sqlite3() {
    local source
    source="$(unpack sqlite3)"
    cd "$source"
    ./configure --quiet --disable-tcl >&2
    make sqlite3.c >&2
    "$host-gcc-posix" -O2 -DSQLITE_OMIT_LOAD_EXTENSION -c sqlite3.c
    "$host-ar" rcs "$folder/lib/libsqlite3.a" sqlite3.o
    cp sqlite3.h "$folder/include/"
}

# Of Boost only what switches between stacks is more than headers.
build_boost1.74() {
    local source part
    source="$(unpack boost1.74)"
    cd "$source/libs/context/src"
    for part in make jump ontop; do
        "$host-gcc-posix" -x assembler-with-cpp -c "asm/${part}_x86_64_ms_pe_gas.asm" -o "$part.o"
    done
    "$host-g++-posix" -O2 -I"$folder/include" -DBOOST_CONTEXT_SOURCE -c windows/stack_traits.cpp -o stack_traits.o
    "$host-ar" rcs "$folder/lib/libboost_context.a" ./*.o
}

# Qt for the window, as DLLs: its terms (LGPL) ask that they can be exchanged. (Its print dialog needs
# the calendar.)
build_qt6-base() {
    local off=(sql dbus concurrent xml vulkan ssl icu zstd brotli gssapi schannel tabletevent system_zlib system_png
        system_jpeg system_freetype system_harfbuzz system_pcre2 system_doubleconversion glib pkg_config
        wizard mdiarea fontdialog dial lcdnumber)
    # shellcheck disable=SC2046
    with_cmake qt6-base -DBUILD_SHARED_LIBS=ON -DQT_HOST_PATH=/usr \
        -DQT_HOST_PATH_CMAKE_DIR=/usr/lib/x86_64-linux-gnu/cmake -DQT_BUILD_EXAMPLES=OFF \
        -DQT_BUILD_TESTS=OFF -DQT_BUILD_TOOLS_WHEN_CROSSCOMPILING=OFF -DINPUT_opengl=no \
        $(without FEATURE_ "${off[@]}")
}

for part in "${parts[@]}"; do
    stamp="$folder/stamps/$part"
    made_by="$(declare -f "build_$part" with_cmake)"
    [[ $part != wheels ]] || made_by+="$(<"$lock")"
    [[ -f $stamp && $(<"$stamp") == "$made_by" ]] && continue
    printf '==> %s\n' "$part"
    mkdir -p "$work"
    # In a shell of its own: what a part changes is not the next one's. (Within an `if` no error of the
    # part's would end it.)
    set +e
    (set -e; "build_$part") 2>"$work/$part.log"
    status=$?
    set -e
    if ((status)); then
        tail -n 30 "$work/$part.log" >&2
        printf 'libraries.sh: %s could not be built; all that was said stands in %s\n' "$part" \
            "$work/$part.log" >&2
        exit 1
    fi
    printf '%s' "$made_by" >"$stamp"
done
rm -rf "$work"
