#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Duelo's engine against Python's PyTorch on this machine, in turns, as ratios of medians.

    against_pytorch.py BUILD_DIR      with a Python that has torch and torchvision 2.11 / 0.26

Each turn runs both programs once, so whatever drifts meets both. Absolute times are shown for
orientation only.
"""
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TURNS = 7
SIZES = (224, 512)
WORKER = """
import sys, time, statistics, torch, torchvision
torch.set_num_threads(int(sys.argv[2]))
model = torchvision.models.resnet18(weights=None).eval()
image = torch.rand(1, 3, int(sys.argv[1]), int(sys.argv[1]))
with torch.inference_mode():
    for _ in range(10): model(image)
    times = []
    for _ in range(40):
        start = time.perf_counter(); model(image); times.append(time.perf_counter() - start)
print(1e3 * statistics.median(times))
"""


def engine_medians(engine, size, folder, turn):
    """Medians in ms by mode, from one interleaved run of the engine, and its thread count."""
    record = Path(folder) / f"{size}-{turn}.duelo"
    subprocess.run([engine, "infer", "--model", "resnet18", "--size", str(size), "--device", "cpu",
                    "--mode", "eager,channels_last,fused", "--preset", "quick", "--no-report",
                    "--out", str(record)], check=True, stdout=subprocess.DEVNULL)
    modes, medians, threads, peak = {}, {}, 1, 0
    for line in record.read_text().splitlines():
        item = json.loads(line)
        if item["r"] == "cell":
            modes[item["cell"]] = item["variant"]["mode"]
            threads = item["variant"]["threads"]
        elif item["r"] == "result":
            medians[modes[item["cell"]]] = item["median_ms"]
            peak = max(peak, item.get("peak_bytes", 0))
    return medians, threads, peak


def show(name, values):
    low, middle, high = min(values), statistics.median(values), max(values)
    print(f"  {name}: median {middle:.3f} (from {low:.3f} to {high:.3f})")


def inference(build):
    engine = str(build / "bin" / "duelo-engine")
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            ratios = {"eager": [], "channels_last": [], "fused": []}
            fused_over_eager = []
            for turn in range(TURNS):
                medians, threads, peak = engine_medians(engine, size, folder, turn)
                python_ms = float(subprocess.run(
                    [sys.executable, "-c", WORKER, str(size), str(threads)], check=True,
                    capture_output=True, text=True).stdout)
                for mode, ratio in ratios.items():
                    ratio.append(python_ms / medians[mode])
                fused_over_eager.append(medians["eager"] / medians["fused"])
            print(f"ResNet18, batch 1, {size} px, {threads} threads, {TURNS} turns "
                  f"(last: Python eager {python_ms:.1f} ms, peak of the engine {peak / 2**20:.0f} MiB)")
            for mode, ratio in ratios.items():
                show(f"Python eager / Duelo {mode}", ratio)
            show("Duelo eager / Duelo fused (G10)", fused_over_eager)


def weights(build):
    import torch
    import torchvision
    from safetensors.torch import save_file, load_file
    with tempfile.TemporaryDirectory() as folder:
        state = torchvision.models.resnet18(weights=None).state_dict()
        pth, safe = str(Path(folder) / "r.pth"), str(Path(folder) / "r.safetensors")
        torch.save(state, pth)
        save_file(state, safe)
        ratios = {pth: [], safe: []}
        loaders = {pth: lambda: torch.load(pth, weights_only=True), safe: lambda: load_file(safe)}
        for _ in range(TURNS):
            lines = subprocess.run([str(build / "tests" / "bench_weights"), "resnet18", pth, safe],
                                   check=True, capture_output=True, text=True).stdout.split("\n")
            ours = {line.split()[0]: [float(x) for x in line.split()[1:]] for line in lines if line}
            for path, load in loaders.items():
                times = []
                for _ in range(21):
                    start = time.perf_counter()
                    load()
                    times.append(1e3 * (time.perf_counter() - start))
                theirs = statistics.median(times)
                ratios[path].append((theirs / ours[path][0], theirs / ours[path][1]))
        print("Reading ResNet18's weights, warm cache")
        for path, pairs in ratios.items():
            name = Path(path).suffix
            show(f"Python / Duelo, {name}, mapped and checked", [p[0] for p in pairs])
            show(f"Python / Duelo, {name}, with SHA-256", [p[1] for p in pairs])


def start(build):
    engine = str(build / "bin" / "duelo-engine")
    times = []
    for _ in range(3 * TURNS):
        begin = time.perf_counter()
        subprocess.run([engine, "probe", "--json"], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begin)
    print("Engine start and probe")
    show("seconds", times)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    start(Path(sys.argv[1]))
    inference(Path(sys.argv[1]))
    weights(Path(sys.argv[1]))
