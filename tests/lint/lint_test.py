#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every check of lint.py accepts a good tree and refuses it once one thing in it is bad."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import lint

SOURCE = Path(__file__).resolve().parents[2]
APACHE = "// SPDX-License-Identifier: Apache-2.0\n"
GPL = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
GOOD = {
    "LICENSE": "text",
    "CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\n",
    ".clang-format": (SOURCE / ".clang-format").read_text(encoding="utf-8"),
    "app/gui_main.cpp": GPL + '#include <QApplication>\n#include "ui/window.h"\n',
    "app/commands.h": APACHE + "#pragma once\n",
    "app/engine_main.cpp": APACHE + '#include <CLI/CLI.hpp>\n#include "commands.h"\n'
                           '#include "experiments/specs.h"\n#include "models/net.h"\n',
    "engine/README.md": "<!-- rooms: drawn -->\n```text\n1  high_up  base\n0  base\n```\nEnd.\n",
    "engine/base/CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\n"
                                  "duelo_library(base\n  SOURCES a.cpp\n  LINK $<X:y> z)\n",
    "engine/high/CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\n"
                                  "duelo_library(high_up SOURCES b.cpp)\n"
                                  "target_link_libraries(duelo_high_up PRIVATE Duelo::Base)\n",
    "engine/base/sha256.cpp": APACHE + "#include <openssl/evp.h>\n"
                              '#include "resources/resources.h"\n',
    "engine/base/result.h": APACHE + "#pragma once\n#include <string>\n"
                            "#include <tl/expected.hpp>\n\n"
                            "inline std::string* f = nullptr;\n",
    "engine/stats/verdict.h": APACHE + '#pragma once\n#include "base/result.h"\n',
    "engine/machine/topology.cpp": APACHE + "#include <hwloc.h>\n#include <unistd.h>\n\n"
                                  '#include <vector>\n\n#include "stats/verdict.h"\n',
    "engine/plan/plan.h": APACHE + '#pragma once\n#include "base/result.h"\n',
    "engine/networks/network.h": APACHE + '#pragma once\n#include "base/result.h"\n',
    "engine/record/record.h": APACHE + '#pragma once\n#include "plan/plan.h"\n',
    "engine/measure/session.h": APACHE + '#pragma once\n#include "record/record.h"\n',
    "engine/tensor/tensor.h": APACHE + '#pragma once\n#include "base/result.h"\n',
    "engine/tensor/cpp/call.h": APACHE + "#pragma once\n#include <ATen/Operators.h>\n\n"
                                '#include "tensor/libtorch.h"\n#include "tensor/tensor.h"\n',
    "engine/gpu/loader.h": APACHE + '#pragma once\n#include "measure/session.h"\n'
                           '#include "tensor/tensor.h"\n',
    "engine/data/set.h": APACHE + '#pragma once\n#include "networks/network.h"\n',
    "engine/vision/decode.cpp": APACHE + "#include <opencv2/imgcodecs.hpp>\n\n"
                                '#include "data/set.h"\n// not imread\n',
    "engine/models/net.h": APACHE + '#include "networks/network.h"\n#include "tensor/tensor.h"\n',
    "engine/report/xlsx.cpp": APACHE + '#include <xlsxwriter.h>\n\n#include "record/record.h"\n',
    "engine/experiments/training/CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\n",
    "engine/experiments/training/train.h": APACHE + '#include "experiments/training/parts.h"\n'
                                           '#include "gpu/loader.h"\n#include "models/net.h"\n',
    "engine/experiments/training/parts.h": APACHE + '#include "vision/decode.h"\n',
    "engine/cuda/probe.cpp": APACHE + "#include <cuda_runtime_api.h>\n\n"
                             '#include "gpu/loader.h"\n',
    "ui/window.h": GPL + '#include <QWidget>\n\n#include "report/table.h"\n',
    "resources/text/es.json": '{"a": "Falta {file}.", "t": {"x": "Equis"}}',
    "resources/text/en.json": '{"a": "{file} is missing.", "t": {"x": "Ex"}}',
    "engine/experiments/inference/words.es.json": '{"t": {"y": "Y {n}"}, "u": {"v": "Uve"}}',
    "engine/experiments/inference/words.en.json": '{"t": {"y": "Y {n}"}, "u": {"v": "Vee"}}',
    "resources/labels/imagenet_en.txt": "".join(f"class {i}\n" for i in range(1000)),
    "resources/labels/imagenet_es.txt": "".join(f"clase {i}\n" for i in range(1000)),
}


