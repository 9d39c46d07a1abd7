#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Under Wine: the installer, silent and without an administrator, into a folder with accents; upgrade and
# removal; and what the engine promises on Windows. And that nothing is missing of what Windows' LibTorch
# and Qt import.
set -euo pipefail
shopt -s inherit_errexit
# shellcheck source=packaging/package.sh
source "$(dirname "${BASH_SOURCE[0]}")/../package.sh"

usage() {
    cat <<'EOT'
Usage: packaging/windows/prove.sh

Takes installer and ZIP of build/packages (packaging/package.sh windows; DUELO_STAGE as there). Wine stands in for Windows: what it
proves is the logic of installer and engine, not rights, drivers, or speed.
EOT
}

if [[ -n ${1:-} ]]; then
    usage
    exit
fi
check_packages wine64 wine nsis unzip python3-pip
setups=("$root"/build/packages/duelo-*-windows-x86_64-setup.exe)
setup="${setups[0]}"
[[ -e $setup ]] || die 1 "There is no installer in build/packages."
portable="${setup%-setup.exe}-portable.zip"
version="$(<"$root/packaging/VERSION")"
export SOURCE_DATE_EPOCH=0
home="$(mktemp -d)"
trap 'WINEPREFIX="$home/wine" wineserver -k 2>/dev/null || true; rm -rf "$home"' EXIT
export WINEPREFIX="$home/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" LANG=C.UTF-8 LC_ALL=C.UTF-8
unset DISPLAY WAYLAND_DISPLAY DUELO_LOCK_FILE
export XDG_RUNTIME_DIR="$home"

ran=0
failed=0
# passes NAME COMMAND...
passes() {
    local name="$1" output
    shift
    ran=$((ran + 1))
    if output="$("$@" 2>&1)"; then
        say "ok: $name"
    else
        failed=$((failed + 1))
        say "FAILED: $name" "$output"
    fi
}
key='Software\Microsoft\Windows\CurrentVersion\Uninstall\Duelo'
# has_key KEY [TEXT]: of one that is not there, reg tells that too.
has_key() { wine reg query "HKCU\\$1" 2>/dev/null | grep -q "${2:-HKEY_CURRENT_USER}"; }
engine() { timeout 300 wine "$installed/duelo-engine.exe" "$@"; }

# Cells that no PC without a GPU can measure make it 1: each says why.
measured() { engine "$@" || (($? == 1)); }

wineboot -i >/dev/null 2>&1
# In pieces, or Wine would put it into the quotes that /D does not take.
target=('/D=C:\Año' ñandú '€\Duelo')
installed="$WINEPREFIX/drive_c/Año ñandú €/Duelo"
# An older version, which had a file that the new one has not.
older="$home/older.exe"
mkdir "$home/older"
unzip -q "$portable" -d "$home/older"
rm "$home/older/Duelo/duelo.ini"
echo "of the older version" >"$home/older/Duelo/older.txt"
passes "an installer of an older version is made" make_installer "$home/older/Duelo" 0.0.1 "$older"
# timed NAME COMMAND...
timed() {
    local begin="$EPOCHREALTIME"
    passes "$@"
    local tenths=$(((${EPOCHREALTIME/[.,]/} - ${begin/[.,]/}) / 100000))
    say "    in $((tenths / 10)).$((tenths % 10)) s$( ((tenths <= 600)) || echo ', MORE than 60')"
}
timed "installs silently, without an administrator" wine "$older" /S "${target[@]}"
passes "Windows lists its version" has_key "$key" 0.0.1
passes "with what it brought" test -e "$installed/older.txt"
mkdir -p "$installed/results"
touch "$installed/results/mine.duelo" "$installed/duelo.ini"
timed "a newer one is installed over it" wine "$setup" /S
passes "where it was" test -x "$installed/duelo-engine.exe"
passes "Windows lists the new version" has_key "$key" "$version"
passes "what only the older one brought has gone" test ! -e "$installed/older.txt"
passes "results and settings have not" test -e "$installed/results/mine.duelo" -a -e "$installed/duelo.ini"
rm -r "$installed/results" "$installed/duelo.ini"
passes "the program is where it was asked for" test -x "$installed/duelo-engine.exe"
passes "Windows lists it" has_key "$key" Duelo
passes ".duelo files are known" has_key 'Software\Classes\.duelo' Duelo.Results
passes "it stands in the Start menu" \
    bash -c "find '$WINEPREFIX/drive_c/users' -name Duelo.lnk | grep -q ."

# No working folder may have more than 260 characters on Windows, but a file that is named may.
work="$WINEPREFIX/drive_c/Año ñandú €/trabajo"
long="$(printf 'largo%.0s' {1..40})/$(printf 'camino%.0s' {1..30})"
mkdir -p "$work/$long"
cd "$work"
probed() { engine probe --json >probe.json; }
passes "probe" probed
passes "probe names processor and memory" python3 -c '
import json
sheet = json.load(open("probe.json"))
assert sheet["machine"]["cpu"]["logical"] >= 1 and sheet["machine"]["cpu"]["name"], sheet["machine"]'
passes "pi" measured pi --preset quick --out "$long/pi.duelo"
passes "report" engine report "$long/pi.duelo" --format xlsx --out "informe ñ.xlsx"
passes "the workbook is one" python3 -c 'import zipfile; assert zipfile.ZipFile("informe ñ.xlsx").testzip() is None'
passes "transfer" measured transfer --preset quick --bytes 65536 --out transfer.duelo
passes "roofs" measured roofs --preset quick --kind fma,start --out roofs.duelo
# Programs of one's own: child processes, of which one does not end by itself.
passes "child processes" measured program --preset quick --command 'cmd /c echo ñandú' --out child.duelo
hung() {
    local status=0
    engine program --preset quick --command 'ping -n 3571 127.0.0.1' --limit 2 --out hung.duelo || status=$?
    ((status == 1)) || return 1
    ! pgrep -f -- '-n 3571 127'
}
passes "a child that hangs is ended, with what it has started" hung
passes "stopwatch" measured stopwatch --preset quick --out stopwatch.duelo
passes "schema" engine schema

