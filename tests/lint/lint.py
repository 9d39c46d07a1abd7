#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rules of this project that a compiler does not check.

lint.py CHECK [--root DIR] prints one line per offence, path first, and exits 1 if there is one.
lint_test.py proves of every check that it refuses what it must.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GENERATED = {"build", "duelo-results", "__pycache__"}
SOURCE_SUFFIXES = {".cpp", ".h", ".cu", ".cmake", ".py", ".sh", ".ps1", ".yml", ".lock", ".nsi"}
SOURCE_NAMES = {"CMakeLists.txt", "run"}
TEXT_SUFFIXES = SOURCE_SUFFIXES | {".json", ".md", ".txt", ".xml", ".ui", ".qrc", ".in"}


def files(root, *folders, suffixes=None):
    """Paths below the folders (all without any), relative to root, without what is generated."""
    for folder in folders or (".",):
        for where, names, entries in os.walk(root / folder):
            names[:] = sorted(n for n in names if n not in GENERATED
                              and (not n.startswith(".") or n in (".ci", ".github")))
            for entry in sorted(entries):
                path = (Path(where) / entry).relative_to(root)
                if suffixes is None or path.suffix in suffixes or entry in SOURCE_NAMES:
                    yield path


class Skipped(Exception):
    """A check that cannot be made here; it says why."""


def read(root, path):
    return (root / path).read_text(encoding="utf-8", errors="replace")


# --- includes -----------------------------------------------------------------------------------

# Which of the project's folders each folder may include (engine/README.md); a folder
# that is not named here may include none.
ENGINE_FOLDERS = {"base", "stats", "machine", "plan", "networks", "dnn", "record", "measure", "gpu",
                  "data", "vision", "tensor", "models", "report", "lab_report", "classroom", "simt",
                  "opencl_c", "experiments"}  # all but cuda, which is loaded
UI_FOLDERS = {"base", "stats", "machine", "plan", "networks", "record", "report", "lab_report",
              "classroom", "ui"}
ALLOWED_FOLDERS = {
    "base": {"base", "resources"},
    "stats": {"base", "stats"},
    "machine": {"base", "stats", "machine"},
    "plan": {"base", "plan"},
    "networks": {"base", "networks"},
    "dnn": {"base", "networks", "dnn"},
    "record": {"base", "stats", "machine", "plan", "record"},
    "measure": {"base", "stats", "machine", "plan", "record", "measure"},
    "tensor": {"base", "tensor"},
    "gpu": {"base", "stats", "machine", "plan", "record", "measure", "tensor", "gpu",
            "opencl_c", "resources"},
    "data": {"base", "stats", "networks", "data"},
    "vision": {"base", "data", "networks", "vision"},
    "models": {"base", "stats", "machine", "plan", "record", "networks", "dnn", "tensor", "models"},
    "report": {"base", "stats", "machine", "plan", "record", "report", "resources"},
    "simt": {"base", "simt"},
    "opencl_c": {"base", "opencl_c", "resources"},
    "lab_report": {"base", "stats", "machine", "plan", "record", "report", "lab_report", "resources"},
    "classroom": {"base", "stats", "machine", "plan", "record", "report", "lab_report", "classroom"},
    "experiments": ENGINE_FOLDERS - {"lab_report", "classroom"} | {"resources"},
    "cuda": {"base", "machine", "tensor", "gpu", "measure", "record", "plan", "cuda", "opencl_c",
             "resources"},
    "ui": UI_FOLDERS,
    "gui_main": UI_FOLDERS,
    "app": ENGINE_FOLDERS | {"app"},
}
PROJECT_FOLDERS = ENGINE_FOLDERS | {"cuda", "ui", "app", "resources", "tests"}
# What experiments are, without what does their work: for the window too.
SPECS = re.compile(r"experiments/(common_axes|compare|compiler_words|emulated_view|exercise_verdict|"
                   r"exercises|found_limits|imported_times|own_kernel|printed_output|printed_program|"
                   r"specs|topics|work_names|"
                   r"\w+/(class_quality|epoch_parts|events|output|params|spec|program|view\w*))\.h$")

