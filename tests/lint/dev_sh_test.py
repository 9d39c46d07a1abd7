#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""packaging/*.sh in a copy of the tree whose path has spaces, with stubs for apt and CMake."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
NOBODY = 65534

# Where Debian 12 keeps what CMakeLists.txt asks of Qt; everything else is in qt6-base-dev.
QT_PACKAGES = {"Charts": "qt6-charts-dev", "LinguistTools": "qt6-tools-dev"}
# What else the engine's CMakeLists.txt ask for, and where Debian 12 keeps it.
LIBRARY_PACKAGES = {"Boost": "libboost-context-dev", "CLI11": "libcli11-dev",
                    "JPEG": "libjpeg62-turbo-dev", "OpenCV": "libopencv-core-dev",
                    "OpenSSL": "libssl-dev", "PNG": "libpng-dev", "SQLite3": "libsqlite3-dev",
                    "OpenMP": "build-essential",  # of the compiler
                    "TIFF": "libtiff-dev", "WebP": "libwebp-dev", "ZLIB": "zlib1g-dev",
                    "nlohmann_json": "nlohmann-json3-dev", "simdjson": "libsimdjson-dev",
                    "tl-expected": "libexpected-dev"}
ESSENTIAL = {"libc-bin"}  # on every Debian


class DevShTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="duelo dev sh "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.root = self.folder / "Duelo con espacios"
        self.deps = self.root / ".deps"
        self.wheels = self.folder / "wheels"
        self.stubs = self.folder / "stubs"
        self.log = self.folder / "log"
        for path in (self.root / "packaging", self.wheels, self.stubs):
            path.mkdir(parents=True)
        for script in ("dev.sh", "variants.sh", "tidy.sh"):
            shutil.copy(SOURCE / "packaging" / script, self.root / "packaging")
        (self.root / "CMakePresets.json").write_text("{}")
        (self.root / "packaging/deps-gpu.lock").write_text("")
        self.wheel("1.0")
        self.stub("dpkg-query", 'shift 2; printf "installed %s \\n" "$@"')
        self.stub("apt-get", f'echo "apt-get $*" >>"{self.log}"')
        self.stub_cmake("duelo", "duelo-engine")

    def stub(self, name, text):
        path = self.stubs / name
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)

    def stub_cmake(self, *programs):
        """CMake leaves what the real one would: a build tree and, in it, the programs."""
        self.stub("cmake", f'echo "cmake $*" >>"{self.log}"\n'
                           'mkdir -p build/release/bin\n'
                           f'for name in {" ".join(programs)}; do\n'
                           '    printf "#!/bin/sh\\necho %s \\"\\$@\\"\\n" "$name" '
                           '>"build/release/bin/$name"\n'
                           '    chmod +x "build/release/bin/$name"\n'
                           'done')

    def wheel(self, version, extra="torch/lib/libtorch.so"):
        """Makes a wheel of that version and locks it; returns its path."""
        path = self.wheels / f"torch-{version}-cp311-cp311-manylinux_2_28_x86_64.whl"
        with zipfile.ZipFile(path, "w") as archive:
            for name in ("torch/include/ATen/ATen.h", "torch/lib/libc10.so", extra,
                         "torch/__init__.py", f"torch-{version}.dist-info/licenses/LICENSE"):
                archive.writestr(name, name)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        (self.root / "packaging/deps.lock").write_text(
            f"# a comment\ntorch=={version} --hash=sha256:{digest}\n")
        return path

    def dev(self, command, prefix=(), script="dev.sh", **variables):
        environment = {"PATH": f"{self.stubs}:{os.environ['PATH']}", "HOME": str(self.folder),
                       "DUELO_GPU": "0", "DUELO_DEPS_DIR": str(self.wheels), **variables}
        return subprocess.run([*prefix, str(self.root / "packaging" / script), *command],
                              env=environment, capture_output=True, text=True, check=False,
                              cwd="/")

    def calls(self, program):
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line.startswith(program)]

    def test_wrong_arguments_name_the_right_ones(self):
        for command in ([], ["frob"]):
            run = self.dev(command)
            self.assertEqual(run.returncode, 2)
            self.assertIn("run|build|test", run.stderr)

    def test_build_and_run(self):
        run = self.dev(["build"])
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((self.deps / "site/torch/include/ATen/ATen.h").exists())
        self.assertTrue((self.deps / "site/torch-1.0.dist-info/licenses/LICENSE").exists())
        self.assertFalse((self.deps / "site/torch/__init__.py").exists())
        self.assertEqual(len(self.calls("cmake --fresh --preset release")), 1)

        run = self.dev(["run"], DUELO_DEPS_DIR="/nonexistent")  # nothing is fetched twice
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("duelo-engine infer\n", run.stdout)
        self.assertEqual(len(self.calls("cmake --fresh --preset release")), 1)
        self.assertEqual(self.calls("apt-get"), [])

    def test_a_display_gets_the_window(self):
        for display in ("DISPLAY", "WAYLAND_DISPLAY"):
            run = self.dev(["run"], **{display: "somewhere"})
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(run.stdout.splitlines()[-1].strip(), "duelo")
            self.assertNotIn("Only the engine", run.stdout)

    def test_a_display_without_a_window_measures(self):
        self.stub_cmake("duelo-engine")
        run = self.dev(["run"], DISPLAY=":0")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("Only the engine was built", run.stdout)
        self.assertEqual(run.stdout.splitlines()[-1], "duelo-engine infer")

    def test_newer_script_configures_again(self):
        self.dev(["build"])
        later = (self.root / "build/release/dev.stamp").stat().st_mtime + 1
        os.utime(self.root / "packaging/dev.sh", (later, later))
        self.dev(["build"])
        self.assertEqual(len(self.calls("cmake --fresh")), 2)

    def test_changed_settings_configure_again(self):
        self.dev(["build"])
        self.dev(["build"], DUELO_WERROR="ON")
        self.assertEqual(len(self.calls("cmake --fresh")), 2)

    @unittest.skipIf(os.geteuid() == 0 and not shutil.which("setpriv"), "needs another user")
    def test_missing_packages_without_root(self):
        self.stub("dpkg-query", 'printf "installed cmake \\nnot-installed unzip \\n"')
        for path in (self.folder, self.root, self.root / "packaging"):
            path.chmod(0o777)
        prefix = [] if os.geteuid() else ["setpriv", f"--reuid={NOBODY}", "--clear-groups"]
        run = self.dev(["build"], prefix)
        self.assertEqual(run.returncode, 2, run.stderr)
        line = next(x for x in run.stderr.splitlines() if "sudo apt-get install" in x)
        self.assertIn(" unzip ", line)
        self.assertNotIn(" cmake ", line)
        self.assertEqual(self.calls("apt-get"), [])
        self.assertFalse(self.deps.exists())

    @unittest.skipUnless(os.geteuid() == 0, "needs root")
    def test_missing_packages_as_root_are_one_installation(self):
        self.stub("dpkg-query", 'printf "installed cmake \\n"')
        run = self.dev(["build"])
        self.assertEqual(run.returncode, 0, run.stderr)
        installs = [call for call in self.calls("apt-get") if " install " in f"{call} "]
        self.assertEqual(len(installs), 1)
        self.assertIn("ninja-build", installs[0])
        self.stub("apt-get", 'exit 100')
        run = self.dev(["build"])
        self.assertEqual(run.returncode, 1)
        self.assertIn("apt-get could not install", run.stderr)

    def asked_of_system(self, command):
        """The packages that a system without any is asked for; nothing else is done."""
        self.stub("dpkg-query", "exit 1")
        self.stub("apt-get", 'echo "$@"; [[ $1 != install ]]')
        run = self.dev([command])
        self.assertIn(run.returncode, (1, 2), run.stderr)
        line = next(x for x in (run.stdout + run.stderr).splitlines()
                    if "install -y --no-install-recommends " in x)
        return set(line.split("--no-install-recommends ")[1].split())

    def test_packages_cover_what_cmake_and_the_tests_look_for(self):
        build, test = self.asked_of_system("build"), self.asked_of_system("test")
        self.assertLess(build, test)
        components = re.search(r"find_package\(Qt6 [^)]*?COMPONENTS ([^)]*)",
                               (SOURCE / "CMakeLists.txt").read_text()).group(1).split()
        self.assertIn("Charts", components)
        for component in components:
            if component != "OPTIONAL_COMPONENTS":
                self.assertIn(QT_PACKAGES.get(component, "qt6-base-dev"), build, component)
        asked = {name for folder in ("app", "engine")
                 for file in (SOURCE / folder).rglob("CMakeLists.txt")
                 for name in re.findall(r"find_package\((\S+)", file.read_text())}
        self.assertLessEqual(asked, LIBRARY_PACKAGES.keys())
        self.assertLessEqual({LIBRARY_PACKAGES[name] for name in asked}, build)
        self.assertIn("libqt6opengl6-dev", build, "Qt Charts is not found without it")
        self.assertLessEqual({"qt6-l10n-tools", "qt6-translations-l10n", "qt6-wayland"}, build)
        self.assertIn("lld", build)  # CMake takes it where it finds it
        self.assertIn("clang-format", test)  # lint.py format
        tools = re.findall(r"[ (][a-z0-9]+:([a-z0-9-]+)",
                           (SOURCE / "tests/tools.cmake").read_text())
        self.assertIn("poppler-utils", tools)
        self.assertLessEqual(set(tools) - ESSENTIAL, test)

    def test_damaged_missing_and_malformed_downloads_are_refused(self):
        path = self.wheel("1.0")
        path.write_bytes(path.read_bytes() + b"x")
        run = self.dev(["build"])
        self.assertEqual(run.returncode, 1)
        self.assertIn("another SHA-256", run.stderr)
        path.unlink()
        run = self.dev(["build"])
        self.assertEqual(run.returncode, 1)
        self.assertIn("torch-1.0-*.whl", run.stderr)
        self.assertFalse((self.deps / "site").exists())
        (self.root / "packaging/deps.lock").write_text("torch>=1.0\n")
        run = self.dev(["build"])
        self.assertEqual(run.returncode, 1)
        self.assertIn("torch>=1.0", run.stderr)

    def test_interrupted_unpacking_is_taken_up_again(self):
        self.dev(["build"])
        stamp = next((self.deps / "stamps/torch").iterdir())
        stamp.unlink()
        (self.deps / "site/torch/include/ATen/ATen.h").write_text("half")
        (self.deps / "stage/site").mkdir(parents=True)
        (self.deps / "stage/site/rest").write_text("of an earlier run")
        run = self.dev(["build"])
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual((self.deps / "site/torch/include/ATen/ATen.h").read_text(),
                         "torch/include/ATen/ATen.h")
        self.assertFalse((self.deps / "site/rest").exists())
        self.assertTrue(stamp.exists())

    def test_another_version_leaves_nothing_of_the_old(self):
        self.wheel("1.0", "torch/lib/libold.so")
        self.dev(["build"])
        self.assertTrue((self.deps / "site/torch/lib/libold.so").exists())
        self.wheel("1.1", "torch/lib/libnew.so")
        run = self.dev(["build"])
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((self.deps / "site/torch/lib/libnew.so").exists())
        self.assertFalse((self.deps / "site/torch/lib/libold.so").exists())

    def test_gpu_libraries_only_when_asked_or_found(self):
        lock = (self.root / "packaging/deps.lock").read_text()
        (self.root / "packaging/deps-gpu.lock").write_text(lock.replace("torch==1.0", "gpu==1.0"))
        self.assertEqual(self.dev(["build"]).returncode, 0)
        run = self.dev(["build"], DUELO_GPU="1")
        self.assertEqual(run.returncode, 1)
        self.assertIn("gpu-1.0-*.whl", run.stderr)

    def test_two_at_once_take_turns(self):
        self.dev(["build"])
        holder = subprocess.Popen(["flock", self.deps / "lock", "sh", "-c", "echo held; sleep 1"],
                                  stdout=subprocess.PIPE, text=True)
        with holder:
            holder.stdout.readline()
            run = self.dev(["build"])
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("Waiting for another dev.sh", run.stdout)

    def stub_tests(self, failing="none"):
        self.stub("localedef", 'mkdir -p "${@: -1}"')
        (self.root / "packaging/test_fonts.py").write_text(
            "import pathlib, sys\npathlib.Path(sys.argv[1]).mkdir()\n")
        self.stub("ctest", f'echo "ctest $*" >>"{self.log}"; [[ "$*" != *{failing}* ]]')
        (self.root / "build/asan").mkdir(parents=True)

    def test_tests_run_side_by_side_and_sanitizers_alone(self):
        self.stub_tests()
        run = self.dev(["test"])
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(self.calls("ctest")[0], r"/build/test .*--parallel [1-9]")
        tree = (self.root / "build/test/CTestTestfile.cmake").read_text()
        self.assertRegex(tree, r"set_tests_properties\(\[=\[asan\]=\] PROPERTIES.*RUN_SERIAL TRUE")
        self.assertTrue(tree.endswith(f"subdirs([=[{self.root}/build/release]=])\n"))

    def test_fonts_are_made_once_and_again_for_another_script(self):  # Y-20b
        self.stub_tests()
        told = "Making the fonts of the tests"
        self.assertIn(told, self.dev(["test"]).stdout)
        self.assertTrue((self.deps / "fonts").is_dir())
        self.assertNotIn(told, self.dev(["test"]).stdout)
        later = (self.deps / "fonts").stat().st_mtime + 1
        os.utime(self.root / "packaging/test_fonts.py", (later, later))
        self.assertIn(told, self.dev(["test"]).stdout)
        (self.root / "packaging/test_fonts.py").write_text("raise SystemExit('no Inter')\n")
        os.utime(self.root / "packaging/test_fonts.py", (later + 1e6, later + 1e6))
        run = self.dev(["test"])
        self.assertEqual(run.returncode, 1)
        self.assertIn("no Inter", run.stderr)

    def test_the_cache_accepts_precompiled_headers(self):
        self.stub("cmake", f'echo "cmake $CCACHE_DEPEND $CCACHE_SLOPPINESS" >>"{self.log}"\n'
                           'mkdir -p build/release')
        self.dev(["build"])
        self.assertEqual(self.calls("cmake")[0], "cmake 1 pch_defines,time_macros,"
                                                 "include_file_mtime,include_file_ctime")

    def test_variants(self):
        self.stub_tests(failing="variant-no-vision")
        run = self.dev([], script="variants.sh")
        self.assertEqual(run.returncode, 1, run.stderr)
        for variant in ("clang", "no-pch", "no-torch", "no-window", "canvas", "window-asan",
                        "threads", "by-symbols"):
            self.assertRegex(run.stdout, rf"(?m)^    {variant} +built, tests passed \(")
        self.assertRegex(run.stdout, r"(?m)^    no-vision +tests FAILED \(")
        configured = [call for call in self.calls("cmake") if "--preset" in call]
        self.assertEqual(len(configured), 9)
        self.assertIn("-DCMAKE_CXX_COMPILER=clang++", configured[0])
        self.assertIn("-DCMAKE_UNITY_BUILD=OFF", configured[1])
        self.assertIn("--preset asan -B build/variant-window-asan -DDUELO_WINDOW=AUTO", configured[6])
        self.assertIn("--preset tsan -B build/variant-threads", configured[7])

    def test_chosen_variants_are_only_built(self):
        self.stub_tests()
        run = self.dev(["--build-only", "no-torch"], script="variants.sh")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.calls("ctest"), [])
        self.assertEqual(self.calls("cmake --preset"),
                         ["cmake --preset release -B build/variant-no-torch -DDUELO_TORCH=OFF"])
        self.stub("cmake", "exit 1")
        run = self.dev(["--build-only", "no-torch"], script="variants.sh")
        self.assertEqual(run.returncode, 1)
        self.assertIn("FAILED to build", run.stdout)
        self.assertEqual(self.dev(["frob"], script="variants.sh").returncode, 2)

    def test_missing_tools_are_named_by_their_package(self):
        self.stub("dpkg-query", 'shift 2; printf "installed %s \\n" "${@/clang*/x}"')
        self.stub("apt-get", 'echo "$@"; [[ $1 != install ]]')
        for script, command, package in (("variants.sh", ["clang"], "clang"),
                                         ("tidy.sh", ["--all"], "clang-tidy")):
            run = self.dev(command, script=script)
            self.assertIn(run.returncode, (1, 2))
            self.assertRegex(run.stdout + run.stderr, rf"no-install-recommends .*\b{package}\b")
            self.assertIn(f"{script}: ", run.stderr)


if __name__ == "__main__":
    unittest.main()
