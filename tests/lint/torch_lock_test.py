#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""packaging/windows/torch_lock.py: what it takes of pip's report, and that a report of anything else changes no lock."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "windows" / "torch_lock.py"
FILE = "torch-2.11.0+cu130-cp311-cp311-win_amd64.whl"
URL = "https://index.example/whl/cu130/" + FILE.replace("+", "%2B")
SHA = "5e" * 32
OTHERS = "# a comment\nnvidia_one-1.0-py3-none-win_amd64.whl 7 00 https://index.example/one.whl\n"


class TorchLock(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.lock = pathlib.Path(self.folder.name) / "gpu-windows.lock"
        self.lock.write_text(OTHERS)

    def tearDown(self):
        self.folder.cleanup()

    def run_with(self, url=URL, sha=SHA, size=2 << 30, packages=1):
        report = pathlib.Path(self.folder.name) / "report.json"
        one = {"download_info": {"url": url, "archive_info": {"hashes": {"sha256": sha} if sha else {}}}}
        report.write_text(json.dumps({"install": [one] * packages}))
        return subprocess.run([sys.executable, "-B", SCRIPT, "--report", report, "--size", str(size), "--lock", self.lock],
                              capture_output=True, text=True)

    def test_the_line_is_filled_in_once(self):
        for sha in ("0a" * 32, SHA):  # the second takes the place of the first
            self.assertEqual(self.run_with(sha=sha).returncode, 0)
        self.assertEqual(self.lock.read_text(), OTHERS + f"{FILE} {2 << 30} {SHA} {URL}\n")

    def test_anything_else_is_refused(self):
        for wrong in ({"url": URL.replace("2.11.0", "2.10.0")}, {"url": URL.replace("cu130", "cpu")},
                      {"url": URL.replace("win_amd64", "manylinux_2_28_x86_64")},
                      {"url": URL.replace("https", "http")}, {"sha": ""}, {"sha": "5e"}, {"size": 115_000_000},
                      {"packages": 0}, {"packages": 2}):
            with self.subTest(**wrong):
                self.assertNotEqual(self.run_with(**wrong).returncode, 0)
                self.assertEqual(self.lock.read_text(), OTHERS)


if __name__ == "__main__":
    unittest.main()