# Foreign headers, and the folders that may see them.
FOREIGN = {
    "Qt": (re.compile(r"Q[A-Z]|Qt|qt|q[a-z]+\.h$"), {"ui", "gui_main"}),
    "OpenCV": (re.compile(r"opencv2?/"), {"vision"}),
    "CUDA": (re.compile(r"(cuda|nvrtc|nvml|cupti|cublas|cudnn|nvToolsExt)"), {"cuda"}),
    "oneDNN": (re.compile(r"(oneapi/)?dnnl"), {"dnn"}),
    "libxlsxwriter": (re.compile(r"xlsxwriter"), {"report"}),
    "SQLite": (re.compile(r"sqlite3"), {"classroom"}),
    "CLI11": (re.compile(r"CLI/"), {"app"}),
}
# LibTorch's headers, and the header that converts to its values, are for the room tensor, for the CUDA
# module, and for what must use or compare with LibTorch itself. This list only shrinks.
LIBTORCH = re.compile(r"(torch|ATen|c10|caffe2)/|tensor/libtorch\.h$")
LIBTORCH_FOLDERS = {"engine/tensor/cpp", "engine/cuda"}
LIBTORCH_FILES = {
    "engine/tensor/libtorch.h",
    "engine/experiments/training/ranks_gloo.cpp",  # c10d has no C ABI
    "tests/bench/bench_training.cpp",  # a plain program of LibTorch beside Duelo's
    "tests/gpu/stubs/fake_graph.cpp",  # records the operations that are captured
    "tests/gpu/stubs/operation_watch.cpp",
    "tests/gpu/stubs/stub_accelerator.cpp",  # exports what a header defines
    "tests/gpu/stubs/stub_torch_cuda.cpp",  # is LibTorch's part for CUDA
    "tests/gpu/stubs/stub_module_hooks.cpp",  # registers hooks of LibTorch, as a real module does
    "tests/gpu/tst_gpu_self_check.cpp",  # an allocator that refuses
    "tests/models/torch_gemm.cpp",  # nothing but LibTorch, beside another oneDNN
    "tests/models/tst_library_use.cpp",  # counts operations and bytes
    "tests/models/tst_numerics.cpp",  # reads LibTorch's switches back
    "tests/tensor/tensor_states.cpp",  # reads back what the other binding set
    "tests/tensor/tst_tensor_error.cpp",  # throws its exceptions
    "tests/tensor/tst_written_optimizer.cpp",  # compares with torch::optim
}
# The rooms that everybody else stands on: besides the standard library only these.
CORE = {"base", "stats", "machine", "plan", "networks", "record", "measure"}
CORE_HEADERS = re.compile(r"(nlohmann/|tl/)")
# In one file each, so that nobody comes to depend on them.
PRIVATE = {
    re.compile(r"hwloc"): "engine/machine/topology.cpp",
    re.compile(r"openssl/"): "engine/base/sha256.cpp",
    re.compile(r"simdjson"): "engine/base/json_text.cpp",
    re.compile(r"utf8proc"): "engine/base/same_name.cpp",
    re.compile(r"zip\.h$"): "engine/base/zip_file.cpp",
    re.compile(r"libdeflate"): "engine/base/inflate_whole.cpp",
    re.compile(r"boost/context/"): "engine/simt/block_threads.cpp",
    re.compile(r"boost/container/"): "engine/classroom/classroom.h",
}
SYSTEM_HEADER = re.compile(
    r"(sys/[a-z]+|linux/[a-z]+|unistd|pwd|fcntl|sched|errno|signal|pthread|dlfcn|link|poll|spawn|malloc|"
    r"windows|io|process|powrprof|psapi|setupapi|winioctl|bcrypt|intrin|cpuid|immintrin|share|aclapi|sddl|"
    r"shlobj|knownfolders|objbase|tlhelp32|time|locale|xlocale)\.h$", re.I)
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', re.M)


