#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A quarter of an hour with an NVIDIA GPU: what it is spent on, prepared before and tried without one.
set -euo pipefail
shopt -s inherit_errexit

usage() {
    cat <<'EOT'
Usage: tests/bench/gpu_day.sh bundle FOLDER [--most MIB]
       tests/bench/gpu_day.sh run FOLDER OUT [--only GROUP[:STEP],...] [--total SECONDS]
       tests/bench/gpu_day.sh rehearse OUT [FOLDER] [--only GROUP[:STEP],...]

  bundle    pack the engine of build/release into FOLDER, for a PC that has Python with torch 2.11.
            With the checkout it may take MIB (64)
  run       there: measure with it, one step after the other, the most valuable first. Each has a limit,
            and all together take at most SECONDS (570)
  rehearse  here, without a GPU: show each command line of `run` to the engine of build/release, or of
            the bundle in FOLDER, and measure a small plan like it on the CPU

The groups, in their order: products training references peers opencl
OUT gets gpu_day.md, the table of the steps; gpu_day.log, all that was said; and of each group an
archive of its files. All three are written anew after each step: what ends early leaves the rest.
DUELO_TORCH_LIB names the folder lib of torch where python3 does not know it.
EOT
}

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
root="$(cd "$here/../.." && pwd -P)"
readonly groups=(products training references peers opencl)
readonly kill_after=10 least_seconds=5 most_file_mib=16

die() {
    printf 'gpu_day.sh: %s\n' "$@" >&2
    exit 2
}

# --- bundle ---------------------------------------------------------------------------------------

# mib BYTES: rounded up, so that what is told fits nowhere that it does not fit.
mib() { echo $((($1 + (1 << 20) - 1) >> 20)); }

bytes_of_tree() {
    git -C "$root" ls-files -z --cached --others --exclude-standard |
        { (cd "$root" && xargs -0 stat -c %s -- 2>/dev/null) || true; } |  # one may be deleted
        awk '{ sum += $1 } END { print sum + 0 }'
}

make_bundle() {
    local folder="$1" archives bytes tree
    local programs="$root/build/release/bin"
    [[ -x $programs/duelo-engine && -e $programs/libduelo_cuda.so ]] ||
        die "There is no duelo-engine with libduelo_cuda.so in $programs." "packaging/dev.sh build makes both."
    mkdir -p "$folder"
    folder="$(cd "$folder" && pwd -P)"
    rm -f "$folder"/duelo-engine-*.tar.xz "$folder/SHA256SUMS"
    DUELO_BUILT=1 DUELO_PACKAGES_DIR="$folder" "$root/packaging/package.sh" engine
    archives=("$folder"/duelo-engine-*.tar.xz)
    xz -dc "${archives[0]}" | xz -6 -T0 >"$folder/packed"  # package.sh packs quickly, and this travels
    mv "$folder/packed" "${archives[0]}"
    (cd "$folder" && sha256sum -- duelo-engine-*.tar.xz >SHA256SUMS)
    bytes="$(du -sb --apparent-size "$folder" | cut -f 1)"
    tree="$(bytes_of_tree)"
    echo "Bundle $(mib "$bytes") MiB, checkout $(mib "$tree") MiB, of $most_mib MiB that may travel"
    (($(mib $((bytes + tree))) <= most_mib)) ||
        die "Bundle and checkout are larger than the $most_mib MiB that may travel (--most)."
}

# --- the other machine ----------------------------------------------------------------------------

