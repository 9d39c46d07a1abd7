#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a test sees of its PC (Y-20b): environment.sh lets through what it is given and no more."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[1] / "environment.sh"
# A desktop that has all that once turned a test round, and what nobody has thought of.
DESKTOP = {"LANG": "es_ES.UTF-8", "LC_ALL": "ar_EG.UTF-8", "LANGUAGE": "es", "TZ": "Asia/Kathmandu",
           "DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "XDG_CONFIG_HOME": "/nowhere",
           "XDG_RUNTIME_DIR": "/nowhere", "QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORMTHEME": "gtk3",
           "QT_STYLE_OVERRIDE": "kvantum", "QT_FONT_DPI": "192", "OMP_NUM_THREADS": "1",
           "DUELO_ENGINE": "/bin/false", "FONTCONFIG_FILE": "/nowhere", "UNHEARD_OF": "1"}
KEPT = {"PATH": os.environ["PATH"], "TMPDIR": tempfile.gettempdir(), "DUELO_ACCEPT_GOLDEN": ""}


class EnvironmentTest(unittest.TestCase):
    def seen(self, *arguments):
        run = subprocess.run(["bash", SCRIPT, *arguments], env=DESKTOP | KEPT, text=True,
                             capture_output=True, check=True, umask=0o077)
        return run.stdout

    def test_nothing_of_the_desktop_is_seen(self):
        lines = self.seen("HOME=/a home", "TZ=UTC", "TZ=CET", "env").splitlines()
        variables = dict(line.split("=", 1) for line in lines)
        variables.pop("_", None)  # of the shell
        self.assertEqual(variables, KEPT | {"HOME": "/a home", "TZ": "CET"})

    def test_a_temporary_folder_is_there(self):
        with tempfile.TemporaryDirectory(suffix=" with a space") as folder:
            for given, told in ((folder, folder), (folder + "/missing", ""), ("", "")):
                run = subprocess.run(["bash", SCRIPT, "sh", "-c", 'printf %s "$TMPDIR"'],
                                     env=KEPT | {"TMPDIR": given}, text=True, check=True,
                                     capture_output=True)
                self.assertEqual(run.stdout, told)

    def test_files_have_the_usual_mode(self):
        self.assertEqual(self.seen("sh", "-c", "umask").strip(), "0022")

    def test_arguments_and_status_are_the_programs_own(self):
        self.assertEqual(self.seen("A=1", "printf", "%s|", "b c", "", "D=2"), "b c||D=2|")
        run = subprocess.run(["bash", SCRIPT, "A=1", "sh", "-c", "exit 7"], check=False)
        self.assertEqual(run.returncode, 7)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
