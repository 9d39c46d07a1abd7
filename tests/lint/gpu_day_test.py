#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tests/bench/gpu_day.sh and gpu_peers.py in a folder with spaces, with stubs for whatever computes."""

import io
import json
import os
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
GROUPS = ["products", "training", "references", "peers", "opencl"]
# A run, and whether the engine says that it found a GPU, hangs or fails: files beside it decide.
ENGINE = r"""#!/bin/bash
here="$(dirname "$0")"
[[ $1 == --lang ]] && shift 2
printf '%s\n' "$*" >>"{log}"
case "$*" in
    --version) echo "0.1.0 (stub)" ;;
    "matmul --help") echo "  --kernel TEXT ...  three_loops,matmul1,matmul_warp_tiles,matmul_newest,own,library" ;;
    "probe --json")
        if [[ -e "{log}.no_gpu" ]]; then
            echo '{{"r":"probe","gpu":{{"available":false,"reason":{{"code":"no_nvidia_driver","message":"libcuda"}}}}}}'
        else echo '{{"r":"probe","gpu":{{"available":true}}}}'; fi ;;
    *"--device opencl"*) echo 'duelo-engine: --device: there is no "opencl".'; exit 2 ;;
    *)
        out="${{@: -1}}"
        [[ $* != *--out* ]] || echo "record of $1" >"$out"
        echo "said by $1"
        [[ ! -e "{log}.hangs" || $* != *"$(cat "{log}.hangs")"* ]] || exec sleep 60
        [[ ! -e "{log}.fails" || $* != *"$(cat "{log}.fails")"* ]] || {{ echo "bad | words"; exit 2; }}
        ;;
esac
"""
RECORD = [{"r": "header"}, {"r": "cell", "cell": "c001", "variant": {"mode": "eager"}},
          {"r": "cell", "cell": "c002", "variant": {"mode": "fused"}},
          {"r": "result", "cell": "c001", "median_ms": 4.0},
          {"r": "result", "cell": "c002", "median_ms": 2.0}]
