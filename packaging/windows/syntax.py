# SPDX-License-Identifier: Apache-2.0
"""syntax.py [--all] FOLDER: passes what a Windows build has differently (engine, programs, window) through
mingw-w64's compiler, which reads it and writes nothing: mistakes in it are found without a Windows build.
With --all it reads every source of such a build, which takes minutes. The libraries' headers are Debian's
own. Sources of a room are read together; FOLDER keeps what each batch was made of, so that only what has
changed is read again. Prints the processor time; exit 1 on an error, 77 where the compiler is missing."""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILER = "x86_64-w64-mingw32-g++-posix"
TOGETHER = 24  # sources, as in DueloTargets.cmake
# What other systems compile instead, or what needs LibTorch's headers (engine/tensor/README.md).
ELSEWHERE = re.compile(r"engine/cuda/|engine/tensor/cpp/|_posix\.cpp|_amx\.cpp|_linux\.cpp|meeting_sockets"
                       r"|pixel_moves_opencv|calibration_plain")
# Which instructions a source may use is a part of its name, as in the CMake files.
WIDE = (("_avx2.cpp", "-mavx2 -mfma"), ("_avx512.cpp", "-mavx2 -mfma -mavx512f -mavx512bf16"),
        ("_bf16.cpp", "-mavx2 -mfma -mavx512f -mavx512bw -mavx512vl -mavx512bf16"))
# Of Debian's headers only these: glibc's would come before Windows' own.
FOREIGN = ("nlohmann tl CLI boost hwloc hwloc.h xlsxwriter xlsxwriter.h zip.h zipconf.h libdeflate.h utf8proc.h simdjson.h sqlite3.h zlib.h zconf.h"
           " jpeglib.h jmorecfg.h jerror.h libpng16 png.h pngconf.h pnglibconf.h tiffio.h tiff.h tiffvers.h webp"
           " oneapi x86_64-linux-gnu/jconfig.h x86_64-linux-gnu/tiffconf.h"
           " x86_64-linux-gnu/tiffio.h x86_64-linux-gnu/tiff.h x86_64-linux-gnu/tiffvers.h"
           " x86_64-linux-gnu/zconf.h").split()
QT = pathlib.Path("/usr/include/x86_64-linux-gnu/qt6")
BRANCH = re.compile(r"_WIN32|Q_OS_WIN|windows\.h|_windows\b")
FLAGS = ("-std=c++20 -O0 -fopenmp -w -DDUELO_TORCH -DDUELO_VISION -DDUELO_TENSOR_BY_SYMBOLS -DDUELO_WIDE_KERNELS"
         " -DDUELO_WIDE_ROWS -DDUELO_VERSION=\"0\" -DQT_NO_KEYWORDS -Iengine -Iapp -I.").split()
OFTEN = ("algorithm cmath cstdint filesystem functional map memory optional set span string string_view utility"
         " variant vector nlohmann/json.hpp tl/expected.hpp").split()


def differs(path):
    """Whether Windows sees another text of it than Linux does."""
    return "/symbols/" in str(path) or BRANCH.search(path.read_text())


def sources(wanted):
    """Each wanted source with its flags, and those that are compiled alone."""
    alone = set()
    for file in sorted((ROOT / "engine").rglob("CMakeLists.txt")):
        text = file.read_text()
        commands = [text] if re.search(r"\bUNITY_BUILD OFF", text) else re.findall(
            r"\w+\([^)]*SKIP_UNITY_BUILD_INCLUSION ON[^)]*\)", text)
        for command in commands:
            alone.update(str(file.parent.relative_to(ROOT) / name) for name in re.findall(r"[\w/]+\.cpp", command))
    rooms, single = {}, []
    for folder in ("engine", "app", "ui"):
        for path in sorted((ROOT / folder).rglob("*.cpp")):
            name = str(path.relative_to(ROOT))
            wide = next((flags for end, flags in WIDE if name.endswith(end)), "")
            if ELSEWHERE.search(name) or not wanted(path):
                continue
            if name in alone or wide:
                single.append(([name], wide.split()))
            else:
                rooms.setdefault(str(path.parent), []).append(name)
    batches = [(names[i:i + TOGETHER], []) for names in rooms.values() for i in range(0, len(names), TOGETHER)]
    return batches + single


