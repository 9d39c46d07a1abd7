#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proves under Wine that the room engine/tensor with its binding by symbols, built by mingw-w64, computes
# with the LibTorch for Windows what the same sources compute with the one for Linux.
set -euo pipefail
shopt -s inherit_errexit
# shellcheck source=packaging/package.sh
source "$(dirname "${BASH_SOURCE[0]}")/../package.sh"

usage() {
    cat <<'EOT'
Usage: packaging/windows/prove_tensor.sh

Builds tests/tensor/tensor_proof.cpp for Linux and for Windows, runs the one here and the other under Wine, and compares what
they print. LibTorch is that of packaging/deps.lock and deps-windows.lock. Numbers are compared to five digits: a few sums of
floats end differently in the seventh, because other compilers built the kernels.
EOT
}

if [[ -n ${1:-} ]]; then
    usage
    exit
fi
check_packages libexpected-dev wine64 wine unzip python3-pip build-essential g++-mingw-w64-x86-64-posix
torch="$deps/site/torch/lib"
[[ -e $torch/libtorch_cpu.so ]] || die 1 "There is no LibTorch in .deps: packaging/dev.sh build fetches it."
home="$(mktemp -d)"
trap 'WINEPREFIX="$home/wine" wineserver -k 2>/dev/null || true; rm -rf "$home"' EXIT

mkdir "$home/linux" "$home/foreign"
ln -s /usr/include/tl "$home/foreign/tl"  # headers alone, for both compilers
unpack_windows_libtorch "$home/windows"

# Both libraries must export the names that the binding looks up.
python3 "$root/engine/tensor/symbols/names.py" --check "$torch" "$home/windows" ||
    die 1 "Other names: engine/tensor/symbols/names.py $torch FOLDER_OF_THE_DLLS writes them."

# compile SYSTEM COMPILER: the objects of the proof, in $home/SYSTEM.
compile() {
    local source sources=("$root"/engine/tensor/*.cpp "$root/engine/base/dynamic_library.cpp"
        "$root"/engine/tensor/symbols/*.cpp "$root"/tests/tensor/{tensor_proof,proof_*}.cpp)
    for source in "${sources[@]}"; do
        [[ $1 == windows || $source != *_windows.cpp ]] || continue
        printf '%s\0' "$source" "$home/$1/$(basename "$source").o"
    done | xargs -0 -n 2 -P "$(nproc)" bash -c '"$1" -std=c++20 -O2 -Wall -Wextra -Werror -DDUELO_TENSOR_BY_SYMBOLS \
        -I"$2/engine" -isystem "${4%/*}/../foreign" -c "$3" -o "$4"' _ "$2" "$root"
}
say "Building for Linux and Windows"
compile linux g++
g++ "$home"/linux/*.o -o "$home/linux/tensor_proof" -L"$torch" -ltorch_cpu -ldl -pthread \
    -Wl,--allow-shlib-undefined -Wl,-rpath,"$torch:$torch/../../nvidia/cu13/lib"
compile windows x86_64-w64-mingw32-g++-posix
x86_64-w64-mingw32-g++-posix -static "$home"/windows/*.o -o "$home/windows/tensor_proof.exe"

export WINEPREFIX="$home/wine" WINEDEBUG=-all LANG=C.UTF-8 LC_ALL=C.UTF-8 OMP_WAIT_POLICY=passive
# Microsoft's runtime in place of Wine's own. Wine cannot bind threads to cores.
export WINEDLLOVERRIDES="mscoree,mshtml=;msvcp140,msvcp140_1,msvcp140_2,vcruntime140,vcruntime140_1=n" KMP_AFFINITY=disabled
unset DISPLAY WAYLAND_DISPLAY
wineboot -i >/dev/null 2>&1
windows() { (cd "$home/windows" && timeout 600 wine tensor_proof.exe "$@" 2>/dev/null) | tr -d '\r'; }
say "Running both"
"$home/linux/tensor_proof" 5 >"$home/linux.txt" 2>/dev/null
windows 5 >"$home/windows.txt"
diff "$home/linux.txt" "$home/windows.txt" || die 1 "Windows' LibTorch answers otherwise."
[[ $(tail -n 1 "$home/windows.txt") == all ]] || die 1 "The proof did not come to its end."
[[ $(windows lacking) == *"lacks duelo_lacking_operator"* ]] || die 1 "A lacking symbol is not named."
say "ok: $(wc -l <"$home/windows.txt") lines are the same on Linux and under Wine"