def layer(path):
    parts = path.parts
    if path.name.startswith("gui_main"):
        return "gui_main"
    return parts[1] if parts[0] == "engine" and len(parts) > 2 else parts[0]


def include_offence(path, header):
    where = layer(path)
    folder = header.split("/")[0]
    if LIBTORCH.match(header):
        return libtorch_offence(path, header)
    if "/" in header and folder in PROJECT_FOLDERS:
        allowed = folder in ALLOWED_FOLDERS.get(where, ()) or (
            where in {"ui", "gui_main"} and SPECS.match(header))
        return None if allowed else f"{where} must not include {folder}"
    for name, (pattern, allowed) in FOREIGN.items():
        if pattern.match(header):
            return None if where in allowed else f"{where} must not include {name}"
    for pattern, owner in PRIVATE.items():
        if pattern.match(header):
            return None if path.as_posix() == owner else f"only {owner} includes it"
    if where not in CORE:
        return None
    standard = "." not in header and "/" not in header
    if standard or CORE_HEADERS.match(header):
        return None
    if path.suffix == ".cpp" and SYSTEM_HEADER.match(header):
        return None
    return f"{where} takes the standard library, nlohmann-json and tl::expected only"


def libtorch_offence(path, header):
    if not LIBTORCH.match(header):
        return None
    own = path.parent.as_posix() in LIBTORCH_FOLDERS or path.as_posix() in LIBTORCH_FILES
    return None if own else "only the room tensor and the files listed in lint.py use LibTorch"


def check_includes(root):
    for path in files(root, "tests", suffixes={".cpp", ".h"}):
        for match in INCLUDE.finditer(read(root, path)):
            header = match.group(1) or match.group(2)
            if offence := libtorch_offence(path, header):
                yield f"{path}: <{header}>: {offence}"
    for path in files(root, "app", "engine", "ui", suffixes={".cpp", ".h", ".cu"}):
        for match in INCLUDE.finditer(read(root, path)):
            header = match.group(1) or match.group(2)
            offence = include_offence(path, header)
            if offence:
                yield f"{path}: <{header}>: {offence}"


EXPERIMENT_INCLUDE = re.compile(r"(?:ui/)?experiments/(\w+)/")
# Words that are more than the name of an experiment, and rooms that know no plans: their words are
# of networks, such as a layer max_pool, of folders, such as a part "training", or of photographs,
# such as the reduction of one.
ORDINARY_NAMES = {"program"}
ROOMS_WITHOUT_PLANS = {"networks", "dnn", "models", "data", "vision"}


def check_rooms(root):
    """A room of all experiments names none: what it needs of one comes by Spec, View or KnownMaker."""
    names = {path.parent.name for path in root.glob("engine/experiments/*/CMakeLists.txt")}
    literal = re.compile(r'"(' + "|".join(sorted(names - ORDINARY_NAMES)) + r')[".]')
    for path in files(root, "app", "engine", "ui", suffixes={".cpp", ".h", ".cu"}):
        if "experiments" in path.parts:
            continue
        for number, line in enumerate(read(root, path).splitlines(), 1):
            include = INCLUDE.match(line)
            found = EXPERIMENT_INCLUDE.match(include.group(1) or include.group(2)) if include else None
            if not found and names and layer(path) not in ROOMS_WITHOUT_PLANS:
                found = literal.search(line.split("//")[0])
            if found and found.group(1) in names:
                yield f"{path}:{number}: names the experiment {found.group(1)}"


# --- the drawing of the rooms -------------------------------------------------------------------

DRAWN_IN = "engine/README.md"
DRAWING = re.compile(r"(<!-- rooms[^>]*-->\n```text\n).*?(```\n)", re.S)
# A library, and what a target of that name links further on.
LINKS = re.compile(r"^\s*(?:duelo_library\(|target_link_libraries\(duelo_)(\w+)\b((?:[^()]|\([^()]*\))*)\)",
                   re.M)


