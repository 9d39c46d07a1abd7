#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The modes of Duelo's networks on the CPU against the runtimes that others use, as ratios.

    against_runtimes.py BUILD_DIR [--networks resnet18,...] [--sizes 224] [--batches 1,8]
                        [--precisions fp32,bf16] [--turns 15] [--seconds 0.3] [--peers ...]

With a Python that has numpy, onnx and, of the peers, openvino, onnxruntime, torch and torchvision;
what is missing is left out and said. All compute the same network with the same weights and the same image, each in a process
of its own that waits until it is asked. In every turn each is asked once, in a new order, so that
whatever else the machine does meets all of them alike; where others took more than 5 % of the
processors meanwhile, the same is asked again, up to 8 times. A ratio is that of the medians of one turn;
what is told is the median over the turns and its 95 % interval by ranks. Absolute times are for
orientation only.
"""
import argparse
import itertools
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

import onnx_networks

DUELO_MODES = ("eager", "fused", "compiled")
PEERS = ("openvino", "onnxruntime", "torch.compile", "python eager")
# The largest difference of the logits, relative to the largest one.
TOLERANCE = {"fp32": 1e-3, "bf16": 5e-2}


# --- one process of a peer ----------------------------------------------------------------------

def image_of(size, batch):
    count = batch * 3 * size * size
    values = (numpy.arange(count) % 251).astype(numpy.float32) / numpy.float32(125) - 1
    return values.reshape(batch, 3, size, size).astype(numpy.float32)


def openvino_call(model, image, threads, precision):
    import openvino
    compiled = openvino.Core().compile_model(model, "CPU", {
        "INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY",
        "INFERENCE_PRECISION_HINT": {"fp32": "f32", "bf16": "bf16"}[precision]})
    request = compiled.create_infer_request()
    tensor = openvino.Tensor(image, shared_memory=True)

    def call():
        request.set_input_tensor(tensor)  # which keeps the image, too
        request.infer()
        return request.get_output_tensor().data
    return call


def onnxruntime_call(model, image, threads, precision):
    import onnxruntime
    if precision != "fp32":
        sys.exit("it has no bf16 for CPUs")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    session = onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])
    return lambda: session.run(None, {"image": image})[0]


def pytorch_call(network, tensors, image, threads, precision, compiles):
    import torch
    import torchvision
    torch.set_num_threads(threads)
    if not hasattr(torchvision.models, network):
        sys.exit("torchvision has no such network")
    model = getattr(torchvision.models, network)(weights=None)
    model.load_state_dict({name: torch.from_numpy(values) for name, values in tensors.items()},
                          strict=False)  # but for counters that inference never reads
    model = model.eval()
    numbers = {"fp32": torch.float32, "bf16": torch.bfloat16}[precision]
    model, given = model.to(numbers), torch.from_numpy(image)
    if compiles:
        import torch._inductor.config
        torch._inductor.config.freezing = True
        model = torch.compile(model)

    def call():
        with torch.inference_mode():
            return model(given.to(numbers)).float().numpy()
    return call


def callable_of(kind, network, model, size, batch, threads, precision):
    """What computes, and returns the logits as an array; preparing is not timed."""
    image = image_of(size, batch)
    if kind == "openvino":
        return openvino_call(model, image, threads, precision)
    if kind == "onnxruntime":
        return onnxruntime_call(model, image, threads, precision)
    return pytorch_call(network, onnx_networks.network(network, size).tensors, image, threads,
                        precision, kind == "torch.compile")


def worker(kind, network, model, size, batch, threads, precision):
    """Answers as bench_turns does."""
    call = callable_of(kind, network, model, int(size), int(batch), int(threads), precision)
    for line in sys.stdin:
        line = line.strip()
        if line == "answer":
            print(" ".join(f"{x:.6g}" for x in call()[0].tolist()), flush=True)
            continue
        for _ in range(2):
            call()
        times, start = [], time.perf_counter()
        while not times or time.perf_counter() - start < float(line):
            before = time.perf_counter()
            call()
            times.append(time.perf_counter() - before)
        print(f"{1e3 * statistics.median(times):.6f}", flush=True)


# --- what others do -------------------------------------------------------------------------------

MOST_OTHERS = 0.05
TRIES = 8


def busy_ticks():
    """Of all processors together, idle time left out."""
    with open("/proc/stat") as stat:
        ticks = [int(x) for x in stat.readline().split()[1:9]]
    return sum(ticks) - ticks[3] - ticks[4], sum(ticks)


def ticks_of(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


# --- turns ----------------------------------------------------------------------------------------

class Contestant:
    def __init__(self, name, command, realtime):
        self.name, self.times = name, []
        if realtime:
            command = ["chrt", "-r", "1", *command]
        # As everybody starts it: OpenMP's threads spin for some milliseconds, then they sleep.
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("OMP_", "GOMP_"))}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env=environment)

    def ask(self, question):
        try:
            self.process.stdin.write(f"{question}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        answer = self.process.stdout.readline()
        if not answer:
            self.process.wait()
            raise RuntimeError(self.process.stderr.read().strip().splitlines()[-1:])
        return answer

    def time(self, seconds):
        """The median time in ms, and the share of the processors that others took meanwhile."""
        busy, every = busy_ticks()
        own = ticks_of(self.process.pid)
        ms = float(self.ask(seconds))
        busy_after, every_after = busy_ticks()
        others = busy_after - busy - (ticks_of(self.process.pid) - own)
        return ms, max(0, others) / max(1, every_after - every)

    def undisturbed(self, seconds):
        """The same of the least disturbed of some tries."""
        tries = []
        while len(tries) < TRIES and not (tries and tries[-1][1] <= MOST_OTHERS):
            tries.append(self.time(seconds))
        return min(tries, key=lambda one: one[1])

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def interval(values):
    """Median and its distribution-free 95 % interval."""
    ordered, n = sorted(values), len(values)
    low = 0
    while low + 1 < n // 2 and sum(math.comb(n, k) for k in range(low + 2)) / 2**n <= 0.025:
        low += 1
    return statistics.median(ordered), ordered[low], ordered[n - 1 - low]


def contestants(options, case, weights, model):
    network, size, batch, precision = case
    sizes = [str(size), str(batch), str(options.threads)]
    bench = str(options.build / "tests" / "bench_turns")
    for mode in DUELO_MODES:
        yield f"duelo {mode}", [bench, network, weights, *sizes, mode, precision]
    for peer in options.peers:
        yield peer, [sys.executable, os.path.abspath(__file__), "--worker", peer, network, model,
                     *sizes, precision]


def check(answers, precision):
    """Who does not come to what the first one did; nobody is timed for another work."""
    (first, expected), wrong = answers[0], []
    largest = max(abs(x) for x in expected)
    for name, values in answers[1:]:
        error = max(abs(a - b) for a, b in zip(values, expected)) / largest
        if len(values) != len(expected) or not error <= TOLERANCE[precision]:
            wrong.append(f"{name} ({error:.2g} from {first})")
    return wrong


def measure(options, case, weights, model):
    network, size, batch, precision = case
    running, answers = [], []
    for name, command in contestants(options, case, weights, model):
        one = Contestant(name, command, options.realtime)
        try:
            answers.append((name, [float(x) for x in one.ask("answer").split()]))
            running.append(one)
        except RuntimeError as error:
            print(f"  {name}: left out, {error}", flush=True)
    wrong = check(answers, precision)
    if wrong:
        print("  another answer: " + "; ".join(wrong), flush=True)
    shuffle = random.Random(7)
    worst = 0
    for _ in range(options.turns):
        for one in shuffle.sample(running, len(running)):
            ms, others = one.undisturbed(options.seconds)
            one.times.append(ms)
            worst = max(worst, others)
    if worst > MOST_OTHERS:
        print(f"  disturbed: others took up to {100 * worst:.0f} % of the processors", flush=True)
    for one in running:
        one.end()
    return {one.name: one.times for one in running}


def show(case, times):
    network, size, batch, precision = case
    print(f"\n{network}, {size} px, batch {batch}, {precision}", flush=True)
    base = times["duelo compiled"] if "duelo compiled" in times else None
    for name, values in times.items():
        line = f"  {name:16} {statistics.median(values):9.3f} ms"
        if base and name != "duelo compiled":
            ratio, low, high = interval([a / b for a, b in zip(values, base)])
            line += f"   {name} / compiled {ratio:.3f} ({low:.3f} to {high:.3f})"
        print(line, flush=True)
    if "python eager" in times and "duelo eager" in times:
        ratio, low, high = interval(
            [a / b for a, b in zip(times["python eager"], times["duelo eager"])])
        print(f"  python eager / duelo eager {ratio:.3f} ({low:.3f} to {high:.3f})", flush=True)


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    listed = lambda text: text.split(",")
    numbers = lambda text: [int(x) for x in text.split(",")]
    parser.add_argument("--networks", type=listed, default=["resnet18", "mobilenet_v2"])
    parser.add_argument("--sizes", type=numbers, default=[224])
    parser.add_argument("--batches", type=numbers, default=[1])
    parser.add_argument("--precisions", type=listed, default=["fp32", "bf16"])
    parser.add_argument("--peers", type=listed, default=list(PEERS))
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--realtime", action="store_true",
                        help="all contestants in the scheduler's real-time class (root alone), for "
                             "machines that others keep busy: they wait while one computes")
    parser.add_argument("--json", type=Path, help="keeps all medians here")
    options = parser.parse_args(argv)

    kept = []
    with tempfile.TemporaryDirectory() as folder:
        for network, size, batch in itertools.product(options.networks, options.sizes,
                                                      options.batches):
            made = onnx_networks.network(network, size)
            weights, model = Path(folder) / "weights.safetensors", Path(folder) / "model.onnx"
            weights.write_bytes(made.safetensors())
            model.write_bytes(made.onnx(batch, size).SerializeToString())
            for precision in options.precisions:
                case = (network, size, batch, precision)
                times = measure(options, case, str(weights), str(model))
                show(case, times)
                kept.append({"case": case, "ms": times})
    ratios = {}
    for one in kept:
        base = one["ms"].get("duelo compiled")
        peers = [v for name, v in one["ms"].items() if name in PEERS]
        if not base or not peers:
            continue
        best = min(peers, key=statistics.median)
        ratios.setdefault(one["case"][3], []).append(
            statistics.median(a / b for a, b in zip(best, base)))
    for precision, values in ratios.items():
        print(f"\nbest peer / compiled, {precision}: geometric mean "
              f"{statistics.geometric_mean(values):.3f} of {len(values)} cells")
    if options.json:
        options.json.write_text(json.dumps(kept))


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] == "--worker":
        worker(*sys.argv[2:])
    else:
        main(sys.argv[1:])
