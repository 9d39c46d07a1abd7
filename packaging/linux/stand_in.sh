#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# stand_in.sh FOLDER PATTERN: for each library that one of FOLDER needs and whose name matches, one of
# that name with every function that is taken of it. All of them return 0: they open nothing.
set -euo pipefail
shopt -s inherit_errexit

needs() { objdump -p "$1" | awk '$1 == "NEEDED" { print $2 }'; }

for user in "$1"/*.so*; do
    for name in $(needs "$user"); do
        [[ $name =~ $2 && ! -e $1/$name ]] || continue
        library="$(ldd "$user" 2>/dev/null | awk -v name="$name" '$1 == name { print $3 }')"
        [[ -e $library ]] || { echo "$name, which $user needs, is not on this PC." >&2 && exit 1; }
        comm -12 <(nm -D --undefined-only "$user" | awk '{ sub(/@.*/, "", $2); print $2 }' | sort -u) \
            <(nm -D --defined-only "$library" | awk '{ sub(/@.*/, "", $3); print $3 }' | sort -u) |
            awk 'BEGIN { print ".text" }
                 { print ".globl " $1 "\n.type " $1 ", @function\n" $1 ":" }
                 END { print "xorl %eax, %eax\nret\n.section .note.GNU-stack,\"\",@progbits" }' |
            cc -shared -nostdlib -Wl,-soname,"$name" -Wl,--strip-all -x assembler -o "$1/$name" -
    done
done
