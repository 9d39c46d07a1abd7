# SPDX-License-Identifier: Apache-2.0
"""closure.py FOLDER... [--allow NAME...]: whether each library that a program or library (PE) in these
folders imports is in them too, or is Windows' own. Folders are searched with their sub-folders: Qt's
plug-ins find what lies beside the program. Prints what is missing, and who asks for it; exit 1 then.
With --from, prints instead which files of those folders complete the first one."""
import argparse
import pathlib
import struct
import sys

# What Windows 10 and later have in System32, as far as anything of Duelo's asks for it.
SYSTEM = set("""
advapi32 authz avrt bcrypt bcryptprimitives cfgmgr32 combase comctl32 comdlg32 crypt32 cryptbase d2d1 d3d11
d3d12 d3d9 dbghelp dcomp dnsapi dwmapi dwrite dxgi dxva2 gdi32 gdiplus icu icuin icuuc imagehlp imm32 iphlpapi kernel32 kernelbase
mf mfplat mfreadwrite mpr msvcrt ncrypt netapi32 normaliz ntdll odbc32 ole32 oleaut32 opengl32 pdh powrprof propsys psapi
rpcrt4 secur32 setupapi shcore shell32 shlwapi ucrtbase uiautomationcore user32 userenv usp10 uxtheme
version winhttp winmm winspool.drv wintrust wlanapi winscard wldap32 ws2_32 wsock32 wtsapi32
""".split())


class Pe:
    """The imports, the delayed ones and the few facts of a PE32+ file that packages promise."""

    def __init__(self, path):
        self.data = pathlib.Path(path).read_bytes()
        at = struct.unpack_from("<I", self.data, 0x3C)[0]
        if self.data[:2] != b"MZ" or self.data[at:at + 4] != b"PE\0\0":
            raise ValueError(f"{path} is no PE file")
        sections, size = struct.unpack_from("<H12xH", self.data, at + 6)
        optional = at + 24
        if struct.unpack_from("<H", self.data, optional)[0] != 0x20B:
            raise ValueError(f"{path} is not for 64 bits")
        self.directories = [struct.unpack_from("<II", self.data, optional + 112 + 8 * i)
                            for i in range(16)]
        self.sections = [struct.unpack_from("<8x4I", self.data, optional + size + 40 * i)
                         for i in range(sections)]

    def at(self, address):
        for virtual_size, virtual, raw_size, raw in self.sections:
            if virtual <= address < virtual + max(virtual_size, raw_size):
                return address - virtual + raw
        raise ValueError(f"address {address:#x} lies in no section")

    def text(self, address):
        begin = self.at(address)
        return self.data[begin:self.data.index(b"\0", begin)].decode("ascii")

    def names(self, directory, step, field):
        address, size = self.directories[directory]
        begin = self.at(address) if size else None
        while begin is not None:
            row = struct.unpack_from(f"<{step // 4}I", self.data, begin)
            if not any(row):
                return
            yield self.text(row[field])
            begin += step

    def imports(self):
        return {name.lower() for name in (*self.names(1, 20, 3), *self.names(13, 32, 1))}


def of_windows(name):
    stem = name.removesuffix(".dll")
    return stem in SYSTEM or stem.startswith(("api-ms-win-", "ext-ms-win-"))


def complete(users, here, folders):
    """The files of the folders that these programs and libraries import, and those that they do."""
    offered = {file.name.lower(): file for folder in folders if folder.is_dir()
               for file in sorted(folder.glob("*.dll"))}
    taken = []
    while users:
        wanted = {name for file in users for name in Pe(file).imports()}
        users = [offered[name] for name in sorted(wanted - here) if name in offered]
        here |= {file.name.lower() for file in users}
        taken += users
    return taken


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--allow", nargs="*", default=[], help="libraries that come from elsewhere")
    parser.add_argument("--from", nargs="*", default=[], type=pathlib.Path, dest="offers",
                        help="folders that hold more libraries")
    arguments = parser.parse_args()
    files = [file for folder in arguments.folders for file in sorted(folder.rglob("*"))
             if file.suffix.lower() in (".exe", ".dll", ".pyd")]
    here = {file.name.lower() for file in files} | {name.lower() for name in arguments.allow}
    if arguments.offers:
        print(*complete(files, here, arguments.offers), sep="\n")
        return 0
    missing = {}
    for file in files:
        for name in Pe(file).imports():
            if name not in here and not of_windows(name):
                missing.setdefault(name, []).append(file.name)
    for name, users in sorted(missing.items()):
        print(f"{name} is missing; {', '.join(sorted(users)[:4])} import it")
    print(f"{len(files)} files, {len(missing)} libraries missing")
    return 1 if missing or not files else 0


if __name__ == "__main__":
    sys.exit(main())
