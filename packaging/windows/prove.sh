#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Under Wine, as a student would: setup, window, engine, class, removal. Wine stands in for Windows.
set -euo pipefail
shopt -s inherit_errexit
# shellcheck source=packaging/package.sh
source "$(dirname "${BASH_SOURCE[0]}")/../package.sh"

usage() {
    cat <<'EOT'
Usage: packaging/windows/prove.sh [STAGE...]

Takes installer and ZIP of build/packages (packaging/package.sh windows). Without a stage it goes through all:
  setup     the installer: over an older and a running version, without room or rights, in a folder with accents
  engine    self-test, photographs, networks, training, kernels, own programs; killed and resumed; the outputs
            of build/release on this Linux beside them, within the limits of tests/parity/README.md
  window    opened under Xvfb; the start page's button, until the table is there; PDF, Excel and a ZIP to hand in
  class     36 files, by the command and in the window
  remove    nothing of the program stays, everything of the user's
  files     every import is there, versions and manifests say what they should, packed again the same bytes
A step that cannot run has failed: none is skipped. Only the run without a stage writes "whole" into
build/packages/proof/log.txt, where the pictures of the window lie too. It proves the logic of setup, engine and
window, not rights, drivers or speed.

Environment: DUELO_STAGE=DIR  the stages engine, window and class take this folder, which "cmake --install" has
                              filled, in place of an installed package
EOT
}

all_stages=(setup engine window class remove files)
packages="${DUELO_PACKAGES_DIR:-$root/build/packages}"
proof="$packages/proof"
version="$(<"$root/packaging/VERSION")"
setup="$packages/duelo-$version-windows-x86_64-setup.exe"
portable="${setup%-setup.exe}-portable.zip"
helper="$root/packaging/windows/proof.py"
ours="$root/build/release/bin/duelo-engine"  # what Linux computes
key='Software\Microsoft\Windows\CurrentVersion\Uninstall\Duelo'
sources=(engine app ui resources CMakeLists.txt CMakePresets.json packaging ':!packaging/linux'
    ':!packaging/windows/prove*' ':!packaging/windows/proof.py')
ran=0
failed=0

# log LINE...: said here, and kept.
log() { printf '%s\n' "$@" | tee -a "$proof/log.txt"; }

# passes NAME COMMAND...
passes() {
    local name="$1" output begin="$EPOCHREALTIME" tenths status=0
    shift
    ran=$((ran + 1))
    output="$("$@" 2>&1)" || status=$?
    tenths=$(((${EPOCHREALTIME/[.,]/} - ${begin/[.,]/}) / 100000))
    if ((status == 0)); then
        log "ok: $name ($((tenths / 10)).$((tenths % 10)) s)"
    else
        failed=$((failed + 1))
        log "FAILED: $name" "$(tail -n 25 <<<"$output")"
    fi
}
fails() { ! "$@"; }

# Of a key that is not there, reg tells that too.
has_key() { wine reg query "HKCU\\$1" 2>/dev/null | grep -qa "${2:-HKEY_CURRENT_USER}"; }
forgotten() {  # an uninstaller works on in a copy of itself, and the registry comes last
    for _ in {1..100}; do
        has_key "$1" || return 0
        sleep 0.2
    done
    return 1
}
engine() { timeout 600 wine "$installed/duelo-engine.exe" "$@"; }
measured() { engine "$@"; }
# A cell that this PC cannot measure makes it 1, and says why.
measured_or_told() {
    local status=0
    engine "${@:2}" --out "$1" || status=$?
    ((status == 0)) && return
    ((status == 1)) && grep -a '"status":"skipped"' "$1" | grep -qa '"reason":{'
}
ends_with() {
    local status=0
    "${@:2}" || status=$?
    ((status == $1)) || { echo "exit code $status" && return 1; }
}
holds_line() { grep -q "$1" "$2"; }

# until SECONDS COMMAND...
until_so() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < end)) || return 1
        sleep 0.3
    done
}

# fresh FILE SOURCE...: nothing that is tried may be older than what it is made of.
fresh() {
    local newest
    [[ -e $1 ]] || { echo "$1 is not there: packaging/package.sh windows makes it." && return 1; }
    newest="$(git -C "$root" ls-files -z -- "${@:2}" ':!*.md' |
        (cd "$root" && xargs -0 stat -c '%Y %n' --) | sort -n | tail -n 1)"
    (($(stat -c %Y "$1") >= ${newest%% *})) || { echo "$1 is older than ${newest#* }." && return 1; }
}

