#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a clean clone to a running Duelo: packages, pinned libraries, build, and then run or test.
set -euo pipefail
shopt -s inherit_errexit

usage() {
    cat <<'EOF'
Usage: packaging/dev.sh run|build|test|package

  run     set up, build, and open the window; without a display, measure the default
          inference plan and leave table and report in duelo-results/
  build   set up, and leave duelo (the window) and duelo-engine in build/release/bin/
  test    set up, build with and without sanitizers, and run every test but those of the night
  package [FORMAT...]
          set up, build, and leave packages in build/packages/ (packaging/package.sh)

Everything that is downloaded lands in .deps/, everything that is built in build/.
Environment:
  DUELO_DEPS_DIR=DIR        take the wheels of packaging/*.lock from DIR, without a network
  DUELO_GPU=0|1             leave out or fetch NVIDIA's libraries, whatever driver is found
  DUELO_SKIP_PACKAGES=1     do not check the system's packages
  DUELO_WERROR=ON           treat compiler warnings as errors
EOF
}

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
deps="$root/.deps"
bin="$root/build/release/bin"
default_measurement=(infer)

build_packages=(build-essential cmake ninja-build lld ccache ca-certificates curl unzip pkg-config
    python3 python3-pip nlohmann-json3-dev libsimdjson-dev libexpected-dev libcli11-dev
    libboost-context-dev libgloo-dev libhwloc-dev libxlsxwriter-dev libvalijson-dev libssl-dev
    zlib1g-dev libdeflate-dev libzip-dev libutf8proc-dev libsqlite3-dev libdnnl-dev qt6-base-dev
    libopencv-core-dev libopencv-imgproc-dev
    libjpeg62-turbo-dev libpng-dev libtiff-dev libwebp-dev
    # Qt Charts needs libqt6opengl6-dev, which Debian only recommends.
    qt6-charts-dev libqt6opengl6-dev qt6-tools-dev qt6-l10n-tools
    # Not to build but to run: Qt's own words in Spanish, and desktops without an X server.
    qt6-translations-l10n qt6-wayland)
# The locales prove that numbers in files ignore them; Poppler reads the PDF reports again;
# clang-format tells whether every source is laid out alike; the window is laid out in each of these
# faces, which test_fonts.py copies (python3-fonttools makes one of them); Qt Svg draws each icon as
# Duelo's painter does; mingw-w64 reads the sources as Windows has them.
test_packages=(locales poppler-utils clang-format fonts-dejavu-core fonts-noto-core fonts-inter
    fonts-liberation python3-fonttools qt6-svg-dev g++-mingw-w64-x86-64-posix
    # A device by OpenCL on any processor, and the headers that the declarations are compared with.
    pocl-opencl-icd ocl-icd-libopencl1 opencl-c-headers)
test_locales=(es_ES ar_EG)

say() { printf '==> %s\n' "$*"; }
die() {
    local status=$1
    shift
    printf "${0##*/}: %s\n" "$@" >&2  # also of variants.sh and tidy.sh
    exit "$status"
}

check_system() {
    [[ $(uname -s) == Linux && $(uname -m) == x86_64 ]] ||
        die 2 "This script sets Duelo up on Linux x86-64; this is $(uname -s) $(uname -m)."
    [[ -w $root ]] ||
        die 2 "$root cannot be written to." \
            "Duelo builds inside its own folder: copy it to a folder of yours and start again."
}

