#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fills in the line of LibTorch for CUDA in packaging/gpu-windows.lock: its file, size, SHA-256 and address, as pip
finds it in PyTorch's own index.

    torch_lock.py [--report REPORT] [--lock LOCK]

The version is that of deps.lock. REPORT is what `pip install --report` has written; without it pip is asked, which
needs the network. Nothing is downloaded. The lock is left as it is where anything is missing or is not as it should be."""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

PACKAGING = pathlib.Path(__file__).resolve().parent.parent
INDEX = "https://download.pytorch.org/whl/cu130"


def pinned_version():
    return re.search(r"^torch==(\S+) ", (PACKAGING / "deps.lock").read_text(), re.MULTILINE)[1]


def asked(version):
    """Returns pip's report of what it would install."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed",
                        "--no-deps", "--only-binary=:all:", "--platform", "win_amd64", "--python-version", "3.11",
                        "--target", folder, "--index-url", INDEX, "--report", report, f"torch=={version}"],
                       check=True)
        return report.read_text()


def size_of(url):
    with urllib.request.urlopen(urllib.request.Request(url, method="HEAD"), timeout=60) as answer:
        return int(answer.headers["Content-Length"])


def line_of(report, version, size):
    """Returns the line of the lock. `size` tells the bytes at an address."""
    found = json.loads(report)["install"]
    if len(found) != 1:
        raise SystemExit(f"pip names {len(found)} packages instead of one")
    info = found[0]["download_info"]
    url, sha256 = info["url"], info["archive_info"].get("hashes", {}).get("sha256", "")
    file = urllib.parse.unquote(urllib.parse.urlparse(url).path.rsplit("/", 1)[1])
    if not url.startswith("https://") or not re.fullmatch(
            rf"torch-{re.escape(version)}\+cu13\d-[\w-]+-win_amd64\.whl", file):
        raise SystemExit(f"this is not LibTorch {version} for CUDA 13 of Windows: {url}")
    if not re.fullmatch(r"[0-9a-f]{64}", sha256):
        raise SystemExit(f"the index tells no SHA-256 of {file}")
    bytes_there = size(url)
    if bytes_there < 1 << 30:
        raise SystemExit(f"{file} has {bytes_there} bytes, too few for LibTorch with CUDA")
    return f"{file} {bytes_there} {sha256} {url}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--report", type=pathlib.Path)
    parser.add_argument("--size", type=int, help="of the file, where no network tells it")
    parser.add_argument("--lock", type=pathlib.Path, default=PACKAGING / "gpu-windows.lock")
    given = parser.parse_args()
    version = pinned_version()
    report = given.report.read_text() if given.report else asked(version)
    line = line_of(report, version, (lambda url: given.size) if given.size else size_of)
    kept = [other for other in given.lock.read_text().splitlines() if not other.startswith("torch-")]
    given.lock.write_text("\n".join([*kept, line]) + "\n")
    print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