finish() {
    WINEPREFIX="$home/wine" wineserver -k 2>/dev/null || true
    [[ -z ${screen:-} ]] || kill "$screen" 2>/dev/null || true
    umount "$home"/{share,small,lab} 2>/dev/null || true
    rm -rf "$home"
}

begin() {
    check_packages wine64 wine nsis unzip zip python3-pip xvfb xdotool xclip imagemagick
    home="$(mktemp -d)"
    trap finish EXIT
    mkdir -p "$proof" "$home"/{casa,share,small,lab}
    : >"$proof/log.txt"
    export WINEPREFIX="$home/wine" WINEDEBUG=-all LANG=C.UTF-8 LC_ALL=C.UTF-8 HOME="$home/casa" XDG_RUNTIME_DIR="$home"
    # Microsoft's own runtime in place of Wine's. Wine 8 cannot bind threads to cores, which Windows can.
    export WINEDLLOVERRIDES="mscoree,mshtml=;msvcp140,msvcp140_1,msvcp140_2,vcruntime140,vcruntime140_1=n"
    export KMP_AFFINITY=disabled
    # Of what Linux computes beside it.
    export XDG_CONFIG_HOME="$home/casa" XDG_DATA_HOME="$home/casa"
    unset DISPLAY WAYLAND_DISPLAY DUELO_LOCK_FILE
    wineboot -i >/dev/null 2>&1
    c="$WINEPREFIX/drive_c/Año ñandú €"
    installed="$c/Duelo"
    results="$c/Resultados"
    work="$c/trabajo"
    # No working folder may have more than 260 characters on Windows, but a file that is named may.
    long="$(printf 'largo%.0s' {1..40})/$(printf 'camino%.0s' {1..30})"
    mkdir -p "$work/$long"
    cd "$work"
}

# What the stages but "setup" use, where that has not put it there.
need_installed() {
    [[ ! -e $installed/duelo-engine.exe ]] || return 0
    if [[ -n ${DUELO_STAGE:-} ]]; then
        passes "what DUELO_STAGE holds is not older than its sources" fresh "$DUELO_STAGE/duelo-engine.exe" engine app
        cp -r "$DUELO_STAGE" "$installed"
        printf '[General]\nresults_folder="C:/Año ñandú €/Resultados"\n' >"$installed/duelo.defaults.ini"
    else
        passes "the installer is not older than its sources" fresh "$setup" "${sources[@]}"
        passes "it installs" install "$setup"
    fi
}

# In pieces, or Wine would put it into the quotes that /D does not take.
install() { timeout 300 wine "$1" /S "${@:2}" '/RESULTS=C:\Año ñandú €\Resultados' '/D=C:\Año' ñandú '€\Duelo'; }

# ---- setup ----

make_older() {
    local SOURCE_DATE_EPOCH=0
    export SOURCE_DATE_EPOCH
    mkdir "$home/older"
    unzip -q "$portable" -d "$home/older"
    rm "$home/older/Duelo/duelo.ini"
    echo "of the older version" >"$home/older/Duelo/older.txt"
    make_installer "$home/older/Duelo" 0.0.1 "$home/older.exe"
}
# A teacher's share: nobody may write there.
shared() {
    mount -t tmpfs tmpfs "$home/share" || { echo "Only root can make a share and a small disk." && return 1; }
    cp "$home/older.exe" "$setup" "$home/share/" && mount -o remount,ro "$home/share" && fails touch "$home/share/x"
}
while_it_runs() {
    local pid version_before status=0
    wine "$installed/duelo-engine.exe" pi --preset strict --out running.duelo >/dev/null 2>&1 &
    pid=$!
    until_so 60 test -s running.duelo
    version_before="$(md5sum <"$installed/duelo-engine.exe")"
    ends_with 3 timeout 300 wine "$setup" /S || status=1
    wine taskkill /F /IM duelo-engine.exe
    wait "$pid" || true
    ((status == 0)) && [[ -s running.duelo && $(md5sum <"$installed/duelo-engine.exe") == "$version_before" ]] &&
        [[ -e $installed/older.txt && ! -e $installed/duelo-setup.tmp ]]
}
without_room() {
    mount -t tmpfs -o size=1m tmpfs "$home/small" && ln -s "$home/small" "$WINEPREFIX/dosdevices/s:" &&
        ends_with 6 timeout 300 wine "$setup" /S '/D=S:\Duelo' && [[ -z $(ls -A "$home/small") ]]
}
of_a_user() {
    x86_64-w64-mingw32-gcc-posix -O1 -static "$root/packaging/windows/without_rights.c" -o "$home/without_rights.exe"
    ends_with 5 timeout 60 wine "$home/without_rights.exe" "$(winepath -w "$setup")" /S /ALLUSERS
}
for_everybody() {
    timeout 300 wine "$setup" /S /ALLUSERS && [[ -e $WINEPREFIX/drive_c/Program\ Files/Duelo/duelo.exe ]] &&
        wine reg query 'HKLM\Software\Classes\.duelo' | grep -qa Duelo.Results &&
        wine "$WINEPREFIX/drive_c/Program Files/Duelo/uninstall.exe" /S &&
        until_so 30 test ! -e "$WINEPREFIX/drive_c/Program Files/Duelo"
}

