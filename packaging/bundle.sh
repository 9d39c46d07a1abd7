#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a folder with the engine and all that it needs but LibTorch, to measure on another Linux PC.
set -euo pipefail
shopt -s inherit_errexit nullglob

usage() {
    cat <<'EOF'
Usage: packaging/bundle.sh [BUILD [OUT]]

  BUILD   a built tree; default: build/release
  OUT     the folder to make, and OUT.tar.gz beside it; default: build/duelo-bundle

The bundle holds the engine, the module for NVIDIA GPUs, their libraries without those of LibTorch
and NVIDIA, and the data that is shipped. On another PC with glibc 2.36 or newer and torch 2.11:

  DUELO_TORCH_LIB=.../site-packages/torch/lib ./run.sh
EOF
}

readonly most_bytes=$((60 << 20))
readonly newest_glibc=2.36
# What comes with glibc, with LibTorch's wheel or with NVIDIA's is the other PC's.
readonly of_glibc='linux-vdso|ld-linux-.*|lib(c|m|dl|rt|pthread|resolv|util|anl)'
readonly of_torch='lib(torch|c10|gomp|shm).*'
readonly of_nvidia='libnv.*|libcu(da|dart|blas|dnn|fft|file|pti|rand|solver|sparse).*'
readonly not_bundled="^($of_glibc|$of_torch|$of_nvidia)\\.so"
# OpenCV's readers of maps and of X-ray pictures, which the engine never lets it use
# (engine/vision). They bring a hundred libraries along: stand-ins that open nothing take their
# place.
readonly stood_in='^lib(gdal|gdcm)'

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
if [[ ${1-} == --help || ${1-} == -h ]]; then
    usage
    exit 0
fi
build="${1:-$root/build/release}"
out="${2:-$root/build/duelo-bundle}"

say() { printf '==> %s\n' "$*"; }
die() {
    printf 'bundle.sh: %s\n' "$@" >&2
    exit 1
}