def linked_rooms(root):
    """{room: the rooms that its CMakeLists.txt links}; Duelo::ExperimentsSpec is experiments_spec."""
    rooms = {}
    for path in sorted(root.glob("engine/*/CMakeLists.txt")):
        for name, rest in LINKS.findall(read(root, path.relative_to(root))):
            rooms.setdefault(name, set()).update(
                re.sub(r"(?<!^)(?=[A-Z])", "_", linked).lower()
                for linked in re.findall(r"Duelo::(\w+)", rest))
    return {room: linked & rooms.keys() for room, linked in rooms.items()}


def drawn_rooms(root):
    """The rooms by floor, the highest first: each stands on a room of the floor below."""
    rooms = linked_rooms(root)
    below = {}

    def reached(room):
        if room not in below:
            below[room] = rooms[room].union(*(reached(linked) for linked in rooms[room]))
        return below[room]

    floors = {}
    for room in sorted(rooms, key=lambda room: len(reached(room))):
        floors[room] = 1 + max((floors[linked] for linked in rooms[room]), default=-1)
    width = max(map(len, rooms), default=0)
    lines = []
    for room in sorted(rooms, key=lambda room: (-floors[room], room)):
        direct = sorted(linked for linked in rooms[room]
                        if not any(linked in reached(other) for other in rooms[room]))
        lines.append(f"{floors[room]}  {room:<{width}}  {', '.join(direct)}".rstrip())
    return "\n".join(lines) + "\n"


def check_drawing(root, write=False):
    """The drawing of the rooms is that of the libraries that are built."""
    text = read(root, DRAWN_IN)
    if not DRAWING.search(text):
        yield f"{DRAWN_IN}: no drawing of the rooms"
        return
    drawn = DRAWING.sub(lambda found: found.group(1) + drawn_rooms(root) + found.group(2), text)
    if write:
        (root / DRAWN_IN).write_text(drawn, encoding="utf-8")
    elif drawn != text:
        yield f"{DRAWN_IN}: not the rooms that are built; lint.py drawing --write draws them"


# --- licences, layout, paths --------------------------------------------------------------------

def licences_of(path):
    if path.parts[0] == "ui" or str(path) == "app/gui_main.cpp":
        return {"GPL-3.0-or-later"}
    if path.parts[:2] == ("tests", "gui"):  # some link ui/, some only its fakes
        return {"GPL-3.0-or-later", "Apache-2.0"}
    return {"Apache-2.0"}


def check_spdx(root):
    for path in files(root, suffixes=SOURCE_SUFFIXES):
        head = "\n".join(read(root, path).splitlines()[:3])
        found = re.search(r"SPDX-License-Identifier: (\S+)", head)
        wanted = licences_of(path)
        if not found:
            yield f"{path}: no SPDX-License-Identifier in its first three lines"
        elif found.group(1) not in wanted:
            yield f"{path}: {found.group(1)} instead of {' or '.join(sorted(wanted))}"


TOP_LEVEL = {"app", "engine", "ui", "resources", "tests", "packaging", "CMakeLists.txt",
             "CMakePresets.json", "README.md", "LICENSE", "CONTRIBUTING.md",
             "CHANGELOG.md"}
TOP_LEVEL_IGNORED = {"build", "duelo-results", "CMakeUserPresets.json", "compile_commands.json"}


def check_layout(root):
    for entry in sorted(os.listdir(root)):
        if not entry.startswith(".") and entry not in TOP_LEVEL | TOP_LEVEL_IGNORED:
            yield f"{entry}: no place at the top; the folders are app, engine, ui, resources, " \
                  "tests, packaging"


MACHINE_PATH = re.compile(r"(?<![\w.}])/(?:work|root|mnt|opt)/\w")
HOME_PATH = re.compile(r"(?<![\w.}])/(?:home|Users)/\w|[A-Za-z]:\\+Users\\+\w")


