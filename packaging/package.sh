#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes packages of a built tree. What is in them stands in cmake/DueloInstall.cmake; here is how each
# format wraps it.
set -euo pipefail
shopt -s inherit_errexit
# shellcheck source=packaging/dev.sh
source "$(dirname "${BASH_SOURCE[0]}")/dev.sh"

usage() {
    cat <<'EOT'
Usage: packaging/package.sh [FORMAT...]

Builds the programs and leaves packages of them, and SHA256SUMS, in build/packages.
Without a format: deb, tar, run and engine.

  deb     for this Debian, whose Qt and OpenCV it takes; LibTorch for the CPU is inside
  tar     .tar.xz with everything, to unpack anywhere
  run     one file that unpacks that into a folder and into the user's menu
  gpu     .tar.xz to unpack over either: LibTorch for NVIDIA GPUs (needs DUELO_GPU=1)
  engine  the engine without LibTorch, at most 60 MB, for a PC that has torch 2.11:
            DUELO_TORCH_LIB=.../site-packages/torch/lib ./run.sh
  windows installer and portable ZIP of what mingw-w64 builds here (preset "windows")

The same sources make the same bytes. Environment: as packaging/dev.sh, and
  DUELO_BUILT=1           take build/release and build/windows as they are
  DUELO_PACKAGES_DIR=DIR  leave the packages there
EOT
}

tree="$root/build/release"
out="${DUELO_PACKAGES_DIR:-$root/build/packages}"
readonly newest_glibc=2.36
readonly maintainer="The Duelo authors <authors@duelo.invalid>"
readonly most_base_bytes=$((300 * 1000 * 1000)) most_engine_bytes=$((60 << 20))
# What is linked into the engine for Windows; libraries.sh builds it from the sources of these.
windows_libraries=(nlohmann-json3-dev libsimdjson-dev libexpected-dev libcli11-dev libboost-context1.74-dev
    libhwloc-dev libxlsxwriter-dev libzip-dev libdeflate-dev libutf8proc-dev libsqlite3-dev libz-mingw-w64-dev libjpeg62-turbo-dev libpng-dev
    libtiff-dev libwebp-dev mingw-w64-x86-64-dev g++-mingw-w64-x86-64-posix)
tools=(binutils xz-utils help2man makeself dpkg-dev fakeroot)

# install PREFIX PART...: parts of DueloInstall.cmake, without symbols, and their manual pages.
install_parts() {
    local prefix="$1" part
    shift
    for part in "$@"; do
        cmake --install "$tree" --prefix "$prefix" --strip --component "$part" >/dev/null
    done
    manual "$prefix"
    find "$prefix" -type d -empty -delete
    find "$prefix" -type d -exec chmod 755 {} +
    chmod -R u+rwX,go+rX,go-w "$prefix"
}

# The engine's page is what its help says, in both languages.
manual() {
    local language folder
    for language in en es; do
        folder="$1/share/man/man1"
        [[ $language == en ]] || folder="$1/share/man/$language/man1"
        mkdir -p "$folder"
        cat >"$work/help" <<EOT
#!/bin/sh
exec "$tree/bin/duelo-engine" --lang $language "\$@"
EOT
        chmod +x "$work/help"
        help2man --no-info --no-discard-stderr --version-string="$version" --name="$(
            [[ $language == en ]] && echo 'measure CPU against GPU' || echo 'mide CPU contra GPU'
        )" --include="$root/packaging/linux/duelo-engine.h2m" "$work/help" |
            sed 's/^\(\.TH \)HELP/\1DUELO-ENGINE/; s/\bhelp \\-/duelo\\-engine \\-/' >"$folder/duelo-engine.1"
    done
    find "$1/share/man" -name '*.1' -exec gzip -9nf {} +
}

