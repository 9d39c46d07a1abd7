#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An epoch of training in Duelo against Python on this machine, in turns, as ratios of medians.

    training_against_python.py BUILD_DIR [TURNS]   with a Python that has numpy and torch 2.11

The same work for all: the MLP 784-256-10 on 60,010 random pictures, batches of 64, plain SGD, two
threads; and the lab AlexNet on 200 pictures of 32 x 32 in batches of 32, Adam. Evaluation is left
out of all times. Each turn runs every contestant once, so whatever drifts meets all of them.
Absolute times are shown for orientation only.

The memory is the most that a process had resident, with its libraries and data, each contestant in
a process of its own. The loader's share is the part of an epoch's time in which Duelo makes
batches.
"""
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

THREADS = 2
DUELO_MODES = ["eager", "fused"]

NUMPY_MLP = """
import resource, time, statistics, numpy as np
rng = np.random.default_rng(1)
x = rng.random((60010, 784), dtype=np.float32); y = rng.integers(0, 10, 60010)
w1 = rng.standard_normal((784, 256), dtype=np.float32) * 0.04; b1 = np.zeros(256, np.float32)
w2 = rng.standard_normal((256, 10), dtype=np.float32) * 0.08; b2 = np.zeros(10, np.float32)
times = []
for epoch in range(3):
    start = time.perf_counter()
    order = rng.permutation(60010)
    for first in range(0, 60010, 64):
        rows = order[first:first + 64]; a = x[rows]; t = y[rows]; n = len(rows)
        h = a @ w1 + b1; np.maximum(h, 0, out=h)
        z = h @ w2 + b2; z -= z.max(1, keepdims=True); np.exp(z, out=z); z /= z.sum(1, keepdims=True)
        z[np.arange(n), t] -= 1; z /= n
        g = z @ w2.T; g *= h > 0
        w2 -= 0.01 * (h.T @ z); b2 -= 0.01 * z.sum(0)
        w1 -= 0.01 * (a.T @ g); b1 -= 0.01 * g.sum(0)
    times.append(1e3 * (time.perf_counter() - start))