def check_paths(root):
    for path in files(root, suffixes=TEXT_SUFFIXES):
        # Tests invent homes, to prove that exports do not tell them.
        patterns = [MACHINE_PATH] if path.parts[0] == "tests" else [MACHINE_PATH, HOME_PATH]
        for number, line in enumerate(read(root, path).splitlines(), 1):
            if path.name != "lint_test.py" and any(p.search(line) for p in patterns):
                yield f"{path}:{number}: a path of one machine: {line.strip()[:80]}"


IMAGE_CALL = re.compile(r"\b(imread|imreadmulti|imwrite|imwritemulti|imdecode|VideoCapture|imshow)\b")


def check_image_io(root):
    """OpenCV opens and decodes nothing: its way fails on names outside the ANSI page, prints, and
    brings a hundred libraries along."""
    for path in files(root, "app", "engine", "ui", suffixes={".cpp", ".h", ".cu"}):
        for number, line in enumerate(read(root, path).splitlines(), 1):
            code = line.split("//")[0]
            if IMAGE_CALL.search(code):
                yield f"{path}:{number}: {IMAGE_CALL.search(code).group(1)} opens or decodes files"


def check_letters(root):
    """Widths are counted in letters of the text: a font's own mean is of every sign in its file."""
    for path in files(root, "app", "ui", "tests/gui", suffixes={".cpp", ".h"}):
        for number, line in enumerate(read(root, path).splitlines(), 1):
            if "averageCharWidth" in line.split("//")[0]:
                yield f"{path}:{number}: averageCharWidth() is no letter's: letters_px() is"


SUBJECTLESS = re.compile(r"///<? (Of|Those|As|Which|So many|The same of|What|Whatever|Who|Whoever|How)\b")


def check_comments(root):
    """A comment that documents begins with a verb or with the thing itself; one that begins with its
    condition is read twice. How it goes on in its next line is free."""
    for path in files(root, "app", "engine", "ui", "resources", "tests", suffixes={".cpp", ".h", ".cu"}):
        before = ""
        for number, line in enumerate(read(root, path).splitlines(), 1):
            text = line.strip()
            found = SUBJECTLESS.search(line)
            if found and not (text.startswith("///") and before.startswith("///")):
                yield f"{path}:{number}: a comment begins with “{found.group(1)}”"
            before = text


# --- rich text ----------------------------------------------------------------------------------

RICH_TEXT = re.compile(r"\b(Qt::RichText|Qt::AutoText|Qt::MarkdownText|QTextBrowser|QErrorMessage|"
                       r"QWhatsThis|QStaticText|setHtml|insertHtml|appendHtml|fromHtml|setMarkdown|"
                       r"QToolTip::showText)\b")
# The one that decides, a clipboard's HTML for spreadsheets, and a tip in tipLines().
RICH_TEXT_HOMES = {"ui/look/plain_texts.cpp", "ui/look/plain_texts.h",
                   "ui/export/table_clipboard.cpp", "ui/lab_report/report_page_sections.cpp"}


def check_rich_text(root):
    """Nothing in the window takes a text for HTML: an image that a file names would be opened (Y-02)."""
    for path in files(root, "app", "ui", suffixes={".cpp", ".h"}):
        if path.as_posix() in RICH_TEXT_HOMES:
            continue
        for number, line in enumerate(read(root, path).splitlines(), 1):
            if found := RICH_TEXT.search(line.split("//")[0]):
                yield f"{path}:{number}: {found.group(1)} takes texts for HTML (ui/look/plain_texts.h)"


# --- texts and labels ---------------------------------------------------------------------------

def flatten(value, prefix=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flatten(inner, f"{prefix}{key}.")
    else:
        yield prefix.rstrip("."), value


def unique_pairs(pairs):
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"the key {key} stands twice")
    return dict(pairs)


LANGUAGES = ("es", "en")