prove_setup() {
    passes "the installer is not older than its sources" fresh "$setup" "${sources[@]}"
    passes "an installer of an older version is made" make_older
    passes "a share is made that nobody can write to" shared
    passes "it installs silently from there" install "$home/share/older.exe"
    passes "Windows lists its version" has_key "$key" 0.0.1
    passes "where results go is kept, in UTF-8" \
        holds_line '^results_folder="C:/Año ñandú €/Resultados"' "$installed/duelo.defaults.ini"
    passes "a newer one does not disturb a run: it ends with 3 and changes nothing" while_it_runs
    mkdir -p "$results"
    touch "$results/mine.duelo" "$installed/mine.txt"
    passes "a newer one is installed over it, where it is" timeout 300 wine "$setup" /S
    passes "Windows lists the new version" has_key "$key" "$version"
    passes "what only the older one brought has gone" test ! -e "$installed/older.txt"
    passes "of the user's nothing has" test -e "$results/mine.duelo" -a -e "$installed/mine.txt"
    passes "where results go is not asked again" test -s "$installed/duelo.defaults.ini"
    passes ".duelo opens in the window" has_key 'Software\Classes\Duelo.Results\shell\open\command' 'duelo.exe'
    passes ".duelo-report too" has_key 'Software\Classes\Duelo.Report\shell\open\command' 'duelo.exe'
    passes "it stands in the Start menu" \
        bash -c "find '$WINEPREFIX/drive_c/users' -name Duelo.lnk -exec cat {} + | tr -d '\0' | grep -qa 'duelo\.exe'"
    passes "without room it ends with 6 and leaves nothing" without_room
    passes "for everybody, silently and without rights, it ends with 5" of_a_user
    passes "for everybody it goes into Program Files, and away again" for_everybody
    rm "$installed/mine.txt"
}

# ---- engine ----

