#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Duelo's networks on a GPU beside what Python's users have, one cell after the other.

    gpu_peers.py ENGINE OUT.jsonl [--peers "python eager,cuda graph,torch.compile,onnxruntime,tensorrt"]
                 [--networks resnet18,...] [--batches 1,64,8] [--precisions fp16,tf32,fp32]

With a Python that has torch and torchvision; a peer that is missing is left out and said. A cell is
a network, a batch and a precision. In each, Duelo is measured before its peers and after them, so a
card that gets warmer meanwhile shows; then the cell's line is added to OUT.jsonl. Weights are
random, which changes no time. Each peer is a process that lives for all cells; one that hangs or
dies is left out of that cell and begun anew for the next. Input and output stay on the GPU, and each
call is waited for, as in Duelo. 77: no peer could begin.
"""
import argparse
import itertools
import json
import selectors
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PEERS = ("python eager", "cuda graph", "torch.compile", "onnxruntime", "tensorrt")
NETWORKS = ("resnet18", "mobilenet_v2", "vit_b_16", "resnet50", "vgg16")
DUELO_MODES = {"cuda": "eager,graph", "cpu": "eager,fused"}
WARM_UP_S = 0.3
ANSWER_S = {"torch.compile": 300, "tensorrt": 200}  # others: 40


# --- the process of a peer ------------------------------------------------------------------------

def network_of(case, device):
    import torch
    import torchvision
    tf32 = case["precision"] == "tf32"
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = tf32
    torch.backends.cudnn.benchmark = True
    numbers = torch.float16 if case["precision"] == "fp16" else torch.float32
    model = getattr(torchvision.models, case["network"])(weights=None).eval().to(device, numbers)
    image = torch.rand(case["batch"], 3, case["size"], case["size"]).to(device, numbers)
    return model, image


def captured(model, image):
    import torch
    with torch.inference_mode():
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                model(image)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            model(image)
    return graph.replay


def runtime_call(provider, model, image, case):
    """ONNX Runtime, its input and output bound to where they are."""
    import numpy
    import onnxruntime
    import torch
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "network.onnx")
        torch.onnx.export(model, (image,), path, input_names=["image"], output_names=["logits"])
        options = {"CUDAExecutionProvider": {"use_tf32": int(case["precision"] == "tf32")},
                   "TensorrtExecutionProvider": {"trt_fp16_enable": case["precision"] == "fp16"},
                   "CPUExecutionProvider": {}}
        session = onnxruntime.InferenceSession(path, providers=[(provider, options[provider])])
    if session.get_providers()[0] != provider:
        raise RuntimeError(f"{provider} could not be loaded")
    where = image.device.type
    binding = session.io_binding()
    binding.bind_input("image", where, 0, numpy.float16 if image.dtype == torch.float16
                       else numpy.float32, tuple(image.shape), image.data_ptr())
    binding.bind_output("logits", where)
    return lambda: session.run_with_iobinding(binding)


def call_of(kind, case, device):
    import torch
    model, image = network_of(case, device)
    if kind == "cuda graph":
        return captured(model, image)
    if kind == "onnxruntime":
        return runtime_call("CUDAExecutionProvider" if device == "cuda" else "CPUExecutionProvider",
                            model, image, case)
    if kind == "tensorrt":
        return runtime_call("TensorrtExecutionProvider", model, image, case)
    if kind == "torch.compile":
        model = torch.compile(model, mode="max-autotune")

    def call():
        with torch.inference_mode():
            return model(image)
    return call


def begin(kind, device):
    """Says why this peer cannot be measured here, or nothing."""
    import torch
    import torchvision  # noqa: F401
    if device == "cuda" and not torch.cuda.is_available():
        return "torch finds no GPU"
    if kind == "cuda graph" and device != "cuda":
        return "a CUDA graph wants a GPU"
    if kind == "torch.compile" and not hasattr(torch, "compile"):
        return f"torch {torch.__version__} has no torch.compile"
    if kind in ("onnxruntime", "tensorrt"):
        import onnxruntime
        wanted = {"onnxruntime": {"cuda": "CUDA", "cpu": "CPU"}[device],
                  "tensorrt": "Tensorrt"}[kind] + "ExecutionProvider"
        if wanted not in onnxruntime.get_available_providers():
            return f"onnxruntime {onnxruntime.__version__} has no {wanted}"
    return ""


def median_ms(call, wait, seconds):
    start = time.perf_counter()
    calls = 0
    while calls < 3 or time.perf_counter() - start < WARM_UP_S:
        call()
        wait()
        calls += 1
    times, start = [], time.perf_counter()
    while len(times) < 5 or time.perf_counter() - start < seconds:
        before = time.perf_counter()
        call()
        wait()
        times.append(1e3 * (time.perf_counter() - before))
    return statistics.median(times)


def worker(kind, device, seconds):
    """Answers each case on its input by a line; the first line says whether it can."""
    answers, sys.stdout = sys.stdout, sys.stderr  # compilers print what they like
    try:
        lack = begin(kind, device)
    except ImportError as error:
        lack = str(error)
    print(json.dumps({"lack": lack}), file=answers, flush=True)
    if lack:
        return
    import torch
    wait = torch.cuda.synchronize if device == "cuda" else lambda: None
    for line in sys.stdin:
        try:
            before = time.perf_counter()
            call = call_of(kind, json.loads(line), device)
            call()
            wait()
            prepared_s = time.perf_counter() - before
            answer = {"ms": median_ms(call, wait, seconds), "prepared_s": round(prepared_s, 2)}
        except Exception as error:  # of whatever a compiler, a runtime or a full memory throws
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        call = None
        print(json.dumps(answer), file=answers, flush=True)
        if device == "cuda":
            torch.cuda.empty_cache()


# --- who asks -------------------------------------------------------------------------------------

class Peer:
    def __init__(self, kind, options):
        self.kind, self.options, self.process = kind, options, None
        self.lack = ""

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker", self.kind, self.options.device,
             str(self.options.seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lack = self.answer(120).get("lack", "it did not begin")

    def answer(self, seconds):
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if selector.select(seconds) else None
        if line:
            return json.loads(line)
        self.end()
        return {"error": f"no answer within {seconds} s" if line is None else "its process ended"}

    def ask(self, case):
        if self.process is None:
            self.start()
        if self.lack:
            return {"error": self.lack}
        try:
            print(json.dumps(case), file=self.process.stdin, flush=True)
        except OSError:
            pass  # it has ended, as the answer tells
        return self.answer(ANSWER_S.get(self.kind, 40))

    def end(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None


def duelo(options, case):
    """The medians of Duelo's modes in ms."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "r.duelo"
        run = subprocess.run(
            [options.engine, "infer", "--model", case["network"], "--size", str(case["size"]),
             "--batch", str(case["batch"]), "--precision", case["precision"], "--device",
             options.device, "--mode", DUELO_MODES[options.device], "--preset", "quick",
             "--no-report", "--out", str(record)], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, check=False)
        lines = record.read_text().splitlines() if record.exists() else []
    modes, medians = {}, {}
    for item in map(json.loads, lines):
        if item["r"] == "cell":
            modes[item["cell"]] = item["variant"]["mode"]
        elif item["r"] == "result" and "median_ms" in item:
            medians[modes[item["cell"]]] = item["median_ms"]
    if not medians:
        print(f"Duelo measured nothing of {case} (exit code {run.returncode}): {run.stderr[-300:]}")
    return medians