TORCH = """
import contextlib
__version__ = "2.11.0"
float16 = float32 = "numbers"
class Any:
    def __getattr__(self, name): return self
    def to(self, *words): return self
backends = Any()
def rand(*sizes): return Any()
inference_mode = contextlib.nullcontext
class cuda:
    is_available = staticmethod(lambda: False)
"""
TORCHVISION = """
import os, time
class Model:
    def __init__(self, call): self.call = call
    def eval(self): return self
    def to(self, *words): return self
    def __call__(self, image): return self.call()
class models:
    resnet18 = staticmethod(lambda weights: Model(lambda: time.sleep(0.001)))
    resnet50 = staticmethod(lambda weights: Model(lambda: 1 // 0))
    vgg16 = staticmethod(lambda weights: Model(lambda: os._exit(9)))
"""


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="duelo gpu day "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.root = self.folder / "Duelo con espacios"
        self.stubs, self.python = self.folder / "stubs", self.folder / "python"
        for path in (self.root / "tests/bench", self.root / "packaging", self.stubs, self.python):
            path.mkdir(parents=True)
        for name in ("gpu_day.sh", "gpu_day_steps.sh", "gpu_peers.py"):
            shutil.copy(SOURCE / "tests/bench" / name, self.root / "tests/bench")

    def executable(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def environment(self):
        return {"PATH": f"{self.stubs}:{os.environ['PATH']}", "HOME": str(self.folder),
                "TMPDIR": str(self.folder), "PYTHONPATH": str(self.python),
                "DUELO_TORCH_LIB": str(self.folder)}


class GpuDayTest(Folder):
    def setUp(self):
        super().setUp()
        self.log, self.bundle, self.out = (self.folder / x for x in ("log", "bundle b", "out o"))
        self.engine = ENGINE.format(log=self.log)
        (self.python / "torch.py").write_text("raise ImportError('no torch on this PC')\n")
        self.executable(self.stubs / "nvidia-smi", "#!/bin/sh\necho NVIDIA H200, 580.1\n")
        self.limits = self.folder / "limits"
        self.executable(self.stubs / "timeout",
                        f'#!/bin/bash\necho "$3" >>"{self.limits}"\nshift 3\n"$@"\n')
        self.pack()

    def pack(self):
        self.bundle.mkdir()
        with tarfile.open(self.bundle / "duelo-engine-0.1.0-linux-x86_64.tar.xz", "w:xz") as tar:
            info = tarfile.TarInfo("duelo-engine-0.1.0/run.sh")
            info.size, info.mode = len(self.engine.encode()), 0o755
            tar.addfile(info, io.BytesIO(self.engine.encode()))
        subprocess.run("sha256sum duelo-engine-* >SHA256SUMS", shell=True, check=True, cwd=self.bundle)

    def day(self, *words):
        return subprocess.run([self.root / "tests/bench/gpu_day.sh", *words], check=False, cwd="/",
                              env=self.environment(), capture_output=True, text=True)

    def rows(self):
        """Step to seconds, limit and result, in the order of the table."""
        lines = (self.out / "gpu_day.md").read_text().splitlines()
        cells = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
        return {row[0]: row[1:] for row in cells if row[0] != "Step"}

    def files_of(self, group):
        with tarfile.open(self.out / f"{group}.tar.xz") as tar:
            return [Path(name).name for name in tar.getnames()[1:]]

    def test_the_most_valuable_comes_first_and_all_is_told(self):
        run = self.day("run", self.bundle, self.out)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        rows = self.rows()
        order = [name.split(":")[0] for name in rows]
        self.assertEqual(list(dict.fromkeys(order)), GROUPS)
        self.assertEqual(sorted(order, key=GROUPS.index), order)
        text = (self.out / "gpu_day.md").read_text()
        self.assertIn("NVIDIA H200, 580.1", text)
        self.assertIn("0.1.0 (stub)", text)
        self.assertRegex(text, r"# \d{4}-\d\d-\d\d, NVIDIA H200")
        self.assertEqual(rows["products: fp32-4096"][2], "measured")
        self.assertEqual(rows["opencl: pi"][2],
                         'left out: duelo-engine: --device: there is no "opencl".')
        self.assertIn("no torch on this PC", rows["peers: eager"][2])
        self.assertIn("infer.duelo", self.files_of("references"))
        self.assertLessEqual(len(list(self.out.iterdir())), 8)
        limits = [int(x) for x in self.limits.read_text().split()]
        self.assertEqual(limits, [int(row[1]) for row in rows.values()])
        self.assertLessEqual(max(limits), 240)
        calls = self.log.read_text()
        self.assertIn("--kernel matmul_warp_tiles,matmul_newest,library --precision fp32 --n 4096", calls)
        for command in ("infer", "train", "matmul", "max-pool", "transfer", "pi", "roofs", "stopwatch"):
            self.assertRegex(calls, rf"(?m)^{command} (--preset quick )?--no-report --out ")

    def test_all_together_have_a_limit(self):
        self.day("run", self.bundle, self.out, "--total", "30", "--only", "training")
        self.assertLessEqual(max(int(x) for x in self.limits.read_text().split()), 30)
        shutil.rmtree(self.out)
        self.day("run", self.bundle, self.out, "--total", "3", "--only", "training")
        for row in self.rows().values():
            self.assertEqual(row[2], "not begun: no time is left for it")

    def test_a_step_that_fails_or_hangs_stops_no_other(self):
        (self.folder / "log.hangs").write_text("--precision fp16 --n 4096")
        (self.folder / "log.fails").write_text("--model lab_alexnet")
        real = shutil.which("timeout")
        self.executable(self.stubs / "timeout", f'#!/bin/sh\nshift 3\nexec {real} -k 1 2 "$@"\n')
        run = self.day("run", self.bundle, self.out, "--only", "products,training")
        self.assertEqual(run.returncode, 1)
        rows = self.rows()
        self.assertIn("cut off", rows["products: fp16-4096"][2])
        self.assertIn("fp16-4096.duelo", self.files_of("products"))
        self.assertEqual(rows["training: lab_alexnet"][2], r"FAILED, exit code 2: bad \| words")
        self.assertEqual(rows["training: mlp"][2], "measured")
        self.assertEqual(sum(row[2] == "measured" for row in rows.values()), len(rows) - 2)
        self.assertNotIn("references: infer", rows)
        self.assertIn("bad | words", (self.out / "gpu_day.log").read_text())

    def test_a_missing_gpu_is_told_and_nothing_begun(self):
        (self.folder / "log.no_gpu").touch()
        self.executable(self.stubs / "nvidia-smi", "#!/bin/sh\necho no devices; exit 6\n")
        run = self.day("run", self.bundle, self.out)
        self.assertEqual(run.returncode, 1)
        self.assertIn("no devices", (self.out / "gpu_day.md").read_text())
        for row in self.rows().values():
            self.assertEqual(row[2], "not begun: no GPU: no_nvidia_driver libcuda")
        self.assertFalse(self.limits.exists())

    def test_a_signal_ends_it_and_leaves_the_table(self):
        (self.folder / "log.hangs").write_text("--precision fp16 --n 4096")
        (self.stubs / "timeout").unlink()
        with subprocess.Popen([self.root / "tests/bench/gpu_day.sh", "run", self.bundle, self.out],
                              env=self.environment(), stdout=subprocess.PIPE, text=True) as day:
            self.assertIn("fp32-4096", day.stdout.readline())
            while not (self.out / "now/fp16-4096.duelo").exists():
                time.sleep(0.02)
            day.send_signal(signal.SIGTERM)
            day.stdout.read()
        self.assertEqual(day.returncode, 1)
        rows = self.rows()
        self.assertIn("cut off", rows["products: fp16-4096"][2])
        self.assertEqual(rows["opencl: pi"][2], "not begun: stopped; no time is left for it")
        self.assertIn("fp16-4096.duelo", self.files_of("products"))

    def test_a_rehearsal_shows_each_line_and_measures_a_small_plan(self):
        self.executable(self.root / "build/release/bin/duelo-engine", self.engine)
        for words in ([self.out], [self.out, self.bundle]):
            run = self.day("rehearse", *words, "--only", "training")
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            rows = self.rows()
            self.assertEqual(rows["training: mlp"][2], "accepted as it is typed")
            self.assertEqual(rows["training: mlp small"][2], "measured")
            self.assertEqual(self.files_of("training"), ["mlp.duelo", "lab_alexnet.duelo"])
            shutil.rmtree(self.out)
        (self.folder / "log.fails").write_text("--device cuda --mode")
        run = self.day("rehearse", self.out, "--only", "training:mlp")
        self.assertEqual(run.returncode, 1)
        self.assertIn("FAILED, exit code 2", self.rows()["training: mlp"][2])
        self.assertEqual(list(self.rows()), ["training: mlp", "training: mlp small"])

    def test_wrong_words_and_damaged_bundles_are_refused(self):
        for words, told in ((["frob"], "Usage"), (["run", self.bundle, self.out, "--only", "x"],
                             "no group x"),
                            (["run", self.out, self.bundle], "not empty"),
                            (["run", self.bundle, self.out, "--total", "-1"], "whole numbers"),
                            (["rehearse", self.out], "packaging/dev.sh build")):
            run = self.day(*words)
            self.assertEqual(run.returncode, 2, words)
            self.assertIn(told, run.stderr)
            shutil.rmtree(self.out, ignore_errors=True)
        archive = next(self.bundle.glob("duelo-engine*"))
        archive.write_bytes(archive.read_bytes() + b"x")
        run = self.day("run", self.bundle, self.out)
        self.assertEqual(run.returncode, 2)
        self.assertIn("changed on its way", run.stderr)

    def test_a_bundle_is_packed_and_held_against_its_limit(self):
        for name in ("duelo-engine", "libduelo_cuda.so"):
            self.executable(self.root / "build/release/bin" / name, "program")
        self.executable(self.root / "packaging/package.sh", f"""#!/bin/bash
echo "$DUELO_BUILT $*" >"{self.log}"
head -c 3000000 /dev/urandom | xz -0 >"$DUELO_PACKAGES_DIR/duelo-engine-0.1.0-linux-x86_64.tar.xz"
""")
        (self.root / "large").write_bytes(bytes(2 << 20))
        self.executable(self.stubs / "git", "#!/bin/sh\nprintf 'large\\0deleted\\0'\n")
        run = self.day("bundle", self.folder / "new bundle")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.log.read_text(), "1 engine\n")
        self.assertIn("Bundle 3 MiB, checkout 2 MiB, of 64 MiB", run.stdout)
        subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], check=True,
                       cwd=self.folder / "new bundle")
        run = self.day("bundle", self.folder / "new bundle", "--most", "4")
        self.assertEqual(run.returncode, 2)
        self.assertIn("larger than the 4 MiB", run.stderr)