print(statistics.median(times[1:]), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""

TORCH = """
import resource, sys, time, statistics, torch
from torch import nn
kind, loader = sys.argv[1], sys.argv[2] == "loader"
torch.set_num_threads(2); torch.manual_seed(1)
if kind == "mlp":
    x, y, batch = torch.rand(60010, 784), torch.randint(0, 10, (60010,)), 64
    net = nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))
    step = torch.optim.SGD(net.parameters(), lr=0.01)
else:
    x, y, batch = torch.rand(200, 3, 32, 32), torch.randint(0, 10, (200,)), 32
    net = nn.Sequential(
        nn.Conv2d(3, 64, 3, 2, 1), nn.MaxPool2d(2), nn.ReLU(), nn.Conv2d(64, 192, 3, padding=1),
        nn.MaxPool2d(2), nn.ReLU(), nn.Conv2d(192, 384, 3, padding=1), nn.ReLU(),
        nn.Conv2d(384, 256, 3, padding=1), nn.ReLU(), nn.Conv2d(256, 256, 3, padding=1),
        nn.MaxPool2d(2), nn.ReLU(), nn.Flatten(), nn.Dropout(0.5), nn.Linear(1024, 4096), nn.ReLU(),
        nn.Dropout(0.5), nn.Linear(4096, 4096), nn.ReLU(), nn.Linear(4096, 10))
    step = torch.optim.Adam(net.parameters(), lr=1e-3)
loss = nn.CrossEntropyLoss()
def sliced():
    order = torch.randperm(len(x))
    for first in range(0, len(x), batch):
        rows = order[first:first + batch]
        yield x[rows], y[rows]
data = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y), batch, shuffle=True)
times = []
for epoch in range(4):
    start = time.perf_counter()
    for a, t in (data if loader else sliced()):
        step.zero_grad(); loss(net(a), t).backward(); step.step()
    times.append(1e3 * (time.perf_counter() - start))
print(statistics.median(times[1:]), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def python_run(script, *words):
    """Median time of an epoch, and the peak of the process's memory."""
    out = subprocess.run([sys.executable, "-c", script, *words], check=True, capture_output=True,
                         text=True, env={"OMP_NUM_THREADS": str(THREADS),
                                         "OPENBLAS_NUM_THREADS": str(THREADS), "PATH": "/usr/bin"})
    ms, peak_bytes = out.stdout.split()
    return {"ms": float(ms), "peak_bytes": int(peak_bytes)}


def duelo_records(engine, words, modes, epochs):
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "r.duelo"
        subprocess.run([engine, "train", *words, "--device", "cpu", "--threads", str(THREADS),
                        "--mode", ",".join(modes), "--epochs", str(epochs), "--no-report", "--out",
                        str(record)], check=True, stdout=subprocess.DEVNULL)
        return [json.loads(line) for line in record.read_text().splitlines()]


def duelo_figures(engine, words):
    """Medians of an epoch's batches and updates by mode from one interleaved run, and the peak of
    each mode alone."""
    modes, times, shares = {}, {}, {}
    for item in duelo_records(engine, words, DUELO_MODES, 4):
        if item["r"] == "cell":
            modes[item["cell"]] = item["variant"]["mode"]
        elif item["r"] == "event" and item["kind"] == "epoch" and item["fields"]["epoch"] > 1:
            mode, epoch = modes[item["cell"]], item["fields"]
            times.setdefault(mode, []).append(epoch["data_ms"] + epoch["compute_ms"])
            shares.setdefault(mode, []).append(epoch["data_ms"] / epoch["wall_ms"])
    figures = {}
    for mode in DUELO_MODES:
        peak = [item["peak_bytes"] for item in duelo_records(engine, words, [mode], 2)
                if item["r"] == "result"]
        figures[f"Duelo {mode}"] = {"ms": statistics.median(times[mode]),
                                    "loader": statistics.median(shares[mode]),
                                    "peak_bytes": max(peak)}
    return figures


def compare(name, contestants, turns):
    turns_of = {}
    for _ in range(turns):
        for contestant in contestants:
            for who, figures in contestant().items():
                turns_of.setdefault(who, []).append(figures)
    print(f"{name}, ms per epoch, medians of {turns} turns; ratio: that / Duelo fused")
    for who, figures in turns_of.items():
        ratios = [a["ms"] / b["ms"] for a, b in zip(figures, turns_of["Duelo fused"])]

        def median(key):
            return statistics.median(turn[key] for turn in figures)

        line = (f"  {who}: {median('ms'):.1f}; {statistics.median(ratios):.2f}x "
                f"({min(ratios):.2f} to {max(ratios):.2f}); "
                f"memory {median('peak_bytes') / 2**20:.0f} MiB")
        if "loader" in figures[0]:
            line += f"; loader {100 * median('loader'):.1f} % of an epoch"
        print(line, flush=True)


def main():
    engine = str(Path(sys.argv[1]) / "bin" / "duelo-engine")
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 5

    def duelo(words):
        return lambda: duelo_figures(engine, words)

    # The smallest validation and test parts that Duelo grants are 1 % each.
    mlp = ["--model", "mlp", "--data", "synthetic:10x6123", "--validation", "1", "--test", "1",
           "--batch", "64", "--optimizer", "sgd", "--rate", "0.01"]
    compare("MLP 784-256-10, SGD, batch 64",
            [duelo(mlp),
             lambda: {"PyTorch with DataLoader": python_run(TORCH, "mlp", "loader"),
                      "PyTorch, batches sliced": python_run(TORCH, "mlp", "sliced"),
                      "NumPy": python_run(NUMPY_MLP)}], turns)
    alexnet = ["--model", "lab_alexnet", "--data", "synthetic:10x24", "--validation", "10",
               "--test", "10", "--batch", "32"]
    compare("Lab AlexNet, Adam, batch 32",
            [duelo(alexnet),
             lambda: {"PyTorch with DataLoader": python_run(TORCH, "alexnet", "loader"),
                      "PyTorch, batches sliced": python_run(TORCH, "alexnet", "sliced")}], turns)


if __name__ == "__main__":
    main()
