#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs each Linux package in a bare Debian, uses it there as a student would, and takes it away.
set -euo pipefail
shopt -s inherit_errexit
# shellcheck source=packaging/dev.sh
source "$(dirname "${BASH_SOURCE[0]}")/../dev.sh"

usage() {
    cat <<'EOT'
Usage: packaging/linux/prove.sh [lint|deb|tar|run|engine|twice|start|rebuilt...]

  lint     what lintian, appstreamcli and desktop-file-validate find
  deb, tar, run
           installed, used and taken away, each in a copy of one bare Debian (build/bare)
  engine   unpacked where there is no desktop either, and checking itself there with a LibTorch that
           lies elsewhere
  twice    packed once more: the same bytes
  start    how long the packaged programs take to start, against those of the build tree, with the
           files of both out of memory; and with them in it
  rebuilt  built and packed by another clone, seen in this folder's place, as the paths of sources
           stand in programs (hours without ccache): the same bytes

All but the last without arguments. Takes the packages of build/packages (packaging/dev.sh package),
as root.
EOT
}

packages="$root/build/packages"
bare="$root/build/bare"
user=student
home="/home/$user"  # there
# What every PC with a screen has, and the screen.
readonly desktop=(libx11-6 libgl1 libegl1 libfontconfig1 fonts-dejavu-core xz-utils bzip2
    xvfb xauth xdotool shared-mime-info desktop-file-utils)

make_bare() {
    [[ ! -e $bare/made ]] || return 0
    say "Making a bare Debian in build/bare"
    rm -rf "$bare"  # what was interrupted
    mkdir -p "$bare"
    debootstrap --variant=minbase bookworm "$bare/root" >"$bare/log" 2>&1 || die 1 "$(tail -n 3 "$bare/log")"
    inside "$bare/root" sh -c "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
        --no-install-recommends ${desktop[*]} && useradd -m $user" >>"$bare/log" 2>&1 ||
        die 1 "$(tail -n 3 "$bare/log")"
    touch "$bare/made"
}

# inside ROOT COMMAND...: there, with a /proc, a /dev and no display of ours.
inside() {
    local into="$1"
    shift
    # shellcheck disable=SC2016  # of the inner shell
    unshare --mount --pid --fork --propagation private bash -c '
        mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount --rbind /sys "$0/sys"
        cp /etc/resolv.conf "$0/etc/" 2>/dev/null || true
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$0" "$@"' "$into" "$@"
}

# as_student COMMAND: a line for sh, with nothing of root's.
as_student() {
    inside "$here" su - $user -c "export LANG=C.UTF-8; $1"
}

files_of() { (cd "$here" && find etc opt usr home root -xdev ! -path 'usr/share/mime/*' \
    ! -path 'etc/resolv.conf' ! -path '*/mimeinfo.cache' -printf '%y %p\n' | LC_ALL=C sort); }

# Each library finds all that it needs in that bare Debian; also those that a program loads itself.
# LibTorch for GPUs comes apart.
closed() {
    local lacks
    lacks="$(as_student "find \"$1/..\" -path '*duelo*' -type f \( -name '*.so*' -o -path '*/bin/duelo*' \) \
        -exec env LD_LIBRARY_PATH=\"$1/../lib/duelo\" ldd {} + 2>/dev/null" | sed -n '/not found/s/^[[:space:]]*//p' | sort -u)"
    [[ -z $lacks ]] || die 1 "Libraries are missing:" "$lacks"
    # And none in the folder where it is called.
    local folder
    for folder in "$here$1" "$here$1/../lib/duelo"; do
        lacks="$(python3 "$root/tests/lint/lint.py" runpaths --root "$folder")" || die 1 "$lacks"
    done
}

# used BIN: asks the engine, lets it check itself, measures, and opens the window, all from that folder.
used() {
    closed "$1"
    as_student "\"$1/duelo\" --version && \"$1/duelo-engine\" probe" | sed 's/^/    /'
    # All of what is shipped is there: LibTorch, oneDNN (compiled), weights, photographs, data.
    as_student "mkdir -p work && cd work && \"$1/duelo-engine\" self-test >checked.txt || cat checked.txt
        tail -n 1 checked.txt && grep -q '^.ok.*compiled' checked.txt" | sed 's/^/    /'
    as_student "cd work && \"$1/duelo-engine\" infer --out first.duelo >table.txt && cat table.txt &&
        \"$1/duelo-engine\" report first.duelo --format xlsx --out again.xlsx && test -s again.xlsx" |
        sed 's/^/    /'
    # Kernels' texts; and processes that meet over LibTorch's c10d.
    as_student "cd work && \"$1/duelo-engine\" emulate matmul --n 33 --kernels matmul1,matmul3 &&
        \"$1/duelo-engine\" train --model mlp --data digits --processes 2 --threads 1 --epochs 1 \
            --preset quick --out trained.duelo" >"$bare/log" 2>&1 || die 1 "$(tail -n 5 "$bare/log")"
    as_student "xvfb-run -a -s '-screen 0 1280x720x24' sh -c '
        \"$1/duelo\" work/first.duelo 2>window.txt & program=\$!
        for i in \$(seq 60); do xdotool search --onlyvisible --name Duelo >/dev/null 2>&1 && break; sleep 0.5; done
        xdotool search --onlyvisible --name Duelo getwindowname; found=\$?
        sleep 5; kill -0 \$program || found=1; kill \$program; wait \$program 2>/dev/null
        exit \$found'" | sed 's/^/    a window: /' || {
        cat "$here$home/window.txt" >&2
        die 1 "No window was seen."
    }
}