# unpack FOLDER: sets `engine`, the words that start it.
unpack() {
    local archives=("$1"/duelo-engine-*.tar.xz) unpacked
    [[ -e ${archives[0]} ]] || die "$1 has no duelo-engine-*.tar.xz: gpu_day.sh bundle makes one."
    ((${#archives[@]} == 1)) || die "$1 has several duelo-engine-*.tar.xz: keep one."
    (cd "$1" && sha256sum --quiet -c SHA256SUMS) || die "The bundle in $1 has changed on its way."
    tar -xJf "${archives[0]}" -C "$work"
    unpacked=("$work"/duelo-engine-*)
    if [[ -z ${DUELO_TORCH_LIB-} ]]; then
        DUELO_TORCH_LIB="$(python3 -c 'import os, torch
print(os.path.join(os.path.dirname(torch.__file__), "lib"))')" ||
            die "python3 has no torch, and DUELO_TORCH_LIB names none."
        export DUELO_TORCH_LIB
    fi
    engine=("${unpacked[0]}/run.sh" --lang en)
}

# What stands at the top of the table, once for all steps.
describe_machine() {
    local gpu glibc torch
    if ! command -v nvidia-smi >/dev/null; then
        gpu="no nvidia-smi here"
    else
        gpu="$(nvidia-smi --query-gpu=name,driver_version,memory.total,power.limit --format=csv,noheader 2>&1)" ||
            gpu="nvidia-smi tells of none: ${gpu:-it said nothing}"
    fi
    glibc="$(getconf GNU_LIBC_VERSION 2>/dev/null)" || glibc="no glibc"
    torch="$(python3 -c 'import torch; print("torch", torch.__version__)' 2>/dev/null)" || torch="no torch in python3"
    cat <<EOT
- GPU (name, driver, memory, power limit): ${gpu//$'\n'/; }
- CPU: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) logical processors
- System: $(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release), $glibc; $torch
- Programs: $("${engine[@]}" --version 2>&1 | head -n 1), sources of $(git -C "$root" log -1 --format='%h' 2>/dev/null || echo 'an unknown commit')
EOT
}

# lacks_gpu: says why nothing can be measured on a GPU, or nothing.
lacks_gpu() {
    local said
    said="$("${engine[@]}" probe --json 2>&1)" || {
        echo "the engine does not start: ${said##*$'\n'}"
        return
    }
    python3 -c '
import json, sys
for line in sys.stdin:
    if line.startswith("{") and "gpu" in (sheet := json.loads(line)):
        gpu = sheet["gpu"]
        if not gpu["available"]:
            reason = gpu["reason"]
            print("no GPU:", reason["code"], reason.get("message", ""))
        break
else:
    print("the engine does not say whether there is a GPU")' <<<"$said"
}

# --- steps ----------------------------------------------------------------------------------------

# wanted GROUP STEP
wanted() { [[ -z $only || ",$only," == *",$1,"* || ",$only," == *",$1:$2,"* ]]; }

write_table() {
    {
        printf '<!-- SPDX-License-Identifier: Apache-2.0 -->\n# %s, %s\n\n' "$(date -u +%F)" "$title"
        cat "$work/machine"
        printf '\n| Step | Seconds | Limit | Result |\n|---|---:|---:|---|\n'
        cat "$work/rows"
    } >"$work/table"
    cp "$work/table" "$out/gpu_day.md"
}

# row GROUP NAME SECONDS LIMIT RESULT
row() {
    local result="${5//|/\\|}"
    printf '| %s: %s | %s | %s | %s |\n' "$1" "$2" "$3" "$4" "$result" >>"$work/rows"
    write_table
    printf '%-11s %-16s %4s s  %s\n' "$1" "$2" "$3" "$5"
}

# keep GROUP: its files as one archive; few files come back from such a machine, and no large ones.
keep() {
    local kept="$work/kept/$1" archive="$out/$1.tar.xz"
    mkdir -p "$kept"
    find "$out/now" -mindepth 1 -maxdepth 1 -exec mv -t "$kept" -- {} +
    rmdir "$out/now"
    [[ -n $(find "$kept" -type f -print -quit) ]] || return 0
    tar -C "$work/kept" -cf - "$1" | xz -1 -T0 >"$work/archive"
    cp "$work/archive" "$archive"
    (($(stat -c %s "$archive") <= most_file_mib << 20)) ||
        echo "$archive is larger than $most_file_mib MiB." | tee -a "$out/gpu_day.log"
}

# last_said: the last line that the step printed, for the table.
last_said() { grep -v '^[[:space:]]*$' "$work/said" | tail -n 1 | sed 's/^[[:space:]]*//' | cut -c 1-160 || true; }

# became CODE: an exit code of the engine or of `timeout`, in words.
became() {
    case "$1" in
        0) echo "measured" ;;
        1) echo "not everything was measured: $(last_said)" ;;
        77) echo "left out: $(last_said)" ;;
        3 | 124 | 137) echo "cut off; what was measured until then is kept" ;;
        *) echo "FAILED, exit code $1: $(last_said)" ;;
    esac
}

# seen CODE: whether the engine took a command line as it is typed, and began its record. Without a GPU
# it then says of each cell that there is none; what it would measure on the CPU is cut off.
seen() {
    case "$1" in
        0 | 1 | 77) echo "accepted as it is typed" ;;
        3 | 124 | 137)
            if [[ -s $work/seen.duelo ]]; then echo "accepted as it is typed"; else
                echo "FAILED: it began nothing in its time"
            fi
            ;;
        *) echo "FAILED, exit code $1: $(last_said)" ;;
    esac
}