# Killed in the middle: what was measured is there, and the run goes on where it stopped.
killed_and_resumed() {
    local before pid
    engine pi --preset standard --out killed.duelo >/dev/null 2>&1 &
    pid=$!
    for _ in $(seq 600); do
        [[ ! -e killed.duelo ]] || (($(wc -l <killed.duelo) < 4)) || break
        sleep 0.1
    done
    wine taskkill /F /IM duelo-engine.exe
    wait "$pid" || true
    before="$(wc -l <killed.duelo)"
    measured resume killed.duelo
    (($(wc -l <killed.duelo) > before))
}
passes "killed, then resumed" killed_and_resumed

# Ctrl+C: the engine ends by itself with 3, and its file goes on.
interrupted() {
    local pid status=0
    WINEDEBUG=-all wine "$installed/duelo-engine.exe" pi --preset strict --out stopped.duelo >/dev/null 2>&1 &
    pid=$!
    for _ in $(seq 600); do
        [[ ! -e stopped.duelo ]] || (($(wc -l <stopped.duelo) < 4)) || break
        sleep 0.1
    done
    kill -INT "$pid"
    wait "$pid" || status=$?
    ((status == 3)) || { echo "exit code $status" && return 1; }
    tail -n 1 stopped.duelo | grep '"status":"cancelled"'
}
passes "Ctrl+C" interrupted

# The portable one keeps its files beside itself, wherever it lies.
stick="$WINEPREFIX/drive_c/lápiz de memoria/$(printf 'carpeta%.0s' {1..10})"
mkdir -p "$stick"
unzip -q "$portable" -d "$stick"
passes "the portable one runs" timeout 300 wine "$stick/Duelo/duelo-engine.exe" probe

touch "$installed/results.txt"
passes "installs over itself" wine "$setup" /S
passes "removes silently" wine "$installed/uninstall.exe" /S
for _ in $(seq 100); do  # it works on in a copy of itself, and the registry comes last
    ! has_key 'Software\Classes\Duelo.Results' || sleep 0.2
done
passes "of the program nothing is left, of the user everything" \
    bash -c "[[ \$(find '$installed' -mindepth 1) == */results.txt ]]"
passes "Windows has forgotten it" bash -c "$(declare -f has_key); ! has_key '$key' && ! has_key 'Software\\Classes\\Duelo.Results'"

# Of the pinned wheels, what DueloInstall.cmake ships of LibTorch, and windeployqt of Qt.
closes() {
    local wheels="$deps/windows" stage="$home/stage" name
    unpack_windows_libtorch "$stage"  # windows.yml takes MSVC's own runtime
    for name in Core Gui Widgets Charts Network Svg OpenGL OpenGLWidgets; do
        unzip -qoj "$wheels"/PySide6_Addons-*.whl "PySide6/Qt6$name.dll" -d "$stage" 2>/dev/null ||
            unzip -qoj "$wheels"/PySide6_Essentials-*.whl "PySide6/Qt6$name.dll" -d "$stage"
    done
    for name in platforms styles imageformats iconengines tls networkinformation generic; do
        unzip -qo "$wheels"/PySide6_Essentials-*.whl "PySide6/plugins/$name/*" -d "$stage"
    done
    rm -f "$stage"/PySide6/plugins/imageformats/qpdf.dll  # of a module that Duelo has not
    cp "$installed/duelo-engine.exe" "$stage" 2>/dev/null || unzip -qoj "$portable" Duelo/duelo-engine.exe -d "$stage"
    python3 "$root/packaging/windows/closure.py" "$stage"
    # It bites.
    rm "$stage/c10.dll"
    ! python3 "$root/packaging/windows/closure.py" "$stage"
}
passes "every library of LibTorch, Qt and the engine is shipped or Windows' own" closes
passes "of the same Qt that windows.yml builds with" \
    grep -q "QT_VERSION: $(sed -n 's/^pyside6-essentials==\([0-9.]*\) .*/\1/p' "$root/packaging/windows/closure.lock")" \
    "$root/.github/workflows/windows.yml"
passes "of the same commit of vcpkg" grep -q "VCPKG_COMMIT: $(python3 -c \
    'import json, sys; print(json.load(open(sys.argv[1]))["builtin-baseline"])' "$root/packaging/windows/vcpkg.json")" \
    "$root/.github/workflows/windows.yml"
packed_again() {
    env -u SOURCE_DATE_EPOCH DUELO_BUILT=1 DUELO_PACKAGES_DIR="$home/again" "$root/packaging/package.sh" windows &&
        cmp "$setup" "$home/again/${setup##*/}" && cmp "$portable" "$home/again/${portable##*/}"
}
passes "packed once more, the same bytes" packed_again
mkdir "$home/portable"
unzip -q "$portable" -d "$home/portable"
passes "programs say version, code page and long paths" \
    python3 "$root/packaging/windows/facts.py" "$version" "$home"/portable/Duelo/*.exe
passes "the installer too" python3 "$root/packaging/windows/facts.py" --installer "$version" "$setup"
printf '%d passed, %d failed\n' "$((ran - failed))" "$failed"
exit $((failed > 0))