def library(*options):
    """The bytes of a library that was linked with these options."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["cc", "-shared", "-nostdlib", "-x", "c", "-", "-o", "a.so", *options],
                       input="int f;", text=True, check=True, cwd=folder)
        return (Path(folder) / "a.so").read_bytes()


WORDS = "engine/experiments/inference/words"
SPANISH = GOOD["resources/labels/imagenet_es.txt"]

# check, file that is written over the good tree, its text, what the complaint must name
BAD = [
    ("includes", "engine/base/a.h", APACHE + "#include <QString>\n", "Qt"),
    ("includes", "engine/report/a.cpp", APACHE + "#include <QtCore/QString>\n", "Qt"),
    ("includes", "app/engine_main.cpp", APACHE + "#include <QCoreApplication>\n", "Qt"),
    ("includes", "engine/base/a.cpp", APACHE + "#include <ATen/ATen.h>\n", "LibTorch"),
    ("includes", "engine/vision/a.cpp", APACHE + "  # include <torch/torch.h>\n", "LibTorch"),
    ("includes", "engine/networks/a.h", APACHE + "#include <c10/core/Stream.h>\n", "LibTorch"),
    ("includes", "engine/report/a.cpp", APACHE + "#include <ATen/ATen.h>\n", "LibTorch"),
    ("includes", "ui/a.cpp", GPL + "#include <torch/torch.h>\n", "LibTorch"),
    ("includes", "engine/models/a.h", APACHE + "#include <ATen/core/Tensor.h>\n", "LibTorch"),
    ("includes", "engine/gpu/a.cpp", APACHE + "#include <c10/util/Exception.h>\n", "LibTorch"),
    ("includes", "engine/tensor/a.h", APACHE + "#include <ATen/ATen.h>\n", "LibTorch"),
    ("includes", "app/a.cpp", APACHE + '#include "tensor/libtorch.h"\n', "LibTorch"),
    ("includes", "tests/models/tst_a.cpp", APACHE + "#include <ATen/ATen.h>\n", "LibTorch"),
    ("includes", "engine/models/a.cpp", APACHE + "#include <opencv2/core.hpp>\n", "OpenCV"),
    ("includes", "engine/experiments/training/a.cpp", APACHE + "#include <opencv2/core.hpp>\n",
     "OpenCV"),
    ("includes", "ui/a.cpp", GPL + "#include <opencv2/core.hpp>\n", "OpenCV"),
    ("includes", "engine/gpu/a.cpp", APACHE + "#include <cuda_runtime.h>\n", "CUDA"),
    ("includes", "engine/experiments/inference/a.cpp", APACHE + "#include <nvml.h>\n", "CUDA"),
    ("includes", "engine/models/a.cpp", APACHE + "#include <oneapi/dnnl/dnnl.hpp>\n", "oneDNN"),
    ("includes", "engine/machine/a.cpp", APACHE + "#include <hwloc.h>\n", "topology.cpp"),
    ("includes", "engine/machine/machine.h", APACHE + "#include <hwloc.h>\n", "topology.cpp"),
    ("includes", "engine/measure/machine.cpp", APACHE + "#include <hwloc.h>\n", "topology.cpp"),
    ("includes", "engine/simt/a.cpp", APACHE + "#include <boost/context/fiber.hpp>\n",
     "block_threads.cpp"),
    ("includes", "engine/report/a.h", APACHE + "#include <boost/container/flat_map.hpp>\n",
     "classroom.h"),
    ("includes", "engine/base/b.cpp", APACHE + "#include <openssl/evp.h>\n", "sha256.cpp"),
    ("includes", "engine/plan/plan.cpp", APACHE + "#include <simdjson.h>\n", "json_text.cpp"),
    ("includes", "engine/models/sha256.cpp", APACHE + "#include <openssl/evp.h>\n", "sha256.cpp"),
    ("includes", "engine/heat/a.cpp", APACHE + '#include "base/result.h"\n', "heat"),
    *(("includes", f"engine/{room}/b.h", APACHE + "#include <unistd.h>\n", f"{room} takes")
      for room in ("base", "stats", "machine", "plan", "networks", "record", "measure")),
    *(("includes", f"engine/{room}/b.cpp", APACHE + "#include <boost/any.hpp>\n", f"{room} takes")
      for room in ("base", "stats", "machine", "plan", "networks", "record", "measure")),
    ("rooms", "app/a.cpp", APACHE + '#include "experiments/training/train.h"\n', "a.cpp:2: names"),
    ("rooms", "ui/a.cpp", GPL + '#include "ui/experiments/training/tab.h"\n', "training"),
    ("rooms", "engine/report/a.cpp", APACHE + 'auto a = t("training.base");\n', "training"),
    ("rooms", "engine/plan/a.cpp", APACHE + 'bool b = id == "training";\n', "training"),
    ("drawing", "engine/README.md", "Rooms.\n", "no drawing"),
    ("drawing", "engine/low/CMakeLists.txt", "duelo_library(low LINK Duelo::HighUp)", "not the rooms"),
    ("drawing", "engine/high/CMakeLists.txt", "duelo_library(high_up LINK a)", "not the rooms"),
    ("spdx", "engine/base/a.cpp", "int a;\n", "no SPDX"),
    ("spdx", "engine/base/a.cpp", GPL, "GPL-3.0-or-later instead"),
    ("spdx", "ui/a.cpp", APACHE, "Apache-2.0 instead"),
    ("spdx", "app/gui_main.cpp", APACHE, "Apache-2.0 instead"),
    ("spdx", "packaging/dev.sh", "#!/bin/sh\n", "no SPDX"),
    ("spdx", "tests/CMakeLists.txt", "\n\n\n# SPDX-License-Identifier: Apache-2.0\n", "no SPDX"),
    ("layout", "src/a.cpp", APACHE, "src"),
    ("layout", "notes.txt", "", "notes.txt"),
    ("paths", "engine/base/a.cpp", APACHE + 'auto p = "/home/ana/duelo";\n', "a.cpp:2"),
    ("paths", "ui/x.json", '{"p": "C:\\\\Users\\\\Ana\\\\x"}', "x.json:1"),
    ("paths", "tests/x.json", '{"p": "/root/x"}', "x.json:1"),
    ("paths", "packaging/a.cmake", 'set(x "/opt/torch")\n', "a.cmake:1"),
    ("image_io", "engine/vision/a.cpp", APACHE + "auto m = cv::imread(name);\n", "imread"),
    ("image_io", "app/a.cpp", APACHE + 'cv::imwrite("x.png", m);\n', "imwrite"),
    ("letters", "ui/a.cpp", GPL + "int w = fontMetrics().averageCharWidth() * 40;\n", "letters_px"),
    ("comments", "engine/base/b.h", APACHE + "/// Of a file.\nint a();\n", "b.h:2"),
    ("comments", "ui/a.h", GPL + "/// Returns it.\n/// Of two the last.\nint a;  ///< Those here\n",
     "a.h:4"),
    ("rich_text", "ui/a.cpp", APACHE + "label->setTextFormat(Qt::RichText);\n", "Qt::RichText"),
    ("rich_text", "ui/a.cpp", APACHE + 'QToolTip::showText(at, tip);\n', "QToolTip::showText"),
    ("text", "resources/text/es.json", '{"a": "Falta {file}."}', "t.x is missing"),
    ("text", "resources/text/en.json", '{"a": "{path}", "t": {"x": "Ex"}}', "placeholders"),
    ("text", "resources/text/en.json", '{"a": "{n|run}", "t": {"x": "Ex"}}', "no form"),
    ("text", "resources/text/en.json", '{"a": "{file}", "t": {"x": " "}}', "no text"),
    ("text", "resources/text/en.json", '{"a": "{file}", "a": "", "t": {"x": "y"}}', "twice"),
    ("text", "resources/text/en.json", "{", "en.json"),
    ("text", "resources/text/en.json", "[]", "en.json"),
    ("text", f"{WORDS}.es.json", '{"t": {"y": "Y {n}"}}', f"{WORDS}.es.json: u.v is missing"),
    ("text", f"{WORDS}.en.json", '{"t": {"y": "Y"}, "u": {"v": "V"}}', f"than in {WORDS}.en.json"),
    ("text", f"{WORDS}.en.json", '{"t": {"y": "Y {n}"}, "u": {"v": ""}}', "u.v has no text"),
    ("text", f"{WORDS}.en.json", '{"t": {}, "t": {}}', f"{WORDS}.en.json: the key t stands twice"),
    # An experiment has its words in both languages.
    ("text", "engine/experiments/training/words.en.json", '{"w": {"x": "X"}}',
     "training/words.es.json"),
    ("labels", "resources/labels/imagenet_es.txt", SPANISH + "una más\n", "1001 lines"),
    ("labels", "resources/labels/imagenet_es.txt", SPANISH.rstrip("\n"), "999 lines"),
    ("labels", "resources/labels/imagenet_es.txt", SPANISH.replace("clase 7\n", "\n"), ":8:"),
    ("labels", "resources/labels/imagenet_es.txt", SPANISH.replace("clase 7\n", "clase 6\n"),
     "line 7 already"),
    ("types", "engine/base/b.h", APACHE + "#pragma once\nnamespace duelo {\nstruct A {\n};\n"
     "struct A final : B {\n};\n}\n", "b.h:6: duelo::A is also a type of engine/base/b.h:4"),
    ("headers", "engine/base/b.h", APACHE + "#pragma once\nstd::string f();\n", "b.h"),
    # What is compiled once for all must not lend its own includes to the others.
    ("headers", "engine/base/b.h", APACHE + "#include <nlohmann/json.hpp>\nstd::queue<int> q;\n",
     "b.h"),
    ("format", "app/a.cpp", APACHE + "int  a;\n", "app/a.cpp: not formatted"),
    ("format", "engine/base/a.h", APACHE + "#pragma once\nint* f( );\n", "engine/base/a.h"),
    ("format", "tests/base/a b.cpp", APACHE + "#include <b>\n#include <a>\n", "tests/base/a b.cpp"),
    ("format", "ui/a.cpp", GPL + "int *a; // año\n", "ui/a.cpp"),
    # Y-01: what CMake makes of a short path that must be as long as the installed one.
    ("runpaths", "build/release/bin/a", library("-Wl,-rpath,/opt/torch/lib:"), "looks for"),
    ("runpaths", "build/asan/tests/a", library("-Wl,-rpath,:::"), "''"),
    ("runpaths", "build/dev/bin/a b.so.1", library("-Wl,-rpath,lib,--disable-new-dtags"), "'lib'"),
    ("runpaths", ".deps/site/x/a.so", library("-Wl,-rpath,$ORIGIN/..:."), "'.'"),
    ("runpaths", "build/a", library("-Wl,-rpath,$ORIGINAL/lib"), "'$ORIGINAL/lib'"),
    ("runpaths", "usr/bin/a", library("-Wl,-rpath,::/usr/lib"), "usr/bin/a"),
]
LIBRARY_OF_ITS_OWN_FOLDER = library("-Wl,-rpath,$ORIGIN:/opt/torch/lib:${ORIGIN}/../lib")

# What each folder may include, once more and apart from lint.py's own table; the rest is refused.
MAY_INCLUDE = {
    "base": "", "stats": "base", "machine": "base stats", "plan": "base", "networks": "base",
    "dnn": "base networks",
    "record": "base stats machine plan", "measure": "base stats machine plan record",
    "tensor": "base", "gpu": "base stats machine plan record measure tensor opencl_c", "data": "base stats networks",
    "vision": "base data networks", "models": "base stats machine plan record networks dnn tensor",
    "report": "base stats machine plan record",
    "lab_report": "base stats machine plan record report",
    "classroom": "base stats machine plan record report lab_report",
    "simt": "base", "opencl_c": "base",
    "experiments": "base stats machine plan networks record measure gpu data vision models report "
                   "simt dnn tensor opencl_c",
    "cuda": "base machine gpu measure record plan tensor opencl_c",
    "ui": "base stats machine plan networks record report lab_report classroom",
    "app": "base stats machine plan networks record measure gpu data vision models report "
           "lab_report classroom simt dnn experiments tensor opencl_c",
}


def complaints(check, changed):
    with tempfile.TemporaryDirectory(prefix="duelo lint ") as folder:
        root = Path(folder)
        for name, text in {**GOOD, **changed}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return list(lint.CHECKS[check](root))


class LintTest(unittest.TestCase):
    def test_accepts_a_good_tree(self):
        for check in lint.CHECKS:
            with self.subTest(check=check):
                self.assertEqual(complaints(check, {}), [])

    def test_refuses_every_bad_tree(self):
        for check, name, text, expected in BAD:
            with self.subTest(check=check, name=name, text=text[-60:], expected=expected):
                found = complaints(check, {name: text})
                self.assertTrue(found, "accepted")
                self.assertIn(expected, "\n".join(found))

    def test_merged_words_are_those_of_all_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in GOOD.items():
                if name.endswith(".json"):
                    (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                    (Path(folder) / name).write_text(text, encoding="utf-8")
            merged = lint.merged_text(Path(folder), "en")
        self.assertEqual(merged, {"a": "{file} is missing.", "t": {"x": "Ex", "y": "Y {n}"},
                                  "u": {"v": "Vee"}})

    def test_dependency_rule_between_every_two_folders(self):
        for where, may in MAY_INCLUDE.items():
            name = {"ui": "ui/a.cpp", "app": "app/a.cpp",
                    "experiments": "engine/experiments/inference/a.cpp"}.get(
                        where, f"engine/{where}/a.cpp")
            for folder in MAY_INCLUDE:
                with self.subTest(where=where, folder=folder):
                    offence = lint.include_offence(Path(name), f"{folder}/x.h")
                    if folder == where or folder in may.split():
                        self.assertIsNone(offence)
                    else:
                        self.assertEqual(offence, f"{where} must not include {folder}")
        self.assertIsNotNone(lint.include_offence(Path("app/gui_main.cpp"), "models/net.h"))
        self.assertIsNone(lint.include_offence(Path("app/gui_main.cpp"), "ui/window.h"))
        for header in ("common_axes.h", "compare.h", "specs.h", "inference/spec.h",
                       "training/params.h"):
            self.assertIsNone(lint.include_offence(Path("ui/a.cpp"), f"experiments/{header}"))
        self.assertIsNotNone(lint.include_offence(Path("ui/a.cpp"), "experiments/training/data.h"))
        self.assertIsNone(lint.include_offence(Path("engine/base/a.cpp"), "resources/resources.h"))
        self.assertIsNotNone(lint.include_offence(Path("app/a.cpp"), "resources/resources.h"))

    def test_headers_that_show_no_libtorch_are_compiled(self):
        bad = {f"engine/{room}/b.h": APACHE + "#pragma once\nstd::string f();\n"
               for room in ("base", "stats", "machine", "plan", "networks", "record", "measure",
                            "report", "lab_report", "classroom", "vision", "data", "tensor", "gpu",
                            "models")}
        found = complaints("headers", bad)
        self.assertEqual({line.split(":")[0] for line in found}, bad.keys())

    @unittest.skipUnless(shutil.which("git"), "no git here")
    def test_headers_may_be_those_of_the_last_commits(self):
        bad = APACHE + "#pragma once\nstd::string f();\n"
        with tempfile.TemporaryDirectory() as folder:
            git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b.c"]
            room = Path(folder) / "engine" / "base"
            room.mkdir(parents=True)
            subprocess.run([*git, "init", "-q"], check=True)
            for name in ("old.h", "new.h"):
                (room / name).write_text(bad)
                subprocess.run([*git, "add", "."], check=True)
                subprocess.run([*git, "commit", "-q", "-m", name], check=True)
            recent = list(lint.check_headers(Path(folder), recent=1))
            self.assertEqual([line.split(":")[0] for line in recent], ["engine/base/new.h"])
            # No such commit: nothing is left out.
            self.assertEqual(len(list(lint.check_headers(Path(folder), recent=9))), 2)

    def test_every_engine_folder_has_a_rule(self):
        folders = {path.name for path in (SOURCE / "engine").iterdir()
                   if path.is_dir() and any(path.rglob("*.cpp"))}
        self.assertEqual(folders, MAY_INCLUDE.keys() - {"ui", "app"})

    def test_format_needs_its_own_version_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.dict(os.environ, {"PATH": folder}), \
                mock.patch.object(lint, "is_debian_12") as debian:
            debian.return_value = False
            self.assertIn("package clang-format", "".join(complaints("format", {})))
            program = Path(folder) / "clang-format"
            program.write_text("#!/bin/sh\necho clang-format version 19.1.7\n")
            program.chmod(0o755)
            with self.assertRaises(lint.Skipped):
                complaints("format", {})
            debian.return_value = True
            self.assertIn("package clang-format", "".join(complaints("format", {})))

    def test_libraries_of_a_fixed_place_are_loaded(self):
        self.assertEqual(complaints("runpaths", {"build/a": LIBRARY_OF_ITS_OWN_FOLDER}), [])
        self.assertEqual(list(lint.library_offences("(NEEDED) Shared library: [sub/libx.so]")),
                         ["needs sub/libx.so, which depends on the current folder"])
        self.assertEqual(list(lint.library_offences("(NEEDED) Shared library: [libx.so.1]")), [])

    def test_every_check_has_a_bad_tree(self):
        self.assertEqual({row[0] for row in BAD}, set(lint.CHECKS))

    def test_generated_files_are_nobodys_business(self):
        for check in lint.CHECKS:
            with self.subTest(check=check):
                bad = {"build/release/a.cpp": "#include <QString>\n/home/ana/x",
                       ".deps/x.h": "/home/ana/x"}
                self.assertEqual(complaints(check, bad), [])


if __name__ == "__main__":
    unittest.main()
