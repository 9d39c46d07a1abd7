#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy with the checks of .clang-tidy, over what has changed or over everything.
set -euo pipefail
shopt -s inherit_errexit
# shellcheck source=packaging/dev.sh
source "$(dirname "${BASH_SOURCE[0]}")/dev.sh"

usage() {
    cat <<'EOT'
Usage: packaging/tidy.sh [--all | FILE...]

Without arguments: the sources and headers that differ from origin/main (or, where that is
missing or the same, from the commit before), with what is not committed yet.

  --all   every source

Configures build/tidy and builds nothing in it but what Qt generates for tests.
Environment: as packaging/dev.sh.
EOT
}

tree="$root/build/tidy"
folders=(app engine ui tests)

# Unity builds list no file by itself, and clang-tidy cannot read GCC's precompiled headers.
configure_tree() {
    (cd "$root" && cmake --preset dev -B "$tree" -DCMAKE_UNITY_BUILD=OFF \
        -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DDUELO_WERROR=OFF)
}

# Tests include the .moc that Qt makes of them. Ninja would first build all that they link: of each
# it only tells the command.
generate() {
    local file name names=$'\n' output
    for file in "$@"; do
        name="$(sed -n 's/^#include "\(.*\.moc\)"$/\1/p' "$file")"
        names+="$name"$'\n'
    done
    ninja -C "$tree" -t targets all | sed -n 's/^\([^/ ][^ ]*\.moc\): .*/\1/p' |
        while IFS= read -r output; do
            if [[ $names == *$'\n'"${output##*/}"$'\n'* ]]; then
                ninja -C "$tree" -t commands -s "$output" | (cd "$tree" && bash)
            fi
        done
}

# The sources that CMake compiles here, relative to the root; nothing that is generated.
compiled() {
    python3 - "$root" "$tree/compile_commands.json" "${folders[@]}" <<'EOT'
import json, pathlib, sys
root = pathlib.Path(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as stream:
    names = {pathlib.Path(entry["file"]) for entry in json.load(stream)}
for name in sorted(names):
    if name.is_relative_to(root) and name.relative_to(root).parts[0] in sys.argv[3:]:
        print(name.relative_to(root))
EOT
}

# base: prints the commit with which the tree is compared.
base() {
    local common head
    head="$(git rev-parse HEAD)"
    common="$(git merge-base HEAD origin/main 2>/dev/null)" || common="$head"
    if [[ $common == "$head" ]]; then
        common="$(git rev-parse --verify --quiet HEAD~1)" || common="$head"
    fi
    printf '%s' "$common"
}

changed() {
    local commit
    commit="$(base)"
    {
        git diff --name-only --diff-filter=d "$commit" -- "${folders[@]}"
        git ls-files --others --exclude-standard -- "${folders[@]}"
    } | sort -u
}

# tidy FILE: prints what is wrong with it, and nothing otherwise. A header is compiled as the source
# that is most like it; it complains about "#pragma once" then, which is no mistake in a header.
tidy() {
    local output
    if output="$(clang-tidy --quiet -p "$tree" "$1" 2>&1)"; then
        return
    fi
    printf '%s\n' "==> $1" "$output"
    return 1
}

case "${1:-}" in
    -h | --help)
        usage
        exit
        ;;
    --all)
        (($# == 1)) || { usage >&2; exit 2; }
        ;;
    -*)
        usage >&2
        exit 2
        ;;
esac

set_up "${build_packages[@]}" clang-tidy
command -v clang-tidy >/dev/null ||
    die 2 "clang-tidy was not found: install the Debian package clang-tidy."
cd "$root"
configure_tree
exec 9>&-

mapfile -t sources < <(compiled)
wanted=()
if [[ ${1:-} == --all ]]; then
    wanted=("${sources[@]}")
else
    if (($#)); then
        candidates=("$@")
    else
        mapfile -t candidates < <(changed)
    fi
    listed=$'\n'"$(printf '%s\n' "${sources[@]}")"$'\n'
    for file in "${candidates[@]}"; do
        # A source that is not compiled here (another system's) would be read with wrong flags.
        if [[ $file == *.h || $listed == *$'\n'"$file"$'\n'* ]]; then
            wanted+=("$file")
        fi
    done
fi
if ((!${#wanted[@]})); then
    say "No source to look at"
    exit
fi

generate "${wanted[@]}"
say "clang-tidy over ${#wanted[@]} files"
export -f tidy
export tree
if printf '%s\0' "${wanted[@]}" | xargs -0 -n 1 -P "$(jobs)" bash -c 'tidy "$@"' tidy; then
    say "Nothing to complain about"
else
    exit 1
fi