def text_files(root):
    """The files of words, {language: path} for each place: the common ones, then each experiment's.
    The same that resources/CMakeLists.txt embeds."""
    places = sorted({path.parent for path in root.glob("engine/experiments/*/words.*.json")})
    return [{language: Path(f"resources/text/{language}.json") for language in LANGUAGES},
            *({language: place.relative_to(root) / f"words.{language}.json"
               for language in LANGUAGES} for place in places)]


def read_text(root, path):
    """One file of words, {group: {code: sentence}}."""
    text = json.loads((root / path).read_text(encoding="utf-8"), object_pairs_hook=unique_pairs)
    if not isinstance(text, dict):
        raise ValueError("no object")
    return text


def merged_text(root, language):
    """All words of a language in one tree; what two experiments have, as the last has it."""
    merged = {}
    for place in text_files(root):
        for group, codes in read_text(root, place[language]).items():
            if isinstance(codes, dict):
                merged.setdefault(group, {}).update(codes)
            else:
                merged[group] = codes
    return merged


FORMS = re.compile(r"\{\w+\|[^|{}]+\|[^|{}]+\}")  # {n|run|runs} of engine/base/text.h


def check_text_of(place, texts):
    """One file of words against that of the other language; both are flat."""
    for key in sorted(texts["es"].keys() ^ texts["en"].keys()):
        missing = "es" if key in texts["en"] else "en"
        yield f"{place[missing]}: {key} is missing"
    for key in sorted(texts["es"].keys() & texts["en"].keys()):
        es, en = texts["es"][key], texts["en"][key]
        for language, text in (("es", es), ("en", en)):
            if not isinstance(text, str) or not text.strip():
                yield f"{place[language]}: {key} has no text"
        if sorted(re.findall(r"\{\w+\}", str(es))) != sorted(re.findall(r"\{\w+\}", str(en))):
            yield f"{place['es']}: {key} has other placeholders than in {place['en']}"
        for language, text in (("es", es), ("en", en)):
            if any(not FORMS.fullmatch(part) for part in re.findall(r"\{[^}]*\|[^}]*\}?", str(text))):
                yield f"{place[language]}: {key} has no form for one and one for the others"


def check_text(root):
    for place in text_files(root):
        texts = {}
        for language, path in place.items():
            try:
                texts[language] = dict(flatten(read_text(root, path)))
            except (OSError, ValueError) as error:
                yield f"{path}: {error}"
        if len(texts) == len(LANGUAGES):
            yield from check_text_of(place, texts)


def check_labels(root):
    for language in ("en", "es"):
        name = f"resources/labels/imagenet_{language}.txt"
        try:
            text = (root / name).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            yield f"{name}: {error}"
            continue
        lines = text.split("\n")
        if lines.pop() != "" or len(lines) != 1000:
            yield f"{name}: {len(lines)} lines instead of 1000, each ended by a line feed"
        seen = {}
        for number, line in enumerate(lines, 1):
            if line != line.strip() or not line or line != unicodedata.normalize("NFC", line):
                yield f"{name}:{number}: empty, padded or not in NFC"
            if seen.setdefault(line, number) != number:
                yield f"{name}:{number}: {line!r} is line {seen[line]} already"


# --- types --------------------------------------------------------------------------------------

