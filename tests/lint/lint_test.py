#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every check of lint.py accepts a good tree and refuses it once one thing in it is bad."""

import tempfile
import unittest
from pathlib import Path

import lint

APACHE = "// SPDX-License-Identifier: Apache-2.0\n"
GPL = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
GOOD = {
    "LICENSE": "text",
    "CMakeLists.txt": "# SPDX-License-Identifier: Apache-2.0\n",
    "app/gui_main.cpp": GPL + '#include <QApplication>\n#include "ui/window.h"\n',
    "app/engine_main.cpp": APACHE + '#include <CLI/CLI.hpp>\n#include "models/net.h"\n',
    "engine/core/machine.cpp": APACHE + '#include <hwloc.h>\n#include <vector>\n',
    "engine/core/plan.h": APACHE + "#pragma once\n#include <string>\n#include <tl/expected.hpp>\n"
                          "inline std::string f() { return {}; }\n",
    "engine/report/xlsx.cpp": APACHE + '#include <xlsxwriter.h>\n#include "core/plan.h"\n',
    "engine/vision/decode.cpp": APACHE + "#include <opencv2/imgcodecs.hpp>\n// not imread\n",
    "engine/models/net.h": APACHE + '#include <ATen/core/Tensor.h>\n#include "core/plan.h"\n',
    "engine/cuda/probe.cpp": APACHE + "#include <cuda_runtime_api.h>\n",
    "ui/window.h": GPL + '#include <QWidget>\n#include "report/table.h"\n',
    "resources/text/es.json": '{"a": "Falta {file}.", "t": {"x": "Equis"}}',
    "resources/text/en.json": '{"a": "{file} is missing.", "t": {"x": "Ex"}}',
    "resources/labels/imagenet_en.txt": "".join(f"class {i}\n" for i in range(1000)),
    "resources/labels/imagenet_es.txt": "".join(f"clase {i}\n" for i in range(1000)),
}
SPANISH = GOOD["resources/labels/imagenet_es.txt"]

# check, file that is written over the good tree, its text, what the complaint must name
BAD = [
    ("includes", "engine/core/a.h", APACHE + "#include <QString>\n", "Qt"),
    ("includes", "engine/report/a.cpp", APACHE + "#include <QtCore/QString>\n", "Qt"),
    ("includes", "engine/core/a.cpp", APACHE + "#include <ATen/ATen.h>\n", "LibTorch"),
    ("includes", "engine/vision/a.cpp", APACHE + "  # include <torch/torch.h>\n", "LibTorch"),
    ("includes", "engine/core/a.cpp", APACHE + '#include "report/csv.h"\n', "report"),
    ("includes", "engine/report/a.cpp", APACHE + '#include "models/net.h"\n', "models"),
    ("includes", "engine/vision/a.cpp", APACHE + '#include "report/csv.h"\n', "report"),
    ("includes", "engine/models/a.cpp", APACHE + '#include "workloads/w.h"\n', "workloads"),
    ("includes", "engine/models/a.cpp", APACHE + "#include <opencv2/core.hpp>\n", "OpenCV"),
    ("includes", "engine/workloads/a.cpp", APACHE + "#include <cuda_runtime.h>\n", "CUDA"),
    ("includes", "engine/workloads/a.cpp", APACHE + '#include "cuda/probe.h"\n', "cuda"),
    ("includes", "engine/core/plan.h", APACHE + "#include <hwloc.h>\n", "core"),
    ("includes", "engine/core/b.cpp", APACHE + "#include <openssl/evp.h>\n", "core"),
    ("includes", "engine/core/b.h", APACHE + "#include <unistd.h>\n", "core"),
    ("includes", "ui/a.cpp", GPL + "#include <torch/torch.h>\n", "LibTorch"),
    ("includes", "ui/a.cpp", GPL + "#include <opencv2/core.hpp>\n", "OpenCV"),
    ("includes", "ui/a.cpp", GPL + '#include "models/net.h"\n', "models"),
    ("includes", "app/gui_main.cpp", GPL + '#include "workloads/w.h"\n', "workloads"),
    ("includes", "app/engine_main.cpp", APACHE + "#include <QCoreApplication>\n", "Qt"),
    ("spdx", "engine/core/a.cpp", "int a;\n", "no SPDX"),
    ("spdx", "engine/core/a.cpp", GPL, "GPL-3.0-or-later instead"),
    ("spdx", "ui/a.cpp", APACHE, "Apache-2.0 instead"),
    ("spdx", "app/gui_main.cpp", APACHE, "Apache-2.0 instead"),
    ("spdx", "packaging/dev.sh", "#!/bin/sh\n", "no SPDX"),
    ("spdx", "tests/CMakeLists.txt", "\n\n\n# SPDX-License-Identifier: Apache-2.0\n", "no SPDX"),
    ("layout", "src/a.cpp", APACHE, "src"),
    ("layout", "notes.txt", "", "notes.txt"),
    ("paths", "engine/core/a.cpp", APACHE + 'auto p = "/home/ana/duelo";\n', "a.cpp:2"),
    ("paths", "ui/x.json", '{"p": "C:\\\\Users\\\\Ana\\\\x"}', "x.json:1"),
    ("paths", "tests/x.json", '{"p": "/root/x"}', "x.json:1"),
    ("paths", "packaging/a.cmake", 'set(x "/opt/torch")\n', "a.cmake:1"),
    ("image_io", "engine/vision/a.cpp", APACHE + "auto m = cv::imread(name);\n", "imread"),
    ("image_io", "app/a.cpp", APACHE + 'cv::imwrite("x.png", m);\n', "imwrite"),
    ("text", "resources/text/es.json", '{"a": "Falta {file}."}', "t.x is missing"),
    ("text", "resources/text/en.json", '{"a": "{path}", "t": {"x": "Ex"}}', "placeholders"),
    ("text", "resources/text/en.json", '{"a": "{file}", "t": {"x": " "}}', "no text"),
    ("text", "resources/text/en.json", '{"a": "{file}", "a": "", "t": {"x": "y"}}', "twice"),
    ("text", "resources/text/en.json", "{", "en.json"),
    ("labels", "resources/labels/imagenet_es.txt", SPANISH + "una más\n", "1001 lines"),
    ("labels", "resources/labels/imagenet_es.txt", SPANISH.rstrip("\n"), "999 lines"),
    ("labels", "resources/labels/imagenet_es.txt", SPANISH.replace("clase 7\n", "\n"), ":8:"),
    ("labels", "resources/labels/imagenet_es.txt", SPANISH.replace("clase 7\n", "clase 6\n"),
     "line 7 already"),
    ("headers", "engine/core/b.h", APACHE + "#pragma once\nstd::string f();\n", "b.h"),
    ("headers", "engine/data/b.h", APACHE + "#pragma once\nstd::string f();\n", "b.h"),
]


def complaints(check, changed):
    with tempfile.TemporaryDirectory(prefix="duelo lint ") as folder:
        root = Path(folder)
        for name, text in {**GOOD, **changed}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return list(lint.CHECKS[check](root))


class LintTest(unittest.TestCase):
    def test_accepts_a_good_tree(self):
        for check in lint.CHECKS:
            with self.subTest(check=check):
                self.assertEqual(complaints(check, {}), [])

    def test_refuses_every_bad_tree(self):
        for check, name, text, expected in BAD:
            with self.subTest(check=check, name=name, text=text[-60:]):
                found = complaints(check, {name: text})
                self.assertTrue(found, "accepted")
                self.assertIn(expected, "\n".join(found))

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
