#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Puts Duelo into a folder and into the menu of this user, or takes it away again. Needs no root.
set -eu

usage() {
    cat <<'EOT'
Usage: setup.sh install [FOLDER] | remove

  install   into FOLDER, ~/.local/opt/duelo if none is named, and into the menu;
            an older Duelo there is replaced
  remove    this Duelo, and from the menu; results, settings and files of yours stay
EOT
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
share=${XDG_DATA_HOME:-$HOME/.local/share}
id=org.duelo.Duelo
list=share/duelo/files.txt
entry=$share/applications/$id.desktop
mime=$share/mime/packages/$id.xml
icon=$share/icons/hicolor/scalable/apps/$id.svg

fail() {
    printf 'setup.sh: %s\n' "$@" >&2
    exit 1
}

refresh() {
    update-desktop-database -q "$share/applications" 2>/dev/null || true
    [ ! -d "$share/mime" ] || update-mime-database "$share/mime" >/dev/null 2>&1 || true
    gtk-update-icon-cache -q -t "$share/icons/hicolor" 2>/dev/null || true
}

# delete FOLDER: what came with Duelo, and the folders that are empty then.
delete() {
    [ -s "$1/$list" ] || fail "$1 holds no Duelo that was installed by this program."
    (
        cd "$1"
        while IFS= read -r file; do rm -f -- "$file"; done <"$list"
        rm -f -- "$list"
        for folder in bin lib share; do
            [ ! -d "$folder" ] || find "$folder" -depth -type d -exec rmdir {} + 2>/dev/null || true
        done
    )
    rmdir -- "$1" 2>/dev/null || true
}

# check_room FOLDER: whether what is packed here fits there. A user's quota is not seen.
check_room() {
    command -v xz >/dev/null || fail "The program xz is missing, which unpacks Duelo (package xz-utils)."
    needed=$(LC_ALL=C xz --robot --list "$here/tree.tar.xz" | awk '/^totals/ { print int($5 / 1e6 * 1.05) + 2 }')
    free=$(LC_ALL=C df -Pk -- "$1" | awk 'NR == 2 { print int($4 * 1024 / 1e6) }')
    [ "${free:-$needed}" -ge "$needed" ] ||
        fail "There is no room in $1: Duelo needs $needed MB and $free MB are free. Nothing was changed."
}

# unpack FOLDER: into a folder of its own there, so that whatever goes wrong changes nothing; then into place.
unpack() {
    new=$1/.duelo-setup
    if [ -d "$1" ] && [ ! -e "$1/$list" ] &&
        [ -n "$(find "$1" -mindepth 1 -maxdepth 1 ! -name bin ! -name .duelo-setup | head -n 1)" ]; then
        fail "$1 holds other files. Name a folder that is new or empty."
    fi
    trap 'rm -rf -- "$new"; rmdir -- "${new%/*}" 2>/dev/null || true' EXIT
    trap 'exit 1' HUP INT TERM
    rm -rf -- "$new"  # of a setup that was interrupted
    mkdir -p -- "$1" || fail "The folder $1 could not be made; the reason stands above."
    check_room "$1"
    { mkdir -- "$new" && tar -xJf "$here/tree.tar.xz" -C "$new" --strip-components 1; } ||
        fail "Duelo could not be unpacked into $1; the reason stands above. Nothing was changed."
    [ -x "$new/bin/duelo-engine" ] ||
        fail "No program may be started from $1, as its file system is mounted so (noexec)." \
            "Name another folder. Nothing was changed."
    [ ! -s "$1/$list" ] || delete "$1"
    # The list comes first: with it, Duelo can be taken away.
    mkdir -p -- "$1/${list%/*}" && mv -f -- "$new/$list" "$1/$list" && (
        cd "$new"
        find . -type d -exec sh -c 'cd "$0" && mkdir -p -- "$@"' "$1" {} + &&
            find . -type f -exec sh -c 'for file; do mv -f -- "$file" "$0/$file" || exit 1; done' "$1" {} +
    ) || fail "Duelo could not be moved into $1; the reason stands above. Start setup again."
    rm -rf -- "$new"
    trap - EXIT HUP INT TERM
}

enter_menu() {
    mkdir -p "$(dirname "$entry")" "$(dirname "$mime")" "$(dirname "$icon")" || return
    quoted=$(printf '%s' "$to/bin/duelo" | sed 's/[\\"`$]/\\\\&/g; s/%/%%/g')
    awk -v exec="Exec=\"$quoted\" %F" '/^Exec=/ { print exec; next } { print }' \
        "$to/share/applications/$id.desktop" >"$entry" &&
        cp "$to/share/mime/packages/$id.xml" "$mime" &&
        cp "$to/share/icons/hicolor/scalable/apps/$id.svg" "$icon"
}

install_into() {
    case $1 in
        /*) to=$1 ;;
        *) to=$PWD/$1 ;;
    esac
    if [ -f "$here/tree.tar.xz" ]; then
        unpack "$to"
    else
        to=$here  # an archive that is unpacked already is only put into the menu
    fi
    if ! enter_menu; then
        rm -f -- "$entry" "$mime" "$icon"
        fail "Duelo is in $to, but could not be put into the menu; the reason stands above." \
            "Start \"$to/bin/duelo\", or try \"$to/setup.sh\" install again."
    fi
    refresh
    echo "Duelo is in $to and in the menu. \"$to/setup.sh\" remove takes it away."
}

case ${1-} in
    install) install_into "${2:-${DUELO_FOLDER:-$HOME/.local/opt/duelo}}" ;;
    remove)
        [ -s "$here/$list" ] || fail "$here holds no Duelo that was installed by this program."
        rm -f -- "$entry" "$mime" "$icon"
        # What update-mime-database made of the types of this user goes when there are none left.
        if rmdir -- "$share/mime/packages" 2>/dev/null; then rm -rf -- "$share/mime"; fi
        refresh
        # The same for what update-desktop-database made.
        [ "$(ls -A "$share/applications" 2>/dev/null)" != mimeinfo.cache ] ||
            rm -rf -- "$share/applications"
        icons=$share/icons/hicolor
        if rmdir -- "$icons/scalable/apps" "$icons/scalable" 2>/dev/null &&
            [ "$(ls -A "$icons")" = icon-theme.cache ]; then
            rm -rf -- "$icons"
        fi
        delete "$here"
        [ ! -d "$here" ] || echo "Duelo has gone from $here; what is left there is yours."
        ;;
    *)
        usage
        [ "${1-}" = --help ] || exit 2
        ;;
esac