# step GROUP NAME LIMIT JUDGE COMMAND...: whatever becomes of it, the next one begins.
step() {
    local group="$1" name="$2" limit="$3" judge="$4" begun=$SECONDS code=0 left result
    shift 4
    wanted "$group" "${name% small}" || return 0  # of a rehearsal both halves
    if [[ -n $no_gpu ]]; then
        row "$group" "$name" 0 "$limit" "not begun: $no_gpu"
        worst=1
        return 0
    fi
    left=$((total - SECONDS))
    if ((left < least_seconds)); then
        row "$group" "$name" 0 "$limit" "not begun: ${interrupted:+stopped; }no time is left for it"
        worst=1
        return 0
    fi
    ((limit <= left)) || limit=$left
    mkdir -p "$out/now"
    printf '\n== %s: %s (at most %s s)\n%s\n' "$group" "$name" "$limit" "${*@Q}" >>"$out/gpu_day.log"
    # In the background, so that a signal to this script ends it at once.
    timeout -k "$kill_after" "$limit" "$@" >"$work/said" 2>&1 </dev/null &
    child=$!
    { wait "$child" || code=$?; } 2>/dev/null  # bash would tell that it was killed
    [[ -z $interrupted ]] || { wait "$child" || true; code=3; }
    child=""
    cat "$work/said" >>"$out/gpu_day.log"
    result="$("$judge" "$code")"
    [[ $result == measured || $result == accepted* || $result == "left out"* ]] || worst=1
    row "$group" "$name" $((SECONDS - begun)) "$limit" "$result"
    keep "$group" || echo "Not all files of $group could be kept." | tee -a "$out/gpu_day.log"
}

# measure GROUP NAME LIMIT WORDS... / WORDS OF A SMALL PLAN FOR THE CPU...: a step of the engine, or both
# halves of its rehearsal. What a step writes into $out/now is kept.
measure() {
    local group="$1" name="$2" limit="$3" words=()
    shift 3
    while [[ $1 != / ]]; do
        words+=("$1")
        shift
    done
    shift
    if [[ $mode == run ]]; then
        step "$group" "$name" "$limit" became "${engine[@]}" "${words[@]}" --no-report --out "$out/now/$name.duelo"
        return 0
    fi
    rm -f "$work/seen.duelo"
    step "$group" "$name" "$glance_seconds" seen "${engine[@]}" "${words[@]}" --no-report --out "$work/seen.duelo"
    step "$group" "$name small" "$small_seconds" became "${engine[@]}" "$@" --preset quick --no-report \
        --out "$out/now/$name.duelo"
}
# shellcheck source-path=SCRIPTDIR source=gpu_day_steps.sh
source "$here/gpu_day_steps.sh"

# begin OUT: an empty folder, for it is told apart from nothing what lies there already.
begin() {
    out="$1"
    mkdir -p "$out"
    out="$(cd "$out" && pwd -P)"
    [[ -z $(find "$out" -mindepth 1 -print -quit) ]] || die "$out is not empty."
    work="$(mktemp -d)"
    trap 'rm -rf "$work"' EXIT
    trap 'interrupted=1 total=0; [[ -z $child ]] || kill "$child" 2>/dev/null || true' INT TERM HUP
    : >"$work/rows"
    : >"$out/gpu_day.log"
}

finish() {
    printf '\nTable: %s\n' "$out/gpu_day.md"
    exit "$worst"
}

[[ ${BASH_SOURCE[0]} == "$0" ]] || return 0

mode="" only="" total="" most_mib=64 places=() engine=() no_gpu="" worst=0
child="" interrupted="" # of the step that runs; whether a signal came
glance_seconds=6 small_seconds=120
while (($#)); do
    case "$1" in
        -h | --help)
            usage
            exit
            ;;
        --only | --total | --most)
            (($# > 1)) || die "$1 wants a value."
            case "$1" in
                --only) only="$2" ;;
                --total) total="$2" ;;
                --most) most_mib="$2" ;;
            esac
            shift 2
            ;;
        -*) die "There is no option $1." ;;
        *)
            if [[ -z $mode ]]; then mode="$1"; else places+=("$1"); fi
            shift
            ;;
    esac
done
[[ ${total:-1}$most_mib =~ ^[0-9]+$ ]] || die "--total and --most want whole numbers."
for group in ${only//,/ }; do
    [[ " ${groups[*]} " == *" ${group%%:*} "* ]] || die "There is no group $group; there are: ${groups[*]}"
done
case "$mode:${#places[@]}" in
    bundle:1) make_bundle "${places[0]}" ;;
    run:2)
        total="${total:-570}"
        title="$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1)" || title="no GPU"
        begin "${places[1]}"
        unpack "$(cd "${places[0]}" && pwd -P)"
        describe_machine >"$work/machine"
        no_gpu="$(lacks_gpu)"
        [[ -z $no_gpu ]] || echo "- **Nothing was measured: $no_gpu**" >>"$work/machine"
        all_steps
        finish
        ;;
    rehearse:1 | rehearse:2)
        total="${total:-3600}" title="a rehearsal without a GPU"
        begin "${places[0]}"
        engine=("$root/build/release/bin/duelo-engine" --lang en)
        [[ -z ${places[1]-} ]] || unpack "$(cd "${places[1]}" && pwd -P)"
        [[ -x ${engine[0]} ]] || die "There is no ${engine[0]}: packaging/dev.sh build makes it."
        describe_machine >"$work/machine"
        all_steps
        finish
        ;;
    *)
        usage >&2
        exit 2
        ;;
esac
