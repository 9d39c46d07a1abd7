#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bindings_test.sh CPP SYMBOLS compares what tensor_proof prints with each binding of engine/tensor, digit
# for digit, and proves that the binding by symbols names an operation that LibTorch lacks.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
# LibTorch's C interface writes the text of an error to standard error.
"$1" >"$folder/cpp" 2>/dev/null
"$2" >"$folder/symbols" 2>/dev/null
diff "$folder/cpp" "$folder/symbols"
[[ $(tail -n 1 "$folder/cpp") == all ]]
"$2" lacking | grep -F 'LibTorch lacks duelo_lacking_operator; Duelo needs LibTorch 2.11.0'
