#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds what dev.sh does not: another compiler, and the tree without one of its parts.
set -euo pipefail
shopt -s inherit_errexit
# shellcheck source=packaging/dev.sh
source "$(dirname "${BASH_SOURCE[0]}")/dev.sh"

usage() {
    cat <<'EOT'
Usage: packaging/variants.sh [--build-only] [VARIANT...]

Builds each variant (all without any) in build/variant-VARIANT and runs its quick tests.

  clang        the whole tree with Clang
  no-pch       every file by itself, without precompiled headers: finds includes that are missing
  no-torch     without LibTorch: the engine measures what needs none
  no-vision    without photographs
  no-window    the engine alone
  canvas       the window with Qt's base alone, charts by Duelo's own canvas; runs the window's tests
  window-asan  the window under the sanitizers of addresses and undefined behaviour; runs its tests
  threads      what has several threads under the thread sanitizer; runs its tests
  by-symbols   finds LibTorch's functions by name in all programs; runs the tests that use LibTorch

  --build-only  runs no tests

Environment: as packaging/dev.sh.
EOT
}

all_variants=(clang no-pch no-torch no-vision no-window canvas window-asan threads by-symbols)
quick_labels='^(unit|lint)$'

# settings VARIANT: prints its CMake arguments, one a line.
settings() {
    case "$1" in
        # Clang remembers when its precompiled header's files were written, and would refuse one
        # that ccache brings back.
        clang)
            printf '%s\n' -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
                '-DCMAKE_CXX_FLAGS=-Xclang -fno-pch-timestamp'
            ;;
        no-pch) printf '%s\n' -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_UNITY_BUILD=OFF ;;
        no-torch) printf '%s\n' -DDUELO_TORCH=OFF ;;
        no-vision) printf '%s\n' -DDUELO_VISION=OFF ;;
        no-window) printf '%s\n' -DDUELO_WINDOW=OFF ;;
        canvas)
            printf '%s\n' -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Charts=ON \
                -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Svg=ON -DDUELO_TORCH=OFF
            ;;
        window-asan) printf '%s\n' -DDUELO_WINDOW=AUTO ;;
        by-symbols) printf '%s\n' -DDUELO_TENSOR_BY_SYMBOLS=ON ;;
    esac
}

# Each step ends the variant when it fails: called in a condition, where "set -e" does nothing.
build_variant() {
    local tree="build/variant-$1" preset=release arguments target=all
    case "$1" in
        window-asan) preset=asan ;;
        threads) preset=tsan target=threaded_tests ;;
    esac
    mapfile -t arguments < <(settings "$1")
    say "Building the variant $1"
    cd "$root" && cmake --preset "$preset" -B "$tree" "${arguments[@]}" &&
        cmake --build "$tree" --parallel "$(jobs)" --target "$target"
}

# The lock of dev.sh is not passed on: what a test leaves running must not keep it.
test_variant() {
    local which=(--label-regex "$quick_labels")
    case "$1" in
        threads) which=(--label-exclude '^nightly$') ;;
        canvas | window-asan) which=(--label-regex '^gui$') ;;
        no-torch) which=(--label-regex '^(unit|lint|engine)$') ;;  # few, and only here is this program built
        by-symbols)
            say "By symbols these tests are left out:"
            printf '    %s\n' "tst_ranks: c10d, which adds up over processes, has C++ classes alone" \
                "tst_library_use: counts calls of the dispatcher, past which oneDNN's kernels are called here" \
                "label tensor: compares with the binding in C++, or would run the same test twice" \
                "label sanitized: needs no LibTorch"
            which=(--label-exclude '^(lint|sanitized|tensor)$' --exclude-regex '^tst_(ranks|library_use)$')
            ;;
    esac
    "${unrandomised[@]}" ctest --test-dir "$root/build/variant-$1" "${which[@]}" --output-on-failure \
        --no-tests=error --parallel "$(jobs)" 9>&-
}

tests=1
variants=()
for argument in "$@"; do
    case "$argument" in
        --build-only) tests=0 ;;
        -h | --help)
            usage
            exit
            ;;
        *)
            if [[ " ${all_variants[*]} " != *" $argument "* ]]; then
                usage >&2
                exit 2
            fi
            variants+=("$argument")
            ;;
    esac
done
((${#variants[@]})) || variants=("${all_variants[@]}")

packages=("${build_packages[@]}" "${test_packages[@]}")
if [[ " ${variants[*]} " == *" clang "* ]]; then
    packages+=(clang)
fi
set_up "${packages[@]}"
make_locales
make_fonts

failed=0
summary=()
for variant in "${variants[@]}"; do
    start=$SECONDS
    if ! (build_variant "$variant"); then
        result="FAILED to build"
    elif ((!tests)); then
        result="built"
    elif test_variant "$variant"; then
        result="built, tests passed"
    else
        result="tests FAILED"
    fi
    [[ $result != *FAILED* ]] || failed=1
    summary+=("$(printf '%-12s %s (%d s)' "$variant" "$result" "$((SECONDS - start))")")
done
say "Variants:"
printf '    %s\n' "${summary[@]}"
exit "$failed"