# Nothing may ask for a newer glibc than is promised.
check_symbols() {
    local file needed too_new=()
    while IFS= read -r file; do
        needed="$(objdump -T "$file" 2>/dev/null | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)" || true
        needed="${needed#GLIBC_}"
        [[ -z $needed || $(printf '%s\n' "$needed" "$newest_glibc" | sort -V | tail -n 1) == "$newest_glibc" ]] ||
            too_new+=("${file##*/} needs glibc $needed")
    done < <(find "$1" -type f \( -path '*/bin/*' -o -name '*.so*' \))
    ((${#too_new[@]} == 0)) ||
        die 1 "The package would not start where glibc is $newest_glibc:" "${too_new[@]}"
}

# pack FOLDER ARCHIVE: the same bytes whoever packs it, however many processors there are.
pack() {
    tar -C "${1%/*}" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --format=gnu -cf - "${1##*/}" | xz -T+0 --block-size=32MiB -2 >"$2"
}

# told FILE MOST: its size, which may not be more.
told() {
    local bytes
    bytes="$(stat -c %s "$1")"
    ((bytes <= $2)) || die 1 "$1 has $bytes bytes, more than the $2 it may have."
    say "${1##*/}: $((bytes / 1000000)) MB"
}

# describe TREE: its bill of materials; each thing in it has its terms there too.
describe() {
    python3 "$root/packaging/sbom.py" "$root" "$1"
    python3 "$root/packaging/licences.py" "$1"
}

# Everything in one folder, once for "tar" and "run".
made=""
make_tree() {
    [[ -z $made ]] || return 0
    made="$work/duelo-$version"
    install_parts "$made" engine window data torch qt libraries
    check_symbols "$made"
    cp "$root/packaging/linux/setup.sh" "$made/"
    describe "$made"
    (cd "$made" && find . -type f -printf '%P\n' | LC_ALL=C sort >"$work/files" &&
        mv "$work/files" share/duelo/files.txt)
    pack "$made" "$work/tree.tar.xz"
}

make_tar() {
    make_tree
    cp "$work/tree.tar.xz" "$out/duelo-$version-linux-x86_64.tar.xz"
    told "$out/duelo-$version-linux-x86_64.tar.xz" "$most_base_bytes"
}

make_run() {
    local folder="$work/run" file="$out/duelo-$version-linux-x86_64.run"
    make_tree
    mkdir -p "$folder"
    ln -f "$work/tree.tar.xz" "$folder/"
    cp "$root/packaging/linux/setup.sh" "$folder/"
    # Packed already: it is only wrapped.
    makeself --nocomp --sha256 --nox11 --tar-quietly --packaging-date "$(date -ud "@$SOURCE_DATE_EPOCH")" \
        --tar-extra "--sort=name --mtime=@$SOURCE_DATE_EPOCH --owner=0 --group=0 --numeric-owner" \
        "$folder" "$file" "Duelo $version" sh ./setup.sh install >/dev/null  # a noexec /tmp starts no script
    # It remembers by which paths it was made; the longer one first, as one may begin the other.
    sed -i '1,/^# *Makeself/{s#'"$out/"'#./#g; s#'"$work/"'#./#g}' "$file"
    told "$file" "$most_base_bytes"
}

# This Debian's own libraries are named, the others lie in /usr/lib/duelo.
make_deb() {
    local stage="$work/deb" depends file="$out/duelo_${version}-1_amd64.deb"
    local doc="$stage/usr/share/doc/duelo"
    install_parts "$stage/usr" engine window data torch
    check_symbols "$stage"
    describe "$stage/usr"
    gzip -9n <"$doc/CHANGELOG.md" >"$doc/changelog.gz"
    rm "$doc/CHANGELOG.md"
    gzip -9n >"$doc/changelog.Debian.gz" <<EOT
duelo ($version-1) stable; urgency=medium

  * What has changed stands in changelog.gz.

 -- $maintainer  $(date -uRd "@$SOURCE_DATE_EPOCH")
EOT
    printf '\nDebian keeps these texts in /usr/share/common-licenses/GPL-3 and /usr/share/common-licenses/Apache-2.0.\n' \
        >>"$doc/copyright"
    mkdir -p "$stage/usr/share/lintian/overrides" "$stage/DEBIAN" "$work/source/debian"
    cp "$root/packaging/linux/lintian-overrides" "$stage/usr/share/lintian/overrides/duelo"
    : >"$work/source/debian/control"
    depends="$(cd "$work/source" && dpkg-shlibdeps --ignore-missing-info -O -l"$stage/usr/lib/duelo" \
        "$stage"/usr/bin/* "$stage"/usr/lib/duelo/* 2>/dev/null)"
    cat >"$stage/DEBIAN/control" <<EOT
Package: duelo
Version: $version-1
Architecture: amd64
Maintainer: $maintainer
Installed-Size: $(du -sk "$stage/usr" | cut -f 1)
Depends: ${depends#shlibs:Depends=}
Recommends: qt6-wayland, qt6-translations-l10n
Section: education
Priority: optional
Description: measures what a GPU gains in artificial intelligence, and why
 Duelo measures the same work on the processor and on the graphics card of a
 PC, and explains where the time goes. It is made for university classes on
 artificial intelligence and parallel computing, and needs neither Python nor
 a network.
 .
 LibTorch for the CPU is inside; the part for NVIDIA GPUs is an archive apart.
EOT
    (cd "$stage" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    find "$stage" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz -z2 --build "$stage" "$file" >/dev/null
    told "$file" "$most_base_bytes"
}

make_gpu() {
    local folder="$work/duelo-gpu-$version"
    [[ -e $root/.deps/site/nvidia/cudnn ]] ||
        die 1 "NVIDIA's libraries are not here. Start again with DUELO_GPU=1, which fetches them."
    install_parts "$folder" gpu-module gpu
    rm -r "$folder/share"
    pack "$folder" "$out/duelo-gpu-$version-linux-x86_64.tar.xz"
    told "$out/duelo-gpu-$version-linux-x86_64.tar.xz" $((1900 * 1000 * 1000))
}

make_engine() {
    local folder="$work/duelo-engine-$version"
    install_parts "$folder" engine data gpu-module libraries
    check_symbols "$folder"
    describe "$folder"
    cp "$root/packaging/linux/run.sh" "$folder/"
    pack "$folder" "$out/duelo-engine-$version-linux-x86_64.tar.xz"
    told "$out/duelo-engine-$version-linux-x86_64.tar.xz" "$most_engine_bytes"
}

# unpack_windows_libtorch FOLDER: of the pinned wheels, LibTorch's DLLs and Microsoft's runtime. The wheels are
# kept in .deps/windows.
unpack_windows_libtorch() {
    local wheels="$deps/windows" name
    "$(find_python)" -m pip download -q --no-deps --require-hashes --only-binary=:all: --platform win_amd64 \
        --implementation cp --python-version 3.11 --find-links "$wheels" --dest "$wheels" \
        -r "$root/packaging/deps-windows.lock"
    mkdir -p "$1"
    for name in torch_cpu c10 libiomp5md uv; do
        unzip -qoj "$wheels"/torch-*.whl "torch/lib/$name.dll" -d "$1"
    done
    unzip -qoj "$wheels"/msvc_runtime-*.whl '*/Scripts/msvcp140*.dll' '*/Scripts/vcruntime140*.dll' -d "$1"
}

# stage_windows FOLDER: what the preset "windows" installs. Some of its libraries are inside the programs,
# others lie beside them; of Debian's sources their packages have the terms here too.
stage_windows() {
    local terms="$1/share/doc/duelo/licences" file package
    if [[ ${DUELO_BUILT:-0} != 1 ]]; then
        "$root/packaging/windows/libraries.sh" "$deps/mingw" window
        build windows resources/all engine/all app/all
    fi
    cmake --install "$root/build/windows" --prefix "$1" --strip >/dev/null
    mkdir -p "$terms/libraries"
    {
        printf 'library\tpackage\tversion\tsource\n'
        for package in "${windows_libraries[@]}"; do note duelo-engine.exe "$package"; done
        while IFS= read -r file; do
            case "$file" in
                Qt6* | q*) note "$file" qt6-base-dev ;;
                libstdc++* | libgcc*) note "$file" g++-mingw-w64-x86-64-posix ;;
                libwinpthread*) note "$file" mingw-w64-x86-64-dev ;;
            esac
        done < <(find "$1" -name '*.dll' -printf '%f\n' | LC_ALL=C sort)
    } >"$terms/libraries.tsv"
    cp -r "$deps/mingw/licences/." "$terms/"  # of what comes out of wheels
}

# note FILE PACKAGE: a line of libraries.tsv, and the package's terms.
note() {
    # shellcheck disable=SC2016  # dpkg-query's own
    dpkg-query --show --showformat "$1"'\t${Package}\t${Version}\t${source:Package}\n' "$2"
    cp "/usr/share/doc/$2/copyright" "$terms/libraries/$2.txt"
}

# make_installer STAGE VERSION OUT: lists/ beside the stage has what the installer moves into place, and what
# the uninstaller deletes.
make_installer() {
    local stage="$1" lists="${1%/*}/lists" files folders
    find "$stage" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    mkdir -p "$lists"
    files="$(cd "$stage" && find . -mindepth 1 -type f -printf '%P\n' | LC_ALL=C sort)"
    folders="$(cd "$stage" && find . -mindepth 1 -type d -printf '%P\n' | LC_ALL=C sort)"
    {
        sed 's#.*#CreateDirectory "$INSTDIR\\&"#' <<<"$folders"
        sed 's#.*#Delete "$INSTDIR\\&"\nRename "${BESIDE}\\&" "$INSTDIR\\&"#' <<<"$files"
        LC_ALL=C sort -r <<<"$folders" | sed 's#.*#RMDir "${BESIDE}\\&"#'
    } | sed 's#/#\\#g' >"$lists/move.nsh"
    {
        sed 's#.*#Delete "$INSTDIR\\&"#' <<<"$files"
        LC_ALL=C sort -r <<<"$folders" | sed 's#.*#RMDir "$INSTDIR\\&"#'
    } | sed 's#/#\\#g' >"$lists/remove.nsh"
    makensis -V2 -WX -INPUTCHARSET UTF8 -DVERSION="$2" -DSTAGE="$stage" -DLISTS="$lists" \
        -DICON="$root/packaging/windows/duelo.ico" -DOUT="$3" "$root/packaging/windows/duelo.nsi"
}

make_windows() {
    local stage="$work/Duelo" name="duelo-$version-windows-x86_64"
    stage_windows "$stage"
    [[ -e $stage/duelo.exe ]] || die 1 "The preset windows has installed no window (duelo.exe)."
    describe "$stage"
    python3 "$root/packaging/windows/closure.py" "$stage"
    python3 "$root/packaging/windows/facts.py" "$version" "$stage"/*.exe
    make_installer "$stage" "$version" "$out/$name-setup.exe"
    python3 "$root/packaging/windows/facts.py" --installer "$version" "$out/$name-setup.exe"
    told "$out/$name-setup.exe" "$most_base_bytes"
    # Settings and results stay beside a program that has a duelo.ini beside it.
    : >"$stage/duelo.ini"
    touch -d "@$SOURCE_DATE_EPOCH" "$stage/duelo.ini"
    rm -f "$out/$name-portable.zip"
    (cd "$work" && find Duelo -type f | LC_ALL=C sort | TZ=UTC zip -q -X -9 -@ "$out/$name-portable.zip")
    told "$out/$name-portable.zip" "$most_base_bytes"
}

[[ ${BASH_SOURCE[0]} == "$0" ]] || return 0

formats=("$@")
((${#formats[@]})) || formats=(deb tar run engine)
for format in "${formats[@]}"; do
    case "$format" in
        deb | tar | run | gpu | engine | windows) ;;
        -h | --help)
            usage
            exit
            ;;
        *)
            usage >&2
            exit 2
            ;;
    esac
done

if [[ " ${formats[*]} " == *" windows "* ]]; then
    tools+=(nsis zip nasm g++-mingw-w64-x86-64-posix libz-mingw-w64-dev tcl)
fi
if [[ ${DUELO_BUILT:-0} == 1 ]]; then
    check_packages "${tools[@]}"
    take_lock  # two would make packages in one folder
else
    set_up "${build_packages[@]}" "${tools[@]}"
    build_programs
fi
version="$(<"$root/packaging/VERSION")"
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null ||
    stat -c %Y "$root/packaging/VERSION")}"
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8
work="$root/build/package"  # always the same path: the shorter way to the same bytes
rm -rf "$work"
mkdir -p "$work" "$out"
for format in "${formats[@]}"; do
    say "Making $format"
    "make_$format"
done
rm -rf "$work"
(cd "$out" && sha256sum -- duelo* >SHA256SUMS && cat SHA256SUMS)
