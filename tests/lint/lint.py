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
import subprocess
import sys
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


def read(root, path):
    return (root / path).read_text(encoding="utf-8", errors="replace")


# --- includes -----------------------------------------------------------------------------------

# Which of the project's folders each folder may include (design: the dependency rule).
ALLOWED_FOLDERS = {
    "core": {"core"},
    "report": {"core", "report"},
    "vision": {"core", "vision"},
    "data": {"core", "vision", "data"},
    "models": {"core", "models"},
    "workloads": {"core", "vision", "data", "models", "workloads"},
    "cuda": {"core", "models", "workloads", "cuda"},
    "ui": {"core", "report", "ui"},
    "gui_main": {"core", "report", "ui"},
    "app": {"core", "report", "vision", "data", "models", "workloads", "cuda", "app"},
}
PROJECT_FOLDERS = {"core", "report", "vision", "data", "models", "workloads", "cuda", "ui", "app"}

# Foreign headers, and the folders that may see them.
FOREIGN = {
    "Qt": (re.compile(r"Q[A-Z]|Qt|qt|q[a-z]+\.h$"), {"ui", "gui_main"}),
    "LibTorch": (re.compile(r"(torch|ATen|c10|caffe2)/"), {"models", "data", "workloads", "cuda",
                                                           "app"}),
    "OpenCV": (re.compile(r"opencv2?/"), {"vision"}),
    "CUDA": (re.compile(r"(cuda|nvrtc|nvml|cupti|cublas|cudnn|nvToolsExt)"), {"cuda"}),
    "libxlsxwriter": (re.compile(r"xlsxwriter"), {"report"}),
    "CLI11": (re.compile(r"CLI/"), {"app"}),
}
# core is what everybody else stands on: besides the standard library only these, the last two
# in one file each so that nobody comes to depend on them.
CORE_HEADERS = re.compile(r"(nlohmann/|tl/|resources/)")
CORE_PRIVATE = {"hwloc.h": "machine.cpp", "openssl/evp.h": "sha256.cpp"}
SYSTEM_HEADER = re.compile(
    r"(sys/[a-z]+|linux/[a-z]+|unistd|fcntl|sched|errno|signal|pthread|dlfcn|poll|spawn|malloc|"
    r"windows|io|process|powrprof|psapi|bcrypt|intrin|cpuid|immintrin|share|aclapi|sddl|"
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
    if "/" in header and folder in PROJECT_FOLDERS:
        if folder not in ALLOWED_FOLDERS.get(where, PROJECT_FOLDERS):
            return f"{where} must not include {folder}"
        return None
    for name, (pattern, allowed) in FOREIGN.items():
        if pattern.match(header):
            return None if where in allowed else f"{where} must not include {name}"
    if where != "core":
        return None
    standard = "." not in header and "/" not in header
    if standard or CORE_HEADERS.match(header):
        return None
    if path.suffix == ".cpp" and (SYSTEM_HEADER.match(header)
                                  or CORE_PRIVATE.get(header) == path.name):
        return None
    return "core takes the standard library, nlohmann-json and tl::expected only"


def check_includes(root):
    for path in files(root, "app", "engine", "ui", suffixes={".cpp", ".h", ".cu"}):
        for match in INCLUDE.finditer(read(root, path)):
            header = match.group(1) or match.group(2)
            offence = include_offence(path, header)
            if offence:
                yield f"{path}: <{header}>: {offence}"


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
             "CMakePresets.json", "README.md", "LICENSE", "CONTRIBUTING.md"}
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


IMAGE_CALL = re.compile(r"\b(imread|imreadmulti|imwrite|imwritemulti|VideoCapture|imshow)\b")


def check_image_io(root):
    """Files reach OpenCV as bytes only: its own opening fails on names outside the ANSI page."""
    for path in files(root, "app", "engine", "ui", suffixes={".cpp", ".h", ".cu"}):
        for number, line in enumerate(read(root, path).splitlines(), 1):
            code = line.split("//")[0]
            if IMAGE_CALL.search(code):
                yield f"{path}:{number}: {IMAGE_CALL.search(code).group(1)} opens files itself"


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


def check_text(root):
    texts = {}
    for language in ("es", "en"):
        path = root / "resources/text" / f"{language}.json"
        try:
            texts[language] = dict(flatten(json.loads(path.read_text(encoding="utf-8"),
                                                      object_pairs_hook=unique_pairs)))
        except (OSError, ValueError) as error:
            yield f"resources/text/{language}.json: {error}"
            return
    for key in sorted(texts["es"].keys() ^ texts["en"].keys()):
        missing = "es" if key in texts["en"] else "en"
        yield f"resources/text/{missing}.json: {key} is missing"
    for key in sorted(texts["es"].keys() & texts["en"].keys()):
        es, en = texts["es"][key], texts["en"][key]
        for language, text in (("es", es), ("en", en)):
            if not isinstance(text, str) or not text.strip():
                yield f"resources/text/{language}.json: {key} has no text"
        if sorted(re.findall(r"\{\w+\}", str(es))) != sorted(re.findall(r"\{\w+\}", str(en))):
            yield f"resources/text: {key} has other placeholders in es than in en"


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


# --- headers ------------------------------------------------------------------------------------

def check_headers(root, compiler="c++"):
    """Each header of the libraries without LibTorch compiles alone."""
    headers = list(files(root, "engine/core", "engine/report", "engine/vision", "engine/data",
                         suffixes={".h"}))
    headers = [path for path in headers if path.suffix == ".h"]

    def compile_alone(path):
        command = [compiler, "-std=c++20", "-fsyntax-only", "-x", "c++", "-Wall", "-Wextra",
                   "-I", str(root / "engine"), "-I", str(root), "-include", str(root / path),
                   "-"]
        run = subprocess.run(command, input="", capture_output=True, text=True, check=False)
        return None if run.returncode == 0 else f"{path}: {run.stderr.strip().splitlines()[0]}"

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from filter(None, pool.map(compile_alone, headers))


CHECKS = {
    "includes": check_includes,
    "spdx": check_spdx,
    "layout": check_layout,
    "paths": check_paths,
    "image_io": check_image_io,
    "text": check_text,
    "labels": check_labels,
    "headers": check_headers,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--compiler", default="c++")
    options = parser.parse_args()
    check = CHECKS[options.check]
    arguments = (options.root, options.compiler) if check is check_headers else (options.root,)
    offences = list(check(*arguments))
    print("\n".join(offences) or f"{options.check}: nothing to complain about")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
