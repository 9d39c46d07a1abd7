#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Under Wine: the installer, silent and without an administrator, into a folder with accents; upgrade and
# removal; and what the engine promises on Windows.
set -euo pipefail
shopt -s inherit_errexit
# shellcheck source=packaging/dev.sh
source "$(dirname "${BASH_SOURCE[0]}")/../dev.sh"

usage() {
    cat <<'EOT'
Usage: packaging/windows/prove.sh

Takes the installer of build/packages (packaging/package.sh windows). Wine stands in for Windows: what it
proves is the logic of installer and engine, not rights, drivers, or speed.
EOT
}

if [[ -n ${1:-} ]]; then
    usage
    exit
fi
packages=(wine64 wine xvfb)
check_packages "${packages[@]}"
setups=("$root"/build/packages/duelo-*-windows-x86_64-setup.exe)
setup="${setups[0]}"
[[ -e $setup ]] || die 1 "There is no installer in build/packages."
home="$(mktemp -d)"
trap 'WINEPREFIX="$home/wine" wineserver -k 2>/dev/null || true; rm -rf "$home"' EXIT
export WINEPREFIX="$home/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" LANG=C.UTF-8 LC_ALL=C.UTF-8
unset DISPLAY WAYLAND_DISPLAY
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
has_key() { wine reg query "HKCU\\$1" 2>/dev/null | grep -q "${2:-.}"; }
engine() { timeout 300 wine "$installed/duelo-engine.exe" "$@"; }

# Cells that no PC without a GPU can measure make it 1: each says why.
measured() { engine "$@" || (($? == 1)); }

wineboot -i >/dev/null 2>&1
# In pieces, or Wine would put it into the quotes that /D does not take.
target=('/D=C:\Año' ñandú '€\Duelo')
installed="$WINEPREFIX/drive_c/Año ñandú €/Duelo"
started=$SECONDS
passes "installs silently, without an administrator" wine "$setup" /S "${target[@]}"
say "installed in $((SECONDS - started)) s"
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
passes "roofs" measured roofs --preset quick --out roofs.duelo
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

touch "$installed/results.txt"
passes "installs over itself" wine "$setup" /S
passes "the upgrade went where it was" test -x "$installed/duelo-engine.exe"
passes "removes silently" wine "$installed/uninstall.exe" /S
for _ in $(seq 100); do [[ ! -e $installed/duelo-engine.exe ]] || sleep 0.1; done  # works on in a copy
sleep 1
passes "of the program nothing is left, of the user everything" \
    bash -c "[[ \$(find '$installed' -mindepth 1) == */results.txt ]]"
passes "Windows has forgotten it" bash -c "$(declare -f has_key); ! has_key '$key' && ! has_key 'Software\\Classes\\Duelo.Results'"
printf '%d passed, %d failed\n' "$((ran - failed))" "$failed"
exit $((failed > 0))