NAMESPACE = re.compile(r"^(?:inline )?namespace ([\w:]* ?)\{")
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)(?: final)?(?: :[^;{]*)? ?\{")


def check_types(root):
    """Two types of one name are a fault that no linker tells: one has the other's functions."""
    places = {}
    for path in files(root, "app", "engine", "ui", suffixes={".h"}):
        if path.suffix != ".h":
            continue
        space = ""
        for number, line in enumerate(read(root, path).split("\n"), 1):
            if opened := NAMESPACE.match(line):
                space = opened.group(1).strip()  # without a name: each file's own
            elif (found := TYPE.match(line)) and space:
                name = f"{space}::{found.group(1)}"
                first = places.setdefault(name, f"{path}:{number}")
                if first != f"{path}:{number}":
                    yield f"{path}:{number}: {name} is also a type of {first}"


# --- headers ------------------------------------------------------------------------------------

# Folders whose headers need no LibTorch.
PLAIN_FOLDERS = ("base", "stats", "machine", "plan", "networks", "record", "measure", "report",
                 "lab_report", "classroom", "vision", "data", "tensor", "gpu", "models")
HEAVY = "nlohmann/json.hpp"  # three seconds for each header that includes it


def included(root, path, found):
    """Adds to found what a header of engine/ includes, also through others."""
    for match in INCLUDE.finditer(read(root, path)):
        header = match.group(1) or match.group(2)
        if header not in found:
            found.add(header)
            if (root / "engine" / header).is_file():
                included(root, Path("engine") / header, found)
    return found


def shows_libtorch(root, path):
    return any(LIBTORCH.match(header) for header in included(root, path, set()))


def changed_since(root, commits):
    """The files that the last commits and the working tree change; None where git cannot tell."""
    if not shutil.which("git"):
        return None
    run = subprocess.run(["git", "-C", str(root), "diff", "--name-only", "--relative",
                          f"HEAD~{commits}"], capture_output=True, text=True, check=False)
    return {Path(line) for line in run.stdout.splitlines()} if run.returncode == 0 else None


def check_headers(root, compiler="c++", recent=None):
    """Each header of these rooms compiles alone, but those that show LibTorch's."""
    folders = [f"engine/{name}" for name in PLAIN_FOLDERS]
    headers = [path for path in files(root, *folders, suffixes={".h"})
               if path.suffix == ".h" and not shows_libtorch(root, path)]
    changed = changed_since(root, recent) if recent else None
    if changed is not None:
        headers = [path for path in headers if path in changed]
    base = [compiler, "-std=c++20", "-Wall", "-Wextra", "-I", str(root / "engine"), "-I", str(root)]

    with tempfile.TemporaryDirectory(prefix="duelo-lint-") as folder:
        # Compiled once, and given only to those that would include it anyway: it hides nothing.
        heavy = Path(folder) / "heavy.h"
        heavy.write_text(f"#include <{HEAVY}>\n", encoding="utf-8")

        def compile_alone(path):
            precompiled = ["-include", str(heavy)] if path in heavy_ones else []
            run = subprocess.run([*base, "-fsyntax-only", "-x", "c++", *precompiled,
                                  "-include", str(root / path), "-"],
                                 input="", capture_output=True, text=True, check=False)
            return None if run.returncode == 0 else f"{path}: {run.stderr.strip().splitlines()[0]}"

        heavy_ones = {path for path in headers if HEAVY in included(root, path, set())}
        if heavy_ones:
            subprocess.run([*base, "-x", "c++-header", str(heavy), "-o", f"{heavy}.gch"],
                           capture_output=True, check=False)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            yield from filter(None, pool.map(compile_alone, headers))


# --- format -------------------------------------------------------------------------------------

FORMAT_VERSION = 14  # Debian 12's; others lay the same sources out in other ways
FORMAT_CHUNK = 16  # files for one call: starting it takes longer than reading one
FORMAT_COMPLAINT = re.compile(r"^(.+?):\d+:\d+: error: code should be clang-formatted", re.M)


def is_debian_12():
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        return False
    return bool(re.search(r"^ID=debian$", release, re.M)
                and re.search(r'^VERSION_ID="?12"?$', release, re.M))


def clang_format():
    """The program of the right version if there is one, else any, else None; and its version."""
    other = None, None
    for name in (f"clang-format-{FORMAT_VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            answer = subprocess.run([program, "--version"], capture_output=True, text=True,
                                    check=False).stdout
            found = re.search(r"version (\d+)\.", answer)
            version = int(found.group(1)) if found else 0
            if version == FORMAT_VERSION:
                return program, version
            other = program, version
    return other


def check_format(root):
    """Each source is laid out as .clang-format says (clang-format -i does it)."""
    program, version = clang_format()
    if not program:
        yield "clang-format: not found; install the Debian package clang-format"
        return
    if version != FORMAT_VERSION:
        reason = f"clang-format {version} formats otherwise than {FORMAT_VERSION}"
        if not is_debian_12():
            raise Skipped(reason)
        yield f"{program}: {reason}, which is Debian 12's: install its package clang-format"
        return
    sources = [path.as_posix() for path in files(root, "app", "engine", "ui", "tests",
                                                 suffixes={".cpp", ".h"})
               if path.suffix in (".cpp", ".h")]
    chunks = [sources[i:i + FORMAT_CHUNK] for i in range(0, len(sources), FORMAT_CHUNK)]

    def complaints(chunk):
        run = subprocess.run([program, "--dry-run", "-Werror", "--style=file", *chunk], cwd=root,
                             capture_output=True, encoding="utf-8", errors="replace", check=False)
        found = sorted(set(FORMAT_COMPLAINT.findall(run.stderr)))
        if run.returncode and not found:
            return [f"{chunk[0]}: {run.stderr.strip()[:200] or 'clang-format failed'}"]
        return [f"{path}: not formatted; clang-format -i does it" for path in found]

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(complaints, chunks):
            yield from found


# --- run paths ----------------------------------------------------------------------------------

# What readelf prints of where a program looks for its libraries, and of those it names.
RUNPATH = re.compile(r"Library r(?:un)?path: \[(.*)\]")
NEEDED = re.compile(r"Shared library: \[(.*)\]")


def is_elf(path):
    if path.is_symlink() or not path.is_file() or path.suffix in {".o", ".a", ".gch"}:
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def library_offences(dynamic):
    for element in (e for match in RUNPATH.finditer(dynamic) for e in match.group(1).split(":")):
        if not re.match(r"/|\$ORIGIN(/|$)|\$\{ORIGIN\}(/|$)", element):
            yield f"looks for libraries in '{element}', which depends on the current folder"
    for library in NEEDED.findall(dynamic):
        if "/" in library and not library.startswith("/"):
            yield f"needs {library}, which depends on the current folder"


def check_runpaths(root):
    """No program or library loads another from the folder in which it is called: all that is built
    in any tree, what that loads, and, where neither is below the root, all of it (a package)."""
    below = [root / f for f in ("build", ".deps/site") if (root / f).is_dir()] or [root]
    bare = root / "build" / "bare"  # a whole Debian, in which packaging/linux/prove.sh asks this
    found = sorted(path for folder in below for path in folder.rglob("*")
                   if bare not in path.parents and is_elf(path))
    for path in found:
        dynamic = subprocess.run(["readelf", "--dynamic", "--wide", path], text=True, check=True,
                                 capture_output=True, env={**os.environ, "LC_ALL": "C"}).stdout
        for offence in sorted(set(library_offences(dynamic))):
            yield f"{path.relative_to(root)}: {offence}"


CHECKS = {
    "includes": check_includes,
    "rooms": check_rooms,
    "drawing": check_drawing,
    "spdx": check_spdx,
    "layout": check_layout,
    "paths": check_paths,
    "image_io": check_image_io,
    "letters": check_letters,
    "comments": check_comments,
    "rich_text": check_rich_text,
    "text": check_text,
    "labels": check_labels,
    "types": check_types,
    "headers": check_headers,
    "format": check_format,
    "runpaths": check_runpaths,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--recent", type=int, metavar="COMMITS",
                        help="of headers, only those that the last COMMITS commits changed")
    parser.add_argument("--write", action="store_true", help="draw the rooms anew")
    options = parser.parse_args()
    check = CHECKS[options.check]
    arguments = (options.root,)
    if check is check_headers:
        arguments += (options.compiler, options.recent)
    elif check is check_drawing:
        arguments += (options.write,)
    try:
        offences = list(check(*arguments))
    except Skipped as reason:
        print(f"{options.check}: skipped: {reason}")
        return 0
    print("\n".join(offences) or f"{options.check}: nothing to complain about")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