# check_packages NAME...: installs what is missing, or says exactly what to type.
check_packages() {
    [[ ${DUELO_SKIP_PACKAGES:-0} == 1 ]] && return
    local system
    system="$(. /etc/os-release 2>/dev/null && printf '%s|%s' "${PRETTY_NAME:-Linux}" "${ID:-} ${ID_LIKE:-}")" ||
        system="This Linux|"
    if [[ ${system#*|} != *debian* ]] || ! command -v dpkg-query >/dev/null; then
        die 2 "${system%%|*} is not Debian 12 or a relative of it, so nothing was installed." \
            "Duelo needs what these Debian packages hold:" "  $*" \
            "Install them with your system's own names, then set DUELO_SKIP_PACKAGES=1."
    fi
    local installed missing=() name
    installed="$(dpkg-query -W -f='${db:Status-Status} ${Package} \n' "$@" 2>/dev/null || true)"
    for name in "$@"; do
        [[ $installed == *"installed $name "* && $installed != *"not-installed $name "* ]] ||
            missing+=("$name")
    done
    ((${#missing[@]})) || return 0
    local install=(apt-get install -y --no-install-recommends "${missing[@]}")
    if ((EUID != 0)); then
        die 2 "Debian packages are missing. Type this, or ask whoever looks after this PC to:" \
            "  sudo ${install[*]}"
    fi
    say "Installing ${#missing[@]} Debian packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    if ! { apt-get update -q && "${install[@]}"; }; then
        die 1 "apt-get could not install the packages; its reason stands above."
    fi
}

# Only one dev.sh at a time changes .deps and build; the lock goes when the process does.
take_lock() {
    mkdir -p "$deps/stamps"
    exec 9>"$deps/lock"
    if ! flock -n 9; then
        say "Waiting for another dev.sh in this folder"
        flock 9
    fi
    rm -rf "$deps/stage" "$deps/download"  # left by a run that was interrupted
}

has_nvidia_driver() {
    case "${DUELO_GPU:-auto}" in
        0) return 1 ;;
        1) return 0 ;;
    esac
    [[ $(PATH="$PATH:/sbin" ldconfig -p 2>/dev/null) == *libcuda.so.1* ]] ||
        command -v nvidia-smi >/dev/null
}

find_python() {
    local candidate
    for candidate in python3 /usr/bin/python3; do
        if "$candidate" -m pip --version >/dev/null 2>&1; then
            printf '%s' "$candidate"
            return
        fi
    done
    die 2 "No python3 with pip was found (Debian packages python3, python3-pip)."
}

# wheel_from_folder NAME VERSION SHA: prints the path of that wheel in DUELO_DEPS_DIR.
wheel_from_folder() {
    local file
    for file in "$DUELO_DEPS_DIR/${1//-/_}-$2-"*.whl; do
        [[ -f $file ]] ||
            die 1 "$DUELO_DEPS_DIR has no ${1//-/_}-$2-*.whl, which packaging/*.lock asks for."
        if [[ $(sha256sum <"$file") == "$3 "* ]]; then
            printf '%s' "$file"
            return
        fi
    done
    die 1 "$file has another SHA-256 than packaging/*.lock: it is damaged or another build."
}

# wheel_from_index NAME VERSION SHA: downloads that wheel and prints its path.
wheel_from_index() {
    local python minor platforms=(--platform manylinux2014_x86_64)
    python="$(find_python)"
    for minor in {28..17}; do
        platforms+=(--platform "manylinux_2_${minor}_x86_64")
    done
    mkdir -p "$deps/download"
    printf '%s==%s --hash=sha256:%s\n' "$1" "$2" "$3" >"$deps/download/requirements"
    # The wheel's libraries do not care which Python fetches them, so its version is fixed too.
    "$python" -m pip download --no-deps --require-hashes --only-binary=:all: --no-cache-dir \
        --disable-pip-version-check --implementation cp --python-version 3.11 "${platforms[@]}" \
        --dest "$deps/download" --requirement "$deps/download/requirements" >&2 ||
        die 1 "$1 $2 could not be downloaded; pip's reason stands above." \
            "Without internet, fetch the wheels of packaging/*.lock on another PC and set" \
            "DUELO_DEPS_DIR to their folder."
    printf '%s' "$deps/download/"*.whl
}

# unpack NAME WHEEL: puts what Duelo uses of a wheel into .deps, and prints the list of its files.
unpack() {
    local stage="$deps/stage" wanted=('nvidia/*')
    case "$1" in
        torch) wanted=('torch/include/*' 'torch/lib/*.so*') ;;
        efficientnet-*) wanted=('*.pth') ;;
    esac
    mkdir -p "$stage/site" "$stage/weights"
    unzip -q "$2" "${wanted[@]}" '*.dist-info/*' -d "$stage/site"
    # NVRTC's "alt" build and static libraries are never loaded.
    find "$stage" -type f \( -name '*.a' -o -name '*.alt.so*' -o -path '*/.metadata/*' \) -delete
    find "$stage/site" -name '*.pth' -exec mv {} "$stage/weights" \;
    find "$stage" -type f -printf '%P\n'
    # Hard links cost no space and no time; a file system without them gets copies.
    cp -alf "$stage/." "$deps/" 2>/dev/null || cp -af "$stage/." "$deps/"
    rm -rf "$stage"
}

# A stamp is the list of a wheel's files, named by the wheel's version and hash. It is written
# last, so whatever interrupts this only makes the next run unpack that wheel again.
have_wheel() {
    local first
    [[ -f $1 ]] && IFS= read -r first <"$1" && [[ -e $deps/$first ]]
}

fetch_lock() {
    local line name version sha stamp old wheel
    while IFS= read -r line; do
        [[ -z $line || $line == '#'* ]] && continue
        [[ $line =~ ^([a-z0-9-]+)==([0-9.]+)\ --hash=sha256:([0-9a-f]{64})$ ]] ||
            die 1 "$1 has a line that is neither a comment nor a pinned wheel: $line"
        name="${BASH_REMATCH[1]}" version="${BASH_REMATCH[2]}" sha="${BASH_REMATCH[3]}"
        stamp="$deps/stamps/$name/$version-${sha:0:16}"
        have_wheel "$stamp" && continue
        say "Fetching $name $version"
        if [[ -n ${DUELO_DEPS_DIR:-} ]]; then
            wheel="$(wheel_from_folder "$name" "$version" "$sha")"
        else
            wheel="$(wheel_from_index "$name" "$version" "$sha")"
        fi
        for old in "$deps/stamps/$name/"*; do
            [[ -f $old ]] || continue
            (cd "$deps" && xargs -d '\n' rm -f -- <"$old")
            rm -f "$old"
        done
        mkdir -p "$deps/stamps/$name"
        unpack "$name" "$wheel" >"$stamp.new"
        rm -rf "$deps/download"  # half of what .deps would weigh, and fetched again if ever needed
        sync -f "$deps"          # a stamp must not outlive its files when the power goes
        mv "$stamp.new" "$stamp"
    done <"$1"
}

fetch_libraries() {
    fetch_lock "$root/packaging/deps.lock"
    if has_nvidia_driver; then
        fetch_lock "$root/packaging/deps-gpu.lock"
    fi
}

# Locales of our own need no root and leave the system's alone (LOCPATH names their folder).
make_locales() {
    local name
    mkdir -p "$deps/locale"
    for name in "${test_locales[@]}"; do
        [[ -d $deps/locale/$name.UTF-8 ]] && continue
        say "Generating the locale $name.UTF-8 for the tests"
        rm -rf "$deps/stage"
        mkdir -p "$deps/stage"
        localedef -i "$name" -f UTF-8 "$deps/stage/$name.UTF-8"
        mv "$deps/stage/$name.UTF-8" "$deps/locale/"
    done
    export LOCPATH="$deps/locale"
}

# Fonts of our own, so that the window of the tests looks the same on every PC.
make_fonts() {
    local script="$root/packaging/test_fonts.py"
    [[ $deps/fonts -nt $script ]] && return
    say "Making the fonts of the tests"
    rm -rf "$deps/stage"
    mkdir -p "$deps/stage"
    # The system's own Python is the one that sees Debian's packages.
    /usr/bin/python3 "$script" "$deps/stage/fonts" ||
        die 1 "The fonts of the tests could not be made; the reason stands above."
    rm -rf "$deps/fonts"
    mv "$deps/stage/fonts" "$deps/"
}

# configure PRESET: runs CMake only when something has changed that Ninja cannot see. A newer
# dev.sh is such a thing: with its packages there may be libraries that CMake had not found.
configure() {
    local stamp="$root/build/$1/dev.stamp" settings="$root ${DUELO_WERROR:-}"
    if [[ -f $stamp && $(<"$stamp") == "$settings" && ! $root/CMakePresets.json -nt $stamp &&
        ! $root/packaging/dev.sh -nt $stamp ]]; then
        return
    fi
    say "Configuring $1"
    (cd "$root" && cmake --fresh --preset "$1")
    printf '%s' "$settings" >"$stamp"
}

# A file that includes LibTorch takes up to 2 GB to compile (GCC collects no garbage below 1 GB, see
# packaging/cmake/DueloTargets.cmake): as many at once as memory holds.
jobs() {
    local cpus kib
    cpus="$(nproc)"
    kib="$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)"
    local fitting=$((${kib:-0} / 2000000))
    printf '%d' "$((fitting < 1 ? 1 : fitting < cpus ? fitting : cpus))"
}

# build PRESET [TARGET...]
build() {
    configure "$1"
    say "Building $1"
    (cd "$root" && cmake --build --preset "$1" --parallel "$(jobs)" ${2:+--target "${@:2}"})
}

# Older sanitizers refuse the address layouts of newer kernels.
unrandomised=()
if setarch -R true 2>/dev/null; then
    unrandomised=(setarch -R)
fi

# One summary for everything: the sanitizers' tree is one test beside those of the release tree, which
# leaves to it what it runs. It fills the machine itself, so nothing runs beside it. Twice as many
# tests at once as processors: many wait (tests/CMakeLists.txt counts the others twice).
run_tests() {
    local tree="$root/build/test"
    mkdir -p "$tree"
    {
        printf 'add_test([=[asan]=]'
        printf ' [=[%s]=]' "${unrandomised[@]}" ctest --test-dir "$root/build/asan" \
            --output-on-failure --no-tests=error --parallel "$((2 * $(jobs)))" --label-exclude '^nightly$'
        printf ')\nset_tests_properties([=[asan]=] PROPERTIES'
        printf ' LABELS sanitizer TIMEOUT 1800 RUN_SERIAL TRUE)\n'
        printf 'subdirs([=[%s]=])\n' "$root/build/release"
    } >"$tree/CTestTestfile.cmake"
    ctest --test-dir "$tree" --output-on-failure --no-tests=error --parallel "$((2 * $(jobs)))" \
        --label-exclude '^(sanitized|nightly)$'
}

set_up() {
    check_system
    check_packages "$@"
    take_lock
    fetch_libraries
    export CCACHE_DIR="${CCACHE_DIR:-$deps/ccache}" CCACHE_MAXSIZE="${CCACHE_MAXSIZE:-2G}"
    export CCACHE_BASEDIR="$root"  # another clone of the same sources finds what this one built
    # A precompiled header hides from the preprocessor what a file includes: ccache goes by the
    # compiler's own list of files instead. It also has to accept that this header is newer than the
    # compilation's start, and that macros of time and date in it would not be seen; there are none.
    export CCACHE_DEPEND=1
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
}

# Everything but the test programs, which wait for "test"; the window's own libraries come with it.
build_programs() {
    build release resources/all engine/all app/all
    if [[ ! -x $bin/duelo ]]; then
        say "Only the engine was built: this system's Qt 6 lacks what the window needs." \
            "Install Widgets, Network and LinguistTools, and delete build/release."
    fi
}

# Opens the window where there is a screen for it, and measures otherwise.
run_program() {
    if [[ -x $bin/duelo && -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
        exec "$bin/duelo"
    fi
    cd "$root"  # duelo-results/ stands beside the sources, wherever this was called
    exec "$bin/duelo-engine" "${default_measurement[@]}"
}

# variants.sh and tidy.sh use the functions above and have commands of their own.
[[ ${BASH_SOURCE[0]} == "$0" ]] || return 0

case "${1:-}" in
    run)
        set_up "${build_packages[@]}"
        build_programs
        exec 9>&-
        run_program
        ;;
    build)
        set_up "${build_packages[@]}"
        build_programs
        say "Ready: the programs in $bin"
        ;;
    test)
        set_up "${build_packages[@]}" "${test_packages[@]}"
        make_locales
        make_fonts
        build asan
        build release resources/all engine/all app/all release_tests
        exec 9>&-
        run_tests
        ;;
    package)
        exec "$root/packaging/package.sh" "${@:2}"
        ;;
    -h | --help | help)
        usage
        ;;
    *)
        usage >&2
        exit 2
        ;;
esac
