#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs each Linux package in a bare Debian, uses it there as a student would, and takes it away.
set -euo pipefail
shopt -s inherit_errexit
# shellcheck source=packaging/dev.sh
source "$(dirname "${BASH_SOURCE[0]}")/../dev.sh"

usage() {
    cat <<'EOT'
Usage: packaging/linux/prove.sh [lint|deb|tar|run...]

  lint  what lintian, appstreamcli and desktop-file-validate find

Takes the packages of build/packages (packaging/dev.sh package), as root. The bare Debian is made once,
in build/bare; each package gets a copy of it.
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

# used BIN: asks the engine, measures, and opens the window, all from that folder.
used() {
    as_student "\"$1/duelo-engine\" probe" | sed 's/^/    /'
    as_student "mkdir -p work && cd work &&
        \"$1/duelo-engine\" infer --preset quick --size 224 --batch 1 --out first.duelo >table.txt &&
        \"$1/duelo-engine\" report first.duelo --format xlsx --out again.xlsx &&
        tail -n 4 table.txt && test -s again.xlsx" | sed 's/^/    /'
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

prove_run() {
    cp "$packages"/duelo-*.run "$here/tmp/duelo.run"
    as_student 'sh /tmp/duelo.run --quiet'
    used "$home/.local/opt/duelo/bin"
    as_student 'sh /tmp/duelo.run --quiet && .local/opt/duelo/setup.sh remove'  # over itself, then away
    check_rest run
}

formats=("$@")
((${#formats[@]})) || formats=(lint deb tar run)
for format in "${formats[@]}"; do
    if [[ ! $format =~ ^(lint|deb|tar|run)$ ]]; then
        usage >&2
        exit 2
    fi
done
((EUID == 0)) || die 2 "A bare Debian can only be made by root."
check_packages debootstrap lintian appstream desktop-file-utils
make_bare
here="$bare/here"
for format in "${formats[@]}"; do
    rm -rf "$here"
    cp -a "$bare/root" "$here"
    files_of >"$bare/before"
    say "Trying $format"
    "prove_$format"
done
rm -rf "$here"