# Of a user who has run Duelo, only what is the user's stays.
check_rest() {
    local rest
    rm -rf "$here$home"/{work,window.txt,.config/duelo,.local/share/duelo,.cache,Documents}
    find "$here$home" -mindepth 1 -type d -empty -delete
    files_of >"$bare/after"
    rest="$(diff "$bare/before" "$bare/after" | grep '^[<>]')" || true
    [[ -z $rest ]] || die 1 "$1 left behind, or took away:" "$rest"
    say "$1: installed, used and removed without rest"
}

prove_lint() {
    desktop-file-validate "$root/packaging/linux/org.duelo.Duelo.desktop"
    appstreamcli validate --no-net "$root/build/release/packaging/org.duelo.Duelo.metainfo.xml"
    lintian --allow-root --fail-on error "$packages"/duelo_*.deb || die 1 "lintian has errors."
}

prove_deb() {
    cp "$packages"/duelo_*.deb "$here/tmp/duelo.deb"
    inside "$here" sh -c 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
        --no-install-recommends /tmp/duelo.deb' >"$bare/log" 2>&1 || die 1 "$(tail -n 5 "$bare/log")"
    used /usr/bin
    inside "$here" sh -c "test -e /usr/share/man/man1/duelo-engine.1.gz && update-mime-database /usr/share/mime"
    inside "$here" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get purge -y -q duelo' >"$bare/log" 2>&1
    # What came with it goes with it.
    [[ -z $(inside "$here" sh -c 'dpkg -L duelo 2>/dev/null; find / -xdev -path "*duelo*" ! -path "/proc/*" \
        ! -path "/home/*" ! -path "/tmp/*" ! -path "/var/*"') ]] || die 1 "The .deb left files behind."
    say "deb: installed, used and removed without rest"
}

prove_tar() {
    cp "$packages"/duelo-[0-9]*.tar.xz "$here/tmp/duelo.tar.xz"
    as_student 'mkdir "Año ñandú" && tar -xJf /tmp/duelo.tar.xz -C "Año ñandú" --strip-components 1'
    used "$home/Año ñandú/bin"
    as_student '"Año ñandú/setup.sh" install && test -e .local/share/applications/org.duelo.Duelo.desktop &&
        desktop-file-validate .local/share/applications/org.duelo.Duelo.desktop'
    as_student '"Año ñandú/setup.sh" remove'
    check_rest tar
}

# again OUT: whether the packages there have the bytes of those in build/packages.
same_bytes() {
    local differ
    differ="$(cd "$packages" && for file in duelo*; do
        [[ ! -e $1/$file ]] || cmp -s "$file" "$1/$file" || printf '%s\n' "$file"
    done)"
    [[ -z $differ ]] || die 1 "Made again, these packages differ from those of build/packages:" "$differ"
    say "The same bytes: $(cd "$1" && printf '%s ' duelo*)"
}

# Whatever formats there are.
made_formats() {
    (cd "$packages" && for file in duelo*; do
        case "$file" in
            *.deb) echo deb ;;
            duelo-engine-*linux*) echo engine ;;
            duelo-gpu-*) echo gpu ;;
            *linux*.tar.xz) echo tar ;;
            *.run) echo run ;;
        esac
    done)
}

prove_twice() {
    local formats
    mapfile -t formats < <(made_formats)
    rm -rf "$bare/again"
    DUELO_BUILT=1 DUELO_PACKAGES_DIR="$bare/again" "$root/packaging/package.sh" "${formats[@]}" >"$bare/log" 2>&1 ||
        die 1 "$(tail -n 5 "$bare/log")"
    same_bytes "$bare/again"
    rm -rf "$bare/again"
}

prove_rebuilt() {
    local clone="$root/build/rebuilt" formats
    mapfile -t formats < <(made_formats)
    rm -rf "$clone"
    git clone -q "$root" "$clone"
    mkdir "$clone/.deps"
    # shellcheck disable=SC2016  # of the inner shell
    unshare --mount --propagation private bash -c '
        mount --rbind "$1/.deps" "$0/.deps" && mount --rbind "$0" "$1" && shift && exec "$@"' \
        "$clone" "$root" "$root/packaging/package.sh" "${formats[@]}" ||
        die 1 "The clone in $clone could not be built."
    same_bytes "$clone/build/packages"
    rm -rf "$clone"
}

# seconds COLD COMMAND...: how long it takes, after the files of all programs have left memory where COLD is 1.
seconds() {
    local begin end cold="$1"
    shift
    if ((cold)); then
        sync
        echo 3 >/proc/sys/vm/drop_caches
    fi
    begin="$EPOCHREALTIME"
    "$@" >/dev/null 2>&1 || die 1 "It did not start: $*"
    end="$EPOCHREALTIME"
    printf '%s\n' $((${end/[.,]/} - ${begin/[.,]/}))
}

