# SPDX-License-Identifier: Apache-2.0
"""facts.py [--installer] VERSION FILE...: reads back what programs (PE) say of themselves to Windows:
version resource, and the manifest's code page, long paths, rights and sharpness. Exit 1, and a line
for each, where one is not as promised."""
import argparse
import struct
import sys
import xml.etree.ElementTree as xml

from closure import Pe

VERSION, MANIFEST = 16, 24  # RT_VERSION, RT_MANIFEST


class Resources(Pe):
    def resource(self, kind):
        """The first resource of that kind, in whatever language; None if there is none."""
        address, size = self.directories[2]
        if not size:
            return None
        begin = self.at(address)
        at, wanted = begin, kind
        for _ in range(3):  # kind, name, language
            named, numbered = struct.unpack_from("<12xHH", self.data, at)
            rows = [struct.unpack_from("<II", self.data, at + 16 + 8 * i) for i in range(named + numbered)]
            rows = [row for row in rows if wanted is None or row[0] == wanted]
            if not rows:
                return None
            at, wanted = begin + (rows[0][1] & 0x7FFFFFFF), None
        address, size = struct.unpack_from("<II", self.data, at)
        return self.data[self.at(address):self.at(address) + size]


def version_strings(block):
    """The strings of a VERSIONINFO: each after its key, at the next multiple of four bytes."""
    found = {}
    for key in ("ProductName", "ProductVersion", "FileVersion", "FileDescription", "LegalCopyright"):
        begin = block.find((key + "\0").encode("utf-16-le"))
        if begin >= 0:
            at = (begin + 2 * len(key) + 2 + 3) & ~3
            text = block[at:].decode("utf-16-le", "replace")
            found[key] = text.split("\0")[0]
    return found


def settings(manifest):
    """What its elements say, by their names without name spaces."""
    told = {}
    for element in xml.fromstring(manifest.strip(b"\0")).iter():
        name = element.tag.rpartition("}")[2]
        told[name] = element.get("level") or (element.text or "").strip()
    return told


def complaints(path, version, installer):
    program = Resources(path)
    block, manifest = program.resource(VERSION), program.resource(MANIFEST)
    if block is None or manifest is None:
        return ["has no version resource or no manifest"]
    strings, told = version_strings(block), settings(manifest)
    found = []

    def expect(what, is_so, value):
        if not is_so:
            found.append(f"{what}: {value!r}")

    for key in ("ProductVersion", "FileVersion"):
        expect(key, strings.get(key, "") == version, strings.get(key))
    numbers = tuple(int(part) for part in version.split("."))
    high, low = struct.unpack_from("<II", block, block.index(struct.pack("<I", 0xFEEF04BD)) + 8)
    expect("file version", (high >> 16, high & 0xFFFF, low >> 16) == numbers, (high, low))
    expect("ProductName", strings.get("ProductName") == "Duelo", strings.get("ProductName"))
    for key in ("FileDescription", "LegalCopyright"):
        expect(key, strings.get(key), strings.get(key))
    expect("rights", told.get("requestedExecutionLevel") == "asInvoker", told.get("requestedExecutionLevel"))
    expect("longPathAware", told.get("longPathAware") == "true", told.get("longPathAware"))
    if installer:
        expect("dpiAware", told.get("dpiAware", "").startswith("true"), told.get("dpiAware"))
    else:
        expect("activeCodePage", told.get("activeCodePage") == "UTF-8", told.get("activeCodePage"))
        # Qt asks for the sharpest itself, and could not where the manifest had said less.
        expect("dpiAware", "dpiAware" not in told and "dpiAwareness" not in told, told)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--installer", action="store_true", help="made by NSIS, which draws itself")
    parser.add_argument("version")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    bad = 0
    for path in arguments.files:
        for complaint in complaints(path, arguments.version, arguments.installer):
            print(f"{path}: {complaint}")
            bad += 1
    print(f"{len(arguments.files)} files, {bad} facts not as promised")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
