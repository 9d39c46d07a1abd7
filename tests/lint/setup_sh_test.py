#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""packaging/linux/setup.sh with a small tree in Duelo's place (Y-27): whatever goes wrong, an older Duelo
stays whole, and setup can be repeated and taken away."""

import os
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
SETUP = SOURCE / "packaging/linux/setup.sh"
MENU = ("share/applications/org.duelo.Duelo.desktop", "share/mime/packages/org.duelo.Duelo.xml",
        "share/icons/hicolor/scalable/apps/org.duelo.Duelo.svg")
# Mounts of its own, where this system lets a user have them.
UNSHARED = ["unshare", "--user", "--map-root-user", "--mount"]
MOUNTS = subprocess.run([*UNSHARED, "mount", "-t", "tmpfs", "-o", "noexec", "tmpfs", "/mnt"],
                        capture_output=True, check=False).returncode == 0


class SetupTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="duelo setup ñ "))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.home = self.folder / "home"
        self.to = self.home / ".local/opt/duelo"
        self.stubs = self.folder / "stubs"
        for path in (self.home, self.stubs):
            path.mkdir()

    def pack(self, version, large=0):
        """A folder with what the .run unpacks: setup.sh, and the tree of that version."""
        tree = self.folder / f"duelo-{version}"
        for name in ("bin/duelo", "bin/duelo-engine", f"lib/duelo/only-in-{version}", "setup.sh", *MENU):
            path = tree / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("Exec=duelo\n" if name.endswith(".desktop") else f"#!/bin/sh\necho {version}\n")
            path.chmod(0o755)
        shutil.copy(SETUP, tree / "setup.sh")
        (tree / "lib/duelo/weights").write_bytes(os.urandom(1 << 20) if large else b"")
        listed = sorted(str(p.relative_to(tree)) for p in tree.rglob("*") if p.is_file())
        (tree / "share/duelo").mkdir(parents=True)
        (tree / "share/duelo/files.txt").write_text("\n".join(listed) + "\n")
        packed = self.folder / f"packed-{version}"
        packed.mkdir()
        with tarfile.open(packed / "tree.tar.xz", "w:xz") as archive:
            archive.add(tree, arcname=tree.name)
        shutil.copy(SETUP, packed / "setup.sh")
        return packed

    def run_setup(self, folder, *arguments, shell=("sh",), prefix=()):
        environment = {"PATH": f"{self.stubs}:{os.environ['PATH']}", "HOME": str(self.home), "LC_ALL": "C.UTF-8"}
        return subprocess.run([*prefix, *shell, str(folder / "setup.sh"), *arguments], env=environment,
                              capture_output=True, text=True, check=False, timeout=60)

    def installed(self, version):
        answer = subprocess.run([self.to / "bin/duelo-engine"], capture_output=True, text=True, check=True)
        self.assertEqual(answer.stdout.strip(), version)
        self.assertTrue((self.to / f"lib/duelo/only-in-{version}").exists())
        self.assertIn(f'Exec="{self.to}/bin/duelo"', (self.home / ".local" / MENU[0]).read_text())
        self.assertFalse((self.to / ".duelo-setup").exists())

    def test_over_an_older_one_and_away(self):
        first, second = self.pack("1"), self.pack("2")
        self.assertEqual(self.run_setup(first, "install").returncode, 0)
        self.installed("1")
        mine = [self.to / "bin/duelo.ini", self.to / "results/mine.duelo"]
        mine[1].parent.mkdir()
        for path in mine:
            path.write_text("mine")
        again = self.run_setup(second, "install")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.installed("2")
        self.assertFalse((self.to / "lib/duelo/only-in-1").exists())
        gone = self.run_setup(self.to, "remove")
        self.assertEqual(gone.returncode, 0, gone.stderr)
        self.assertIn("is yours", gone.stdout)
        self.assertEqual(sorted(p for p in self.to.rglob("*") if p.is_file()), sorted(mine))

    def test_no_room_is_said_before_anything_changes(self):
        self.run_setup(self.pack("1"), "install")
        (self.stubs / "df").write_text("#!/bin/sh\necho head\necho tmpfs 1 1 1024 1% /\n")
        (self.stubs / "df").chmod(0o755)
        answer = self.run_setup(self.pack("2"), "install")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("There is no room in", answer.stderr)
        self.installed("1")
        other = self.run_setup(self.folder / "packed-2", "install", str(self.home / "other"))
        self.assertEqual(other.returncode, 1)
        self.assertFalse((self.home / "other").exists())

    def test_a_disk_that_is_full_while_it_is_unpacked(self):
        """A limit of the size of a file in its place: tar stops in the middle of it."""
        full = ("bash", "-c", 'trap "" XFSZ; ulimit -f 100; exec "$@"', "_", "sh")
        packed = self.pack("2", large=1)
        answer = self.run_setup(packed, "install", shell=full)
        self.assertEqual(answer.returncode, 1)
        self.assertIn("could not be unpacked", answer.stderr)
        self.assertFalse(self.to.exists())
        self.assertEqual(self.run_setup(self.pack("1"), "install").returncode, 0)
        self.assertEqual(self.run_setup(packed, "install", shell=full).returncode, 1)
        self.installed("1")  # as it was
        self.assertEqual(self.run_setup(packed, "install").returncode, 0)
        self.installed("2")
        self.assertEqual(self.run_setup(self.to, "remove").returncode, 0)
        self.assertFalse(self.to.exists())

    def test_a_setup_that_was_killed_is_repeated(self):
        left = self.to / ".duelo-setup/bin"
        left.mkdir(parents=True)
        (left / "duelo").write_text("half")
        self.assertEqual(self.run_setup(self.pack("1"), "install").returncode, 0)
        self.installed("1")

    def test_other_files_and_no_duelo(self):
        self.to.mkdir(parents=True)
        (self.to / "letter.txt").write_text("mine")
        answer = self.run_setup(self.pack("1"), "install")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("holds other files", answer.stderr)
        self.assertEqual(os.listdir(self.to), ["letter.txt"])
        shutil.copy(SETUP, self.to)
        gone = self.run_setup(self.to, "remove")
        self.assertEqual(gone.returncode, 1)
        self.assertIn("holds no Duelo", gone.stderr)

    @unittest.skipUnless(MOUNTS, "no mounts for users here")
    def test_where_no_program_may_start(self):
        packed = self.pack("1")
        self.to.mkdir(parents=True)
        mount = (*UNSHARED, "sh", "-c", 'mount -t tmpfs -o noexec tmpfs "$0" && exec "$@"')
        answer = self.run_setup(packed, "install", prefix=(*mount, str(self.to)))
        self.assertEqual(answer.returncode, 1)
        self.assertIn("noexec", answer.stderr)

    @unittest.skipUnless(MOUNTS and shutil.which("makeself"), "no mounts for users here, or no makeself")
    def test_the_run_file_in_a_temporary_folder_without_programs(self):
        """As packaging/package.sh wraps it."""
        package = (SOURCE / "packaging/package.sh").read_text()
        self.assertIn('"Duelo $version" sh ./setup.sh install', package)
        run, temporary = self.folder / "duelo.run", self.folder / "tmp"
        temporary.mkdir()
        subprocess.run(["makeself", "--nocomp", "--nox11", str(self.pack("1")), str(run), "Duelo", "sh",
                        "./setup.sh", "install"], capture_output=True, check=True)
        answer = subprocess.run(
            [*UNSHARED, "sh", "-c", 'mount -t tmpfs -o noexec tmpfs "$TMPDIR" && exec sh "$0" --quiet', str(run)],
            env={"PATH": os.environ["PATH"], "HOME": str(self.home), "TMPDIR": str(temporary)},
            capture_output=True, text=True, check=False)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.installed("1")


if __name__ == "__main__":
    unittest.main()