probe_of() { "$1/duelo-engine" probe; }

# From the start of the program to its window.
window_of() {
    local home="$bare/start/home" status=1
    XDG_CONFIG_HOME="$home" XDG_DATA_HOME="$home" XDG_RUNTIME_DIR="$home" "$1/duelo" 2>/dev/null &
    local program=$!
    for _ in $(seq 3000); do
        ! xdotool search --all --onlyvisible --pid "$program" --name Duelo >/dev/null 2>&1 || { status=0 && break; }
        kill -0 "$program" || break
        sleep 0.01
    done
    kill "$program"
    wait "$program" 2>/dev/null || true
    return "$status"
}

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# Turn by turn, so that whatever else the PC does meets both.
prove_start() {
    local packed="$bare/start/tree/bin" built="$root/build/release/bin" what cold display
    rm -rf "$bare/start"
    mkdir -p "$bare/start/"{tree,home}
    chmod 700 "$bare/start/home"
    tar -xJf "$(echo "$packages"/duelo-[0-9]*.tar.xz)" -C "$bare/start/tree" --strip-components 1
    # Else it starts anew whenever its last client goes, and a program that comes meanwhile is refused.
    exec 8< <(exec Xvfb -displayfd 1 -noreset -screen 0 1280x720x24 2>/dev/null)
    local screen=$!
    # shellcheck disable=SC2064  # of this screen
    trap "kill $screen" EXIT
    read -r display <&8
    export DISPLAY=":$display"
    for cold in 1 0; do
        for what in probe_of window_of; do
            : >"$bare/start/packed" && : >"$bare/start/built"
            for _ in $(seq 7); do
                seconds $cold $what "$packed" >>"$bare/start/packed"
                seconds $cold $what "$built" >>"$bare/start/built"
            done
            awk -v packed="$(median <"$bare/start/packed")" -v built="$(median <"$bare/start/built")" \
                -v what="$([[ $what == window_of ]] && echo 'a window' || echo 'duelo-engine probe')" \
                -v kind="$( ((cold)) && echo 'files from disk' || echo 'files in memory')" 'BEGIN {
                printf "    %s, %s: packaged %.2f s, build tree %.2f s, ratio %.2f%s\n", what, kind,
                    packed / 1e6, built / 1e6, packed / built, (packed > 1.3 * built ? ": MORE than 1.3" : "") }'
        done
    done
    trap - EXIT
    kill "$screen"
    exec 8<&-
    rm -rf "$bare/start"
}

prove_run() {
    cp "$packages"/duelo-*.run "$here/tmp/duelo.run"
    as_student 'sh /tmp/duelo.run --quiet'
    used "$home/.local/opt/duelo/bin"
    as_student 'sh /tmp/duelo.run --quiet && .local/opt/duelo/setup.sh remove'  # over itself, then away
    check_rest run
}

# A server: whatever else the engine needs is in its package.
prove_engine() {
    inside "$here" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get purge -y -q libx11-6 libglvnd0 \
        libfontconfig1 && DEBIAN_FRONTEND=noninteractive apt-get autoremove --purge -y -q' >"$bare/log" 2>&1 ||
        die 1 "$(tail -n 5 "$bare/log")"
    [[ -z $(find "$here/usr/lib" -name 'libGLX.so*' -o -name 'libX11.so*') ]] ||
        die 1 "There is still a desktop in the bare Debian."
    # As Python has them.
    mkdir -p "$here/srv/site/torch"
    cp -r "$root/.deps/site/torch/lib" "$here/srv/site/torch/"
    cp -r "$root/.deps/site/nvidia" "$here/srv/site/"
    cp "$packages"/duelo-engine-*linux*.tar.xz "$here/tmp/engine.tar.xz"
    as_student 'mkdir engine && tar -xJf /tmp/engine.tar.xz -C engine --strip-components 1
        DUELO_TORCH_LIB=/srv/site/torch/lib engine/run.sh self-test >checked.txt || { cat checked.txt; exit 1; }
        tail -n 1 checked.txt' | sed 's/^/    /'
    say "engine: checked itself on a PC without a desktop"
}

formats=("$@")
((${#formats[@]})) || formats=(lint deb tar run engine twice start)
for format in "${formats[@]}"; do
    if [[ ! $format =~ ^(lint|deb|tar|run|engine|twice|start|rebuilt)$ ]]; then
        usage >&2
        exit 2
    fi
done
((EUID == 0)) || die 2 "A bare Debian can only be made by root."
check_packages debootstrap lintian appstream desktop-file-utils xvfb xdotool
make_bare
here="$bare/here"
for format in "${formats[@]}"; do
    say "Trying $format"
    if [[ $format =~ ^(deb|tar|run|engine)$ ]]; then
        rm -rf "$here"
        cp -a "$bare/root" "$here"
        files_of >"$bare/before"
    fi
    "prove_$format"
done
rm -rf "$here"
