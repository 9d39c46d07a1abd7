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
    [ -f "$1/$list" ] || fail "$1 holds no Duelo that was installed by this program."
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

install_into() {
    case $1 in
        /*) to=$1 ;;
        *) to=$PWD/$1 ;;
    esac
    if [ -f "$here/tree.tar.xz" ]; then
        [ ! -e "$to/$list" ] || delete "$to"
        if [ -d "$to" ] && [ -n "$(find "$to" -mindepth 1 -maxdepth 1 ! -name bin | head -n 1)" ]; then
            fail "$to holds other files. Name a folder that is new or empty."
        fi
        if ! { mkdir -p "$to" && tar -xJf "$here/tree.tar.xz" -C "$to" --strip-components 1; }; then
            fail "Duelo could not be unpacked into $to; the reason stands above."
        fi
    else
        to=$here  # an archive that is unpacked already is only put into the menu
    fi
    mkdir -p "$(dirname "$entry")" "$(dirname "$mime")" "$(dirname "$icon")"
    quoted=$(printf '%s' "$to/bin/duelo" | sed 's/[\\"`$]/\\\\&/g; s/%/%%/g')
    awk -v exec="Exec=\"$quoted\" %F" '/^Exec=/ { print exec; next } { print }' \
        "$to/share/applications/$id.desktop" >"$entry"
    cp "$to/share/mime/packages/$id.xml" "$mime"
    cp "$to/share/icons/hicolor/scalable/apps/$id.svg" "$icon"
    refresh
    echo "Duelo is in $to and in the menu. \"$to/setup.sh\" remove takes it away."
}

case ${1-} in
    install) install_into "${2:-${DUELO_FOLDER:-$HOME/.local/opt/duelo}}" ;;
    remove)
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
        ;;
    *)
        usage
        [ "${1-}" = --help ] || exit 2
        ;;
esac