def measure(options, case, peers):
    """Whether the cell has a ratio."""
    before = duelo(options, case)
    if not before:
        return False
    answers = {peer.kind: peer.ask(case) for peer in peers}
    after = duelo(options, case)
    if not before.keys() & after.keys():
        return False
    ours = {mode: [before[mode], after[mode]] for mode in before if mode in after}
    best = min(ours, key=lambda mode: sum(ours[mode]))
    best_ms = statistics.mean(ours[best])
    row = {**case, "device": options.device, "duelo_ms": ours, "best": best, "peers": answers}
    with options.out.open("a") as file:
        print(json.dumps(row), file=file)
    told = [f"{case['network']}, batch {case['batch']}, {case['precision']}: Duelo {best} "
            f"{best_ms:.3f} ms ({ours[best][0]:.3f}, {ours[best][1]:.3f})"]
    for kind, answer in answers.items():
        told.append(f"{kind} {answer['ms']:.3f} ms ({answer['ms'] / best_ms:.2f}x)"
                    if "ms" in answer else f"{kind} not measured: {answer['error']}")
    print("; ".join(told), flush=True)
    return True


def listed(text):
    return [word.strip() for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("out", type=Path)
    parser.add_argument("--peers", type=listed, default=list(PEERS))
    parser.add_argument("--networks", type=listed, default=list(NETWORKS))
    parser.add_argument("--batches", type=lambda text: [int(x) for x in listed(text)],
                        default=[1, 64, 8])
    parser.add_argument("--precisions", type=listed, default=["fp16", "tf32", "fp32"])
    parser.add_argument("--size", type=int, default=224)
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each peer in each cell")
    parser.add_argument("--list", action="store_true", help="print the cells, measure nothing")
    options = parser.parse_args()
    for peer in set(options.peers) - set(PEERS):
        parser.error(f"there is no peer {peer}; there are: {', '.join(PEERS)}")
    cases = [{"network": network, "batch": batch, "precision": precision, "size": options.size}
             for batch, precision, network in
             itertools.product(options.batches, options.precisions, options.networks)]
    if options.list:
        for case in cases:
            print(case)
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))  # what is measured stands in the file
    peers = [Peer(kind, options) for kind in options.peers]
    try:
        for peer in peers:
            peer.start()
            if peer.lack:
                print(f"{peer.kind} is left out: {peer.lack}", flush=True)
        peers = [peer for peer in peers if not peer.lack]
        if not peers:
            return 77
        measured = [measure(options, case, peers) for case in cases]
    finally:
        for peer in peers:
            peer.end()
    return 0 if all(measured) else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(sys.argv[2], sys.argv[3], float(sys.argv[4]))
    else:
        sys.exit(main())