check_tools() {
    local tool missing=()
    for tool in ldd objdump nm strip cc gzip tar; do
        command -v "$tool" >/dev/null || missing+=("$tool")
    done
    ((${#missing[@]} == 0)) ||
        die "These programs are missing: ${missing[*]}. Install them and start again."
    [[ -x $build/bin/duelo-engine ]] ||
        die "There is no engine in $build/bin. Build it first: packaging/dev.sh build"
    [[ ! -e $out ]] || die "$out exists already. Move it away, or name another folder."
}

# needs FILE: names of the libraries that it needs itself.
needs() { objdump -p "$1" | awk '$1 == "NEEDED" { print $2 }'; }

# stand_in LIBRARY USER: a library of that name with every function that USER takes of it, all of
# which return 0.
stand_in() {
    local name="${1##*/}"
    comm -12 <(nm -D --undefined-only "$2" | awk '{ sub(/@.*/, "", $2); print $2 }' | sort -u) \
        <(nm -D --defined-only "$1" | awk '{ sub(/@.*/, "", $3); print $3 }' | sort -u) |
        awk 'BEGIN { print ".text" }
             { print ".globl " $1 "\n.type " $1 ", @function\n" $1 ":" }
             END { print "xorl %eax, %eax\nret\n.section .note.GNU-stack,\"\",@progbits" }' |
        cc -shared -nostdlib -Wl,-soname,"$name" -x assembler -o "$out/lib/$name" -
}

# collect FILE: the libraries that it needs, and theirs in turn, into the bundle.
declare -A known=()
collect() {
    local name path file="$1"
    for name in $(needs "$file"); do
        [[ -z ${known[$name]-} && ! $name =~ $not_bundled ]] || continue
        known[$name]=1
        path="${found[$name]-}"
        [[ -n $path ]] || die "$name, which ${file##*/} needs, is not on this PC."
        if [[ $name =~ $stood_in ]]; then
            stand_in "$path" "$file"
        else
            cp -L "$path" "$out/lib/$name"
            collect "$path"
        fi
    done
}

# Where the loader finds each library here.
declare -A found=()
locate() {
    local name path
    while read -r name path; do
        [[ -n ${found[$name]-} ]] || found[$name]="$path"
    done < <(ldd "$1" 2>/dev/null | awk '$2 == "=>" && $3 ~ "^/" { print $1, $3 }')
}

copy_all() {
    mkdir -p "$out/bin" "$out/lib" "$out/share"
    cp "$build/bin/duelo-engine" "$out/bin/"
    locate "$build/bin/duelo-engine"
    collect "$build/bin/duelo-engine"
    local module="$build/bin/libduelo_cuda.so"
    if [[ -e $module ]]; then
        cp "$module" "$out/bin/"
        locate "$module"
        collect "$module"
    else
        say "Without the module for NVIDIA GPUs: it was not built."
    fi
    cp -rL "$build/share/duelo" "$out/share/"
    cp "$root/LICENSE" "$out/"
    cp -r "$root/resources/licences" "$out/share/duelo/"
    strip --strip-unneeded "$out"/bin/* "$out"/lib/* 2>/dev/null || true
}

# Nothing may ask for a newer glibc than the other PC has.
check_symbols() {
    local file version too_new=()
    for file in "$out"/bin/* "$out"/lib/*; do
        version="$(objdump -T "$file" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)" || true
        version="${version#GLIBC_}"
        [[ -n $version ]] || continue
        [[ $version == "$newest_glibc" ||
            $(printf '%s\n' "$version" "$newest_glibc" | sort -V | head -n 1) == "$version" ]] ||
            too_new+=("${file##*/} needs glibc $version")
    done
    ((${#too_new[@]} == 0)) ||
        die "The bundle would not start where glibc is $newest_glibc:" "${too_new[@]}"
}

write_run() {
    cat >"$out/run.sh" <<'EOF'
#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks this PC and measures what Duelo's goals are about: one .duelo file and a table.
#   DUELO_TORCH_LIB=.../site-packages/torch/lib ./run.sh
# With arguments it runs duelo-engine with them instead: ./run.sh probe
here=$(cd "$(dirname "$0")" && pwd -P)
fail() {
    printf 'run.sh: %s\n' "$@" >&2
    exit 2
}
case $(uname -s)/$(uname -m) in
    Linux/x86_64) ;;
    *) fail "This bundle is for Linux on x86-64; this is $(uname -s) on $(uname -m)." ;;
esac
glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/^glibc //')
case $glibc in
    '') fail "This Linux has no glibc, which the engine needs in version 2.36 or newer." ;;
    2.[0-9] | 2.[0-9].* | 2.[12][0-9] | 2.[12][0-9].* | 2.3[0-5] | 2.3[0-5].*)
        fail "This Linux has glibc $glibc; the engine needs 2.36 or newer, such as Debian 12's." ;;
esac
torch=${DUELO_TORCH_LIB-}
[ -n "$torch" ] || fail "DUELO_TORCH_LIB is not set: the folder lib of an installed torch 2.11." \
    "This prints it where Python has torch:" \
    "  python3 -c 'import torch, os; print(os.path.join(os.path.dirname(torch.__file__), \"lib\"))'"
[ -e "$torch/libtorch_cpu.so" ] ||
    fail "There is no libtorch_cpu.so in $torch, which DUELO_TORCH_LIB names."
torch=$(cd "$torch" && pwd -P)
# What the wheels of NVIDIA unpack beside torch; a torch of its own kind may have all in one folder.
path=$torch
for folder in "$torch"/../../nvidia/*/lib; do
    [ -d "$folder" ] && path=$path:$folder
done
export LD_LIBRARY_PATH="$path:$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
lacks() { ldd "$1" 2>&1 | sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p' | tr '\n' ' '; }
missing=$(lacks "$here/bin/duelo-engine")
[ -z "$missing" ] || fail "The engine cannot start: these libraries are missing: $missing" \
    "Those that begin with libcu come with torch for CUDA, in site-packages/nvidia."
if [ -e "$here/bin/libduelo_cuda.so" ] && command -v nvidia-smi >/dev/null 2>&1; then
    missing=$(lacks "$here/bin/libduelo_cuda.so")
    [ -z "$missing" ] ||
        echo "run.sh: The GPU cannot be measured: these libraries are missing: $missing" >&2
fi
[ $# -gt 0 ] || set -- self-test --bench
exec "$here/bin/duelo-engine" "$@"
EOF
    chmod +x "$out/run.sh"
}

pack() {
    local packed="$out.tar.gz" bytes
    tar -C "$(dirname "$out")" -czf "$packed" "$(basename "$out")"
    bytes="$(stat -c %s "$packed")"
    ((bytes <= most_bytes)) ||
        die "$packed has $((bytes >> 20)) MiB, more than the $((most_bytes >> 20)) it may have." \
            "The largest files in it:" \
            "$(cd "$out" && find . -type f -printf '%s %p\n' | sort -rn | head -n 8)"
    say "$out: $(($(du -sb "$out" | cut -f 1) >> 20)) MiB, packed $((bytes >> 20)) MiB"
}

check_tools
copy_all
check_symbols
write_run
pack
