# SPDX-License-Identifier: Apache-2.0
"""licences.py TREE: whether the terms of everything in a package are in it too. TREE holds bin/, lib/duelo/
and share/, or what those are on Windows. Prints what has none; exit 1 then."""
import fnmatch
import pathlib
import sys

tree = pathlib.Path(sys.argv[1])
terms = tree / "share/doc/duelo/licences"
table = (terms / "third_party.md").read_text(encoding="utf-8")
# Of a file, by its name: which texts must be there, and which words of third_party.md tell what it is.
OURS = (["copyright", "licences/Apache-2.0.txt", "licences/GPL-3.0.txt"], [])
KNOWN = [
    ("duelo duelo-engine duelo.exe duelo-engine.exe libduelo_*.so duelo_*.dll", OURS),
    ("libtorch_* libc10* libgomp* libshm* libcaffe2* torch_* c10* libiomp5md.dll uv.dll",
     (["licences/libtorch/LICENSE", "licences/libtorch/NOTICE"], ["LibTorch (PyTorch)", "GNU OpenMP"])),
    ("libcudart* libcupti* libcu* libnv* libnccl* cu*.dll nv*.dll",
     (["licences/nvidia/*"], ["CUDA runtime", "CUPTI"])),
    ("qtbase_*.qm qt_*.qm", (["licences/GPL-3.0.txt"], ["qtbase_es.qm"])),
    ("Qt6*.dll q*.dll", (["licences/LGPL-3.0.txt", "licences/GPL-3.0.txt"], ["Qt: Core, Gui", "Qt Charts"])),
    ("msvcp140*.dll vcruntime140*.dll", (["licences/microsoft/*"], ["Visual C++"])),
    ("dnnl.dll", (["licences/onednn/*"], ["oneDNN, of the mode"])),
    ("libmmd.dll svml_dispmd.dll", (["licences/intel/*"], ["Intel compiler runtime"])),
    ("efficientnet-lite0-*.pth", (["licences/Apache-2.0.txt"], ["EfficientNet-Lite0"])),
]
# Plug-ins come from the packages of the libraries that they plug into.
PLUGINS = {"wayland": "libqt6waylandclient6", "": "libqt6gui6"}


def rows_of(table_file):
    """Library to packages, as BundleLibraries.cmake or package.sh noted."""
    packages = {}
    for line in table_file.read_text(encoding="utf-8").splitlines()[1:] if table_file.exists() else []:
        library, package = line.split("\t")[:2]
        if package:
            packages.setdefault(library, []).append(package)
    return packages


def lacks(file, packages):
    """What is missing of the terms of that file."""
    name = file.name
    owners = packages.get(name, [])
    if "plugins" in file.parts and name.endswith(".so"):
        owners = [next(package for part, package in PLUGINS.items() if part in str(file))]
    if owners:
        texts = [f"libraries/{package}.txt" for package in owners]
        return [text for text in texts if not (terms / text).exists()]
    for patterns, (texts, words) in KNOWN:
        if any(fnmatch.fnmatch(name, pattern) for pattern in patterns.split()):
            return [text for text in texts if not list(terms.parent.glob(text))] + \
                   [f"“{word}” in third_party.md" for word in words if word not in table]
    return ["any terms"]


def shipped(folder):
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        if file.is_file() and ("doc" not in parts) and ("share" not in parts or "weights" in parts) and (
                "bin" in parts or file.suffix in (".qm", ".pth", ".dll", ".exe") or ".so" in file.name):
            if file.suffix not in (".conf", ".ini"):
                yield file


def main():
    packages = rows_of(terms / "libraries.tsv")
    files, bad = 0, 0
    for file in shipped(tree):
        files += 1
        for lack in lacks(file, packages):
            print(f"{file.relative_to(tree)}: {lack} is missing")
            bad += 1
    # What comes with Duelo and is no program stands in the table by its name.
    for folder, pattern in (("samples", "*.*g"), ("cascades", "*.xml"), ("data", "*.gz")):
        for file in sorted((tree / "share/duelo" / folder).glob(pattern)):
            files += 1
            stem = file.name.split("-")[0] if folder == "data" else file.name
            if f"resources/{folder}/{stem}" not in table:
                print(f"{file.relative_to(tree)}: it is not in third_party.md")
                bad += 1
    print(f"{files} files, {bad} without their terms")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main())