def halves(names):
    return names[:len(names) // 2], names[len(names) // 2:]


class Reader:
    def __init__(self, folder):
        self.folder = folder
        foreign = folder / "foreign"
        shutil.rmtree(foreign, ignore_errors=True)
        foreign.mkdir(parents=True)
        for name in FOREIGN:
            at = pathlib.Path("/usr/include") / name
            to = foreign / at.name
            if at.exists() and not to.exists():
                to.symlink_to(at)
        self.flags = FLAGS + ["-isystem", str(foreign)]
        self.of_qt = ["-isystem", str(QT)]
        for module in "Core Gui Widgets Network PrintSupport Svg Charts OpenGL OpenGLWidgets Test".split():
            self.of_qt += ["-isystem", str(QT / f"Qt{module}")]
        version = subprocess.run([COMPILER, "--version"], capture_output=True, text=True, check=True).stdout
        self.made_by = f"{version}{self.flags}{FOREIGN}"

    def flags_of(self, names, wide):
        return self.flags + wide + (self.of_qt if names[0].startswith("ui/") or "gui_" in names[0] else [])

    def precompile(self):
        """What most sources include, once for the engine and once for the window."""
        for kind, more in (("engine", []), ("ui", ["QtWidgets"])):
            header = self.folder / f"{kind}.h"
            text = "".join(f"#include <{name}>\n" for name in OFTEN + more)
            stamp = self.folder / f"{kind}.made"
            if stamp.exists() and stamp.read_text() == self.made_by + text:
                continue
            header.write_text(text)
            subprocess.run([COMPILER, *self.flags_of([f"{kind}/"], []), "-x", "c++-header", str(header), "-o",
                            f"{header}.gch"], cwd=ROOT, check=True)
            stamp.write_text(self.made_by + text)

    def run(self, names, wide, unit, needs):
        kind = "ui" if names[0].startswith("ui/") else "engine"
        often = [] if wide else ["-include", str(self.folder / f"{kind}.h")]
        return subprocess.run([COMPILER, *self.flags_of(names, wide), *often, "-fsyntax-only", "-MMD", "-MF",
                               str(needs), "-x", "c++", str(unit)], cwd=ROOT, capture_output=True, text=True)

    def read(self, batch):
        names, wide = batch
        text = "".join(f'#include "{ROOT / name}"\n' for name in names)
        key = hashlib.sha256(text.encode()).hexdigest()[:16]
        unit, needs, stamp, split = (self.folder / f"{key}.{end}" for end in ("cpp", "d", "made", "split"))
        if split.exists():
            return "".join(self.read((part, wide)) for part in halves(names))
        if stamp.exists() and stamp.read_text() == self.state(text, needs):
            return ""
        stamp.unlink(missing_ok=True)
        unit.write_text(text)
        done = self.run(names, wide, unit, needs)
        if done.returncode != 0 and len(names) > 1:
            # Two of them may share a name: what counts is how each is read by itself.
            split.touch()
            return "".join(self.read((part, wide)) for part in halves(names))
        if done.returncode == 0:
            stamp.write_text(self.state(text, needs))
            return ""
        return done.stderr or f"{names[0]}: {COMPILER} ended with {done.returncode}\n"

    def state(self, text, needs):
        """The contents of all that a batch was read from."""
        digest = hashlib.sha256((self.made_by + text).encode())
        if needs.exists():
            for name in sorted(needs.read_text().replace("\\\n", " ").split()[1:]):
                path = ROOT / name
                digest.update(name.encode() + (path.read_bytes() if path.exists() else b""))
        return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="also those that are the same text on Linux")
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    if not shutil.which(COMPILER):
        print(f"syntax: skipped, there is no {COMPILER} (Debian's g++-mingw-w64-x86-64-posix)")
        return 77
    folder.mkdir(parents=True, exist_ok=True)
    reader = Reader(folder)
    reader.precompile()
    batches = sources(lambda path: asked.all or differs(path))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(reader.read, batches))
    print("".join(answers), end="", file=sys.stderr)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"syntax: {sum(len(names) for names, _ in batches)} sources in {len(batches)} batches, "
          f"{used.ru_utime + used.ru_stime:.0f} s of processor time")
    return 1 if any(answers) else 0


if __name__ == "__main__":
    sys.exit(main())