probed() { engine probe --json >probe.json && python3 -c '
import json
sheet = json.load(open("probe.json"))
assert sheet["machine"]["cpu"]["logical"] >= 1 and sheet["machine"]["cpu"]["name"], sheet["machine"]'; }
checked() { engine self-test >checked.txt || { cat checked.txt && return 1; }; holds_line '^.ok.*compiled' checked.txt; }
workbook() { engine report "$1" --format xlsx --out "informe ñ.xlsx" &&
    python3 -c 'import zipfile; assert zipfile.ZipFile("informe ñ.xlsx").testzip() is None'; }

# beside NAME ARGUMENT...: measured here and on Linux, and the outputs compared.
beside() {
    local name="$1"
    shift
    measured "$@" --device cpu --preset quick --no-report --out "$name.duelo" >/dev/null &&
        { "$ours" "$@" --device cpu --preset quick --no-report --out "$home/$name.duelo" >/dev/null || (($? == 1)); } &&
        python3 "$helper" same "$home/$name.duelo" "$name.duelo"
}
networks() { beside networks infer --model resnet18,mobilenet_v2 --size 64 --mode eager,fused,compiled --threads 1; }
photographs() { beside photographs infer --model efficientnet_lite0 --size 224 --image chelsea.png \
    --image rocket.jpg --mode eager --threads 1; }
trained() { beside trained train --model mlp --data digits --epochs 1 --mode eager,fused --threads 1; }
# Files that differ are told.
bites() { sed '0,/"values":\[[^,]*/s//"values":[99/' networks.duelo >other.duelo &&
    fails python3 "$helper" same networks.duelo other.duelo; }
# Vectors, threads and libraries: the ladder has all its steps, and the last ones are not the slowest.
ladder() {
    measured matmul --device cpu --n 256 --threads 1 --preset quick --no-report --out ladder.duelo &&
        engine report ladder.duelo --format json --out ladder.json && python3 - <<'EOT'
import json
kernels, times = {}, {}
for line in open("ladder.duelo", encoding="utf-8"):
    record = json.loads(line)
    if record["r"] == "cell":
        kernels[record["cell"]] = record["variant"]["kernel"]
    elif record["r"] == "result" and record["status"] == "done":
        times[kernels[record["cell"]]] = record["median_ms"]
print(times)
assert set(times) == set(kernels.values()), "a kernel has no time"
assert times["blocked_vector_threads"] < times["loop_order"] < times["three_loops"], "the kernels have no vectors"
EOT
}
hung() {
    ends_with 1 engine program --preset quick --command 'ping -n 3571 127.0.0.1' --limit 2 --out hung.duelo &&
        fails pgrep -f -- '-n 3571 127'
}
# Killed in the middle: what was measured is there, and the run goes on where it stopped.
killed_and_resumed() {
    local before pid
    engine infer --model resnet18 --size 64 --mode eager,fused --batch 1,2,4 --preset standard --out killed.duelo >/dev/null 2>&1 &
    pid=$!
    until_so 300 holds_line '"r":"result"' killed.duelo || return 1
    wine taskkill /F /IM duelo-engine.exe
    wait "$pid" || true
    fails holds_line '"r":"end"' killed.duelo || return 1
    before="$(grep -c '"r":"result"' killed.duelo)"
    measured resume killed.duelo && (($(grep -c '"r":"result"' killed.duelo) > before)) &&
        holds_line '"status":"completed"' killed.duelo
}
# Ctrl+C: the engine ends by itself with 3, and its file goes on.
interrupted() {
    local pid keys status=0
    x86_64-w64-mingw32-gcc-posix -O1 -static "$root/packaging/windows/ctrl_c.c" -o "$home/ctrl_c.exe"
    mkfifo "$home/keys"
    wine "$home/ctrl_c.exe" "$(winepath -w "$installed/duelo-engine.exe")" pi --preset strict --out stopped.duelo \
        <"$home/keys" >/dev/null 2>&1 &
    pid=$!
    exec {keys}>"$home/keys"
    until_so 300 holds_line '"r":"samples"' stopped.duelo || echo "no samples"
    exec {keys}>&-
    wait "$pid" || status=$?
    ((status == 3)) || { echo "exit code $status" && return 1; }
    tail -n 1 stopped.duelo | grep '"status":"cancelled"'
}
on_a_stick() {
    local stick
    stick="$WINEPREFIX/drive_c/lápiz de memoria/$(printf 'carpeta%.0s' {1..10})"
    mkdir -p "$stick"
    unzip -q "$portable" -d "$stick"
    timeout 300 wine "$stick/Duelo/duelo-engine.exe" probe && [[ -e $stick/Duelo/duelo.ini ]]
}

prove_engine() {
    need_installed
    passes "Linux' engine is there to compare with" test -x "$ours"
    cp "$root"/resources/samples/{chelsea.png,rocket.jpg} .
    passes "probe names processor and memory" probed
    passes "self-test, with all networks and modes" checked
    passes "networks compute what they do on Linux" networks
    passes "photographs are read, and named, as on Linux" photographs
    passes "an MLP learns an epoch as on Linux" trained
    passes "other outputs would be told" bites
    passes "a ladder of kernels has every step, with vectors" ladder
    passes "pi, with a path of 400 characters" measured pi --preset quick --out "$long/pi.duelo"
    passes "an Excel workbook" workbook "$long/pi.duelo"
    passes "transfer" measured transfer --preset quick --bytes 65536 --out transfer.duelo
    passes "roofs" measured roofs --preset quick --kind fma,start --out roofs.duelo
    passes "max pooling" measured max-pool --preset quick --device cpu --size 256 --out pool.duelo
    passes "faces" measured faces --preset quick --size 256 --out faces.duelo
    passes "sums, scans and histograms" measured reduction --preset quick --numbers 100000 \
        --operation sum,scan,histogram --out reduction.duelo
    passes "load balance" measured load_balance --preset quick --size 128 --out balance.duelo
    passes "stencil" measured stencil --preset quick --side 130 --steps 2 --out stencil.duelo
    passes "effects" measured effects --preset quick --effect denormals --out effects.duelo
    passes "kernels for a GPU, thread by thread" engine emulate matmul --n 33 --kernels matmul1,matmul3
    passes "own programs" measured program --preset quick --command 'cmd /c "echo ñandú"' --out child.duelo
    passes "one that hangs is ended, with what it has started" hung
    passes "stopwatch" measured_or_told stopwatch.duelo stopwatch --preset quick
    passes "killed, then resumed" killed_and_resumed
    passes "Ctrl+C" interrupted
}

# ---- window ----

# What runs under Wine keeps the screen that it began with.
open_screen() {
    wineserver -k || true
    exec 8< <(exec Xvfb -displayfd 1 -noreset -screen 0 1366x768x24 2>/dev/null)
    screen=$!
    read -r display <&8
    export DISPLAY=":$display"
    # Wine's server keeps open what its first program writes to: that must not be the pipe of a step,
    # which ends when nobody has it open any more.
    wine cmd /c exit >/dev/null 2>&1
}
close_screen() {
    wineserver -k
    unset DISPLAY
    kill "$screen"
    screen=""
    exec 8<&-
}
picture() { sleep 2 && import -window root "$proof/$1.png" && [[ $(identify -format %k "$proof/$1.png") -gt 50 ]]; }
seen() { xdotool search --onlyvisible --name Duelo; }
opened() {
    wine "$installed/duelo.exe" "$@" >"$proof/window.txt" 2>&1 &
    until_so 120 seen
}
newest() { find "$results" -name '*.duelo' -size +0 -newer "$home/before" | head -n 1; }
begun() { [[ -n $(newest) ]]; }
# The large button of the start page leads to the form, and F5 measures.
pressed() {
    local place
    touch "$home/before"
    sleep 20  # the engine has answered
    place="$(import -window root -depth 8 ppm:- | python3 "$helper" button)" || return 1
    # shellcheck disable=SC2086  # two numbers
    xdotool mousemove $place click 1
    sleep 3
    for _ in {1..8}; do
        xdotool key F5
        ! until_so 15 begun || break
    done
    begun && until_so 300 holds_line '"r":"samples"' "$(newest)"
}
completed() { until_so 900 holds_line '"r":"end","status":"completed"' "$(newest)"; }
# What stands in the table, by the clipboard.
table_there() {
    local copied
    xdotool key ctrl+shift+c
    sleep 2
    copied="$(timeout 10 xclip -selection clipboard -t UTF8_STRING -o)"
    printf '%s\n' "$copied" >"$proof/table.txt"
    [[ $copied == *224* && $copied == *1024* ]]
}
exported() {
    timeout 300 wine "$installed/duelo.exe" export "$(winepath -w "$(newest)")" --lang es --pdf informe.pdf --xlsx tabla.xlsx \
        --html informe.html &&
        [[ $(head -c 4 informe.pdf) == %PDF ]] && python3 -c '
import zipfile
assert zipfile.ZipFile("tabla.xlsx").testzip() is None
assert "224" in open("informe.html", encoding="utf-8").read()'
}
handed_in() {
    printf '{"duelo_report":1,"form":"open","language":"es","authors":["Núñez Peña, Ana"],"texts":{"open.text":"%s"}}\n' \
        'El primer bucle espera a la memoria.' >palabras.duelo-report
    mkdir entregas
    timeout 300 wine "$installed/duelo.exe" export "$(winepath -w "$(newest)")" --report palabras.duelo-report --lang es \
        --hand-in entregas --student 'Núñez Peña, Ana' --group 2B --seat 12 &&
        python3 -c '
import glob, zipfile
names = zipfile.ZipFile(glob.glob("entregas/*2B-12.zip")[0]).namelist()
print(names)
assert {name.rsplit(".", 1)[-1] for name in names} >= {"pdf", "duelo-report", "duelo"}'
}
# R-33: as in a lab, where nobody may write beside the program.
from_a_lab() {
    mount -t tmpfs tmpfs "$home/lab" && cp -r "$installed" "$home/lab/Duelo" && mount -o remount,ro "$home/lab" &&
        fails touch "$home/lab/x" &&
        timeout 300 wine "$home/lab/Duelo/duelo-engine.exe" pi --preset quick --samples 1000 --out lab.duelo &&
        timeout 300 wine "$home/lab/Duelo/duelo.exe" export lab.duelo --lang es --pdf lab.pdf &&
        [[ -s lab.duelo && $(head -c 4 lab.pdf) == %PDF ]]
}
# One that is killed takes its engine along, or lets it end; the next one opens.
killed_window() {
    wine taskkill /F /IM duelo.exe && until_so 60 fails pgrep -f 'duelo-engine.exe serve' && until_so 10 fails seen
}

prove_window() {
    need_installed
    mkdir -p "$results"
    open_screen
    passes "the window opens" opened
    passes "a picture of its start page" picture start
    passes "the start page's button measures" pressed
    passes "a picture of the live run" picture live
    passes "the run comes to its end" completed
    passes "the table is there" table_there
    passes "a picture of the table" picture table
    passes "killed, nothing of it goes on" killed_window
    passes "a report as PDF, Excel and web page" exported
    passes "a ZIP to hand in" handed_in
    passes "from a folder that nobody may write to (R-33)" from_a_lab
    passes "a report opens by its file" opened "$(winepath -w "$work/palabras.duelo-report" 2>/dev/null || true)"
    passes "a picture of the report" picture report
    passes "killed again" killed_window
    close_screen
}

# ---- class ----

made_class() {
    [[ -e pi.duelo ]] || measured pi --preset quick --samples 100000 --how loop,threads --no-report --out pi.duelo
    python3 "$helper" class pi.duelo clase && [[ $(find clase -name '*.duelo' | wc -l) == 36 ]]
}
read_class() { engine class clase --format markdown --out clase.md && holds_line '36 PCs' clase.md; }
opened_class() { opened "$(winepath -w "$work/clase")" && sleep 15 && picture class; }

prove_class() {
    need_installed
    passes "36 files of a class" made_class
    passes "the command reads them" read_class
    open_screen
    passes "the window shows them" opened_class
    passes "and is closed" killed_window
    close_screen
}

# ---- remove and files ----

prove_remove() {
    need_installed
    mkdir -p "$results"  # where the window was not tried
    touch "$installed/mine.txt" "$results/mine.duelo"
    passes "the portable one runs on a stick" on_a_stick
    passes "removes silently" wine "$installed/uninstall.exe" /S
    passes "Windows has forgotten it" forgotten "$key"
    passes "and the files that it opened" fails has_key 'Software\Classes\Duelo.Results'
    passes "of the program nothing is left" bash -c "[[ \$(find '$installed' -mindepth 1) == */mine.txt ]]"
    passes "of the user everything" test -e "$results/mine.duelo"
}

closes() {
    python3 "$root/packaging/windows/closure.py" "$home/portable/Duelo" || return 1
    rm "$home/portable/Duelo/c10.dll"  # it bites
    fails python3 "$root/packaging/windows/closure.py" "$home/portable/Duelo"
}
packed_again() {
    env -u SOURCE_DATE_EPOCH DUELO_BUILT=1 DUELO_PACKAGES_DIR="$home/again" "$root/packaging/package.sh" windows &&
        cmp "$setup" "$home/again/${setup##*/}" && cmp "$portable" "$home/again/${portable##*/}"
}
prove_files() {
    mkdir "$home/portable"
    passes "the ZIP opens" unzip -q "$portable" -d "$home/portable"
    passes "programs say version, code page and long paths" \
        python3 "$root/packaging/windows/facts.py" "$version" "$home/portable/Duelo/duelo.exe" "$home/portable/Duelo/duelo-engine.exe"
    passes "the installer too" python3 "$root/packaging/windows/facts.py" --installer "$version" "$setup"
    passes "every import is shipped or Windows' own" closes
    passes "packed once more, the same bytes" packed_again
}

stages=("$@")
((${#stages[@]})) || stages=("${all_stages[@]}")
for stage in "${stages[@]}"; do
    if [[ " ${all_stages[*]} " != *" $stage "* ]]; then
        usage
        [[ $stage == --help || $stage == -h ]] || exit 2
        exit
    fi
done
begin
for stage in "${stages[@]}"; do
    log "== $stage"
    "prove_$stage"
done
[[ ! -e $setup ]] || log "$(cd "$packages" && stat -c '%n: %s bytes' -- *windows*)"
log "$((ran - failed)) passed, $failed failed, in ${SECONDS} s"
((failed == 0)) || exit 1
[[ ${stages[*]} != "${all_stages[*]}" ]] || log "whole: $version, $(git -C "$root" rev-parse --short HEAD)"