class GpuPeersTest(Folder):
    def setUp(self):
        super().setUp()
        (self.python / "torch.py").write_text(TORCH)
        (self.python / "torchvision.py").write_text(TORCHVISION)
        self.engine, self.out = self.folder / "an engine", self.folder / "out.jsonl"
        record = "\n".join(map(json.dumps, RECORD))
        self.executable(self.engine, f"#!/bin/bash\ncat >\"${{@: -1}}\" <<'EOT'\n{record}\nEOT\n")

    def peers(self, *words):
        return subprocess.run(["python3", self.root / "tests/bench/gpu_peers.py", self.engine, self.out,
                               *words], env=self.environment(), check=False, capture_output=True,
                              text=True)

    def test_each_cell_is_kept_whatever_becomes_of_a_peer(self):
        run = self.peers("--device", "cpu", "--networks", "vgg16,resnet50,resnet18", "--batches", "1",
                         "--precisions", "fp32", "--seconds", "0.05")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("cuda graph is left out: a CUDA graph wants a GPU", run.stdout)
        self.assertIn("torch.compile is left out: torch 2.11.0 has no torch.compile", run.stdout)
        rows = [json.loads(line) for line in self.out.read_text().splitlines()]
        self.assertEqual([row["network"] for row in rows], ["vgg16", "resnet50", "resnet18"])
        self.assertEqual([row["best"] for row in rows], ["fused"] * 3)
        ended, threw, measured = (row["peers"]["python eager"] for row in rows)
        self.assertEqual(ended, {"error": "its process ended"})
        self.assertIn("ZeroDivisionError", threw["error"])
        self.assertGreaterEqual(measured["ms"], 1.0)
        self.assertIn("Duelo fused 2.000 ms (2.000, 2.000); python eager", run.stdout)

    def test_without_a_peer_it_says_so(self):
        run = self.peers("--peers", "python eager")
        self.assertEqual(run.returncode, 77)
        self.assertIn("torch finds no GPU", run.stdout)
        self.assertFalse(self.out.exists())
        run = self.peers("--peers", "frob")
        self.assertEqual(run.returncode, 2)

    def test_an_engine_that_measures_nothing_is_told(self):
        self.executable(self.engine, "#!/bin/sh\necho no memory >&2; exit 1\n")
        run = self.peers("--device", "cpu", "--networks", "resnet18", "--batches", "1", "--precisions",
                         "fp32", "--peers", "python eager")
        self.assertEqual(run.returncode, 1)
        self.assertIn("no memory", run.stdout)


if __name__ == "__main__":
    unittest.main()
