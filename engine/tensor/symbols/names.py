#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes operator_names.inc: the mangled names, in LibTorch's builds for Linux and Windows, of the operations that
../*operators.cpp and ../tensor_operations.cpp call. Writes the table of operations in ../README.md too, and checks that
the names in function_names.inc, which are written by hand, are exported.

    names.py [--check] LINUX_LIB_FOLDER WINDOWS_LIB_FOLDER

The folders are torch/lib of the two wheels that packaging/deps.lock and deps-windows.lock pin.
--check changes nothing: it fails where a file would change."""
import argparse
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ("tensor_operations.cpp", "operators.cpp", "network_operators.cpp")
LINUX = ("libtorch_cpu.so", "libc10.so")
# The part for CUDA: only Linux' is pinned as a whole. It is called by names in C alone, which are the same.
LINUX_CUDA = "libtorch_cuda.so"
# LibTorch defines these in a header. Microsoft's compiler exports them all the same.
IN_HEADERS = ("device_stats", "empty_device_cache", "reset_device_peak")
WINDOWS = ("torch_cpu.dll", "c10.dll")
BEGIN, END = "<!-- operations: written by symbols/names.py -->", "<!-- end of operations -->"


def exports_of_so(path):
    lines = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True,
                           text=True).stdout.splitlines()
    return [line.split()[-1].split("@")[0] for line in lines]


def exports_of_dll(path):
    """Returns the names in a PE file's export directory."""
    data = path.read_bytes()

    def number(at, kind="<I"):
        return struct.unpack_from(kind, data, at)[0]

    header = number(0x3C)
    optional = header + 24
    sections = []
    for i in range(number(header + 6, "<H")):
        at = optional + number(header + 20, "<H") + 40 * i
        size, address, raw_size, raw = struct.unpack_from("<IIII", data, at + 8)
        sections.append((address, max(size, raw_size), raw))

    def place(address):
        return next(address - start + raw for start, size, raw in sections
                    if start <= address < start + size)

    directory = place(number(optional + 112))
    names = place(number(directory + 32))
    found = []
    for i in range(number(directory + 24)):
        at = place(number(names + 4 * i))
        found.append(data[at:data.index(b"\0", at)].decode())
    return found


def linux_calls(names):
    """Maps an operation to the mangled names of its entry."""
    calls = {}
    for name in names:
        match = re.match(r"_ZN2at4_ops(\d+)", name)
        if match:
            end = match.end() + int(match[1])
            if name[end:].startswith("4callE"):
                calls.setdefault(name[match.end():end], []).append(name)
    return calls


def windows_calls(names):
    calls = {}
    for name in names:
        match = re.match(r"\?call@(\w+)@_ops@at@@", name)
        if match:
            calls.setdefault(match[1], []).append(name)
    return calls


def result_of(windows):
    """Returns the name that names.h has for the type of the result, which only Microsoft's mangled names tell."""
    after = windows.split("@_ops@at@@SA", 1)[1]
    kinds = [(r"\?AV\?\$tuple@AEAVTensor@at@@AEAV12@@std@@", "Into2"),
             (r"\?AV\?\$tuple@VTensor@at@@V12@@std@@", "New2"),
             (r"\?AV\?\$tuple@VTensor@at@@V12@V12@@std@@", "New3"),
             (r"\?AVTensor@\d@", "New"), (r"AEAVTensor@\d@|AEBVTensor@\d@|X", "Into"), (r"_N", "Truth")]
    for pattern, kind in kinds:
        if re.match(pattern, after):
            return kind
    raise SystemExit(f"no kind of result for {windows}")


def one(found, operation):
    if len(found.get(operation, [])) != 1:
        raise SystemExit(f"{operation}: {len(found.get(operation, []))} entries instead of one")
    return found[operation][0]


def functions():
    text = re.sub(r'"\s+"', "", (HERE / "function_names.inc").read_text())
    return re.findall(r'FUNCTION\((\w+),\s*"(.*?)",\s*"(.*?)"\)', text)


def table(operations):
    """Returns the rows of the table in ../README.md."""
    words = {"New": "a tensor", "New2": "two tensors", "New3": "three tensors", "Truth": "a bool",
             "Into": "into an argument", "Into2": "into two arguments"}
    rows = []
    for operation, kind in operations:
        # These are for GPUs alone. Under Wine the proof sees the error that they give on the CPU.
        proven = "its error" if operation.startswith("cudnn_") else "yes"
        rows.append(f"| `{operation}` | {words[kind]} | yes | {proven} |")
    return rows


def with_table(readme, rows):
    before, rest = readme.split(BEGIN, 1)
    return before + BEGIN + "\n" + "\n".join(rows) + "\n" + END + rest.split(END, 1)[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("linux", type=pathlib.Path)
    parser.add_argument("windows", type=pathlib.Path)
    asked = parser.parse_args()
    linux = [name for file in LINUX for name in exports_of_so(asked.linux / file)]
    windows = [name for file in WINDOWS for name in exports_of_dll(asked.windows / file)]
    source = "".join(re.sub(r"//.*", "", (HERE.parent / name).read_text()) for name in SOURCES)
    called = sorted(set(re.findall(r"\bCALL(?:_INTO|_BOOL|_TUPLE\(\d,)?[( ]\s*(\w+),", source)))
    on_linux, on_windows = linux_calls(linux), windows_calls(windows)
    lines = ["// SPDX-License-Identifier: Apache-2.0", "// Written by names.py; see there.",
             "// OPERATOR(operation, what it returns, name on Linux, name on Windows)"]
    operations = []
    for operation in called:
        its_linux, its_windows = one(on_linux, operation), one(on_windows, operation)
        operations.append((operation, result_of(its_windows)))
        lines.append(f'OPERATOR({operation}, {operations[-1][1]},\n         "{its_linux}",\n'
                     f'         "{its_windows}")')
    failed = False
    readme = HERE.parent / "README.md"
    for path, text in ((HERE / "operator_names.inc", "\n".join(lines) + "\n"),
                       (readme, with_table(readme.read_text(), table(operations)))):
        if path.exists() and path.read_text() == text:
            continue
        if asked.check:
            print(f"{path.name} is not up to date")
            failed = True
        else:
            path.write_text(text)
    linux, windows = set(linux), set(windows)
    wanted = functions()
    for file in HERE.glob("*.cpp"):
        wanted += [(file.name, name, name)
                   for name in re.findall(r'"((?:aoti_)?torch_\w+)"', file.read_text())]
    cuda = exports_of_so(asked.linux / LINUX_CUDA)
    for name in re.findall(r'"((?:aoti_)?torch_\w+)"', (HERE.parent / "torch_cuda.cpp").read_text()):
        if name not in cuda:
            print(f"torch_cuda.cpp: {LINUX_CUDA} does not export {name}")
            failed = True
    wanted = [(name, "" if name in IN_HEADERS else its_linux, its_windows)
              for name, its_linux, its_windows in wanted]
    for where, its_linux, its_windows in wanted:
        for name, exported, system in ((its_linux, linux, "Linux"), (its_windows, windows, "Windows")):
            if name and name not in exported:
                print(f"{where}: {system}'s LibTorch does not export {name}")
                failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
