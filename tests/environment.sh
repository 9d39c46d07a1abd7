#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# environment.sh [NAME=VALUE...] PROGRAM [ARGUMENT...] runs a test with these variables and nothing
# else of who calls it: no language, time zone, desktop, display, theme, scale of letters, number of
# threads, folders or file mode of theirs can change what the test sees.
set -euo pipefail

# Where programs and temporary files are, and what people tell a test on purpose.
kept=(PATH LD_LIBRARY_PATH TMPDIR DUELO_ACCEPT_GOLDEN DUELO_FUZZ_SECONDS DUELO_FUZZ_SEED
    DUELO_PARITY_PYTHON DUELO_SHOW DUELO_TELL)
# One that is no folder is what a login that is over has left behind.
[[ -d ${TMPDIR:-} ]] || unset TMPDIR
variables=()
for name in "${kept[@]}"; do
    [[ ! -v $name ]] || variables+=("$name=${!name}")
done
umask 022
exec env -i "${variables[@]}" "$@"
