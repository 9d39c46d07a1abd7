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
export LD_LIBRARY_PATH="$path:$here/lib/duelo${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
lacks() { ldd "$1" 2>&1 | sed -n 's/^[[:space:]]*\(.*\) => not found$/\1/p' | tr '\n' ' '; }
missing=$(lacks "$here/bin/duelo-engine")
[ -z "$missing" ] || fail "The engine cannot start: these libraries are missing: $missing" \
    "Those that begin with libcu come with torch for CUDA, in site-packages/nvidia."
if [ -e "$here/lib/duelo/libduelo_cuda.so" ] && command -v nvidia-smi >/dev/null 2>&1; then
    missing=$(lacks "$here/lib/duelo/libduelo_cuda.so")
    [ -z "$missing" ] ||
        echo "run.sh: The GPU cannot be measured: these libraries are missing: $missing" >&2
fi
[ $# -gt 0 ] || set -- self-test --bench
exec "$here/bin/duelo-engine" "$@"
write_run
pack
