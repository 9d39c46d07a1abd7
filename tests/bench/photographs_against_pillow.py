#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From a photograph's file to what a network receives: Duelo against Pillow and torchvision.

    photographs_against_pillow.py BUILD_DIR [--turns 9] [--seconds 0.3] [--size 224] [--only m12]

With a Python that has torch, torchvision and Pillow. Both read the file, decode it, resize it to a
square and normalise it. Each of them waits in a process of its own and is asked once a turn; a ratio
is that of one turn, what is told is the median over the turns with its interval. Above 1 Duelo is
faster. The photographs are made here from the samples: of a camera, a phone, small ones. A JPEG is
decoded in full and scaled; then Pillow does the same by Image.draft(), and beside that ratio stands the
one to Pillow's full decoding. Behind the ratios: how long each part of Duelo's takes.
"""
import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path

from against_runtimes import Contestant, interval

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"
CAMERA = {"quality": 90, "subsampling": "4:2:0"}
# Name, sample, size in pixels, how Pillow saves it.
PHOTOGRAPHS = (
    ("sample.jpg", "rocket.jpg", None, {"quality": 90}),
    ("sample.png", "chelsea.png", None, {}),
    ("sample.webp", "coffee.png", None, {"quality": 85}),
    ("m1.jpg", "astronaut.png", (1200, 900), CAMERA),
    ("m3.jpg", "astronaut.png", (2048, 1536), CAMERA),
    ("m6.jpg", "astronaut.png", (2816, 2112), CAMERA),
    ("m12.jpg", "astronaut.png", (4000, 3000), CAMERA),
    ("phone_progressive.jpg", "astronaut.png", (4000, 3000), {"quality": 90, "progressive": True}),
    ("screen.png", "coffee.png", (1920, 1080), {}),
    ("scan.tif", "coffee.png", (2480, 1754), {"compression": "tiff_lzw"}),
    ("paint.bmp", "coffee.png", (1280, 720), {}),
)


def worker(file, size, threads, decoding):
    """Answers as bench_photographs does."""
    import torch
    import torchvision.transforms as transforms
    from PIL import Image
    torch.set_num_threads(1)
    size, threads = int(size), int(threads)
    prepare = transforms.Compose([
        transforms.Resize((size, size)), transforms.ToTensor(),
        transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])])

    def tensor():
        with Image.open(file) as image:
            if decoding == "scaled":
                image.draft(None, (size, size))
            return prepare(image.convert("RGB"))

    for line in sys.stdin:
        if line.strip() == "answer":
            print(" ".join(f"{x:.6g}" for x in tensor().sum((1, 2)).tolist()), flush=True)
            continue
        counts, start = [0] * threads, time.perf_counter()

        def repeat(index):
            while counts[index] == 0 or time.perf_counter() - start < float(line):
                tensor()
                counts[index] += 1

        team = [threading.Thread(target=repeat, args=(index,)) for index in range(threads)]
        for one in team:
            one.start()
        for one in team:
            one.join()
        print(f"{1e3 * (time.perf_counter() - start) / sum(counts):.6f}", flush=True)


def write(folder, name, sample, size, settings):
    import numpy
    from PIL import Image
    image = Image.open(SAMPLES / sample).convert("RGB")
    if size:
        # Enlarged alone it would be smoother than what a lens and its sensor give.
        noise = numpy.random.default_rng(1).normal(0, 6, (size[1], size[0], 3))
        large = numpy.asarray(image.resize(size, Image.BICUBIC)).astype(float) + noise
        image = Image.fromarray(large.clip(0, 255).astype("uint8"))
    image.save(folder / name, **settings)
    return folder / name


def ratios(contestants, options):
    """Of each of the others to the first: the ratios of all turns; and the first's times."""
    times, others = [], [[] for _ in contestants[1:]]
    for turn in range(options.turns):
        order = (-1) ** turn
        ms = [one.undisturbed(options.seconds)[0] for one in contestants[::order]][::order]
        times.append(ms[0])
        for found, other in zip(others, ms[1:]):
            found.append(other / ms[0])
    return times, others


def row(file, threads, decoding, options, bench):
    def pillow(how):
        return Contestant("pillow", [sys.executable, __file__, "--worker", str(file),
                                     str(options.size), str(threads), how], options.realtime)

    duelo = Contestant("duelo", [str(bench), str(file), str(options.size), str(threads), decoding],
                       options.realtime)
    contestants = [duelo, pillow("full")] + ([pillow("scaled")] if decoding == "scaled" else [])
    sums = [[float(x) for x in one.ask("answer").split()] for one in (duelo, contestants[-1])]
    apart = max(abs(a - b) for a, b in zip(*sums)) / options.size**2
    if apart > 0.02:  # of the mean of a plane, whose values have a deviation near 1
        sys.exit(f"{file.name}: the planes differ by {apart:.3f} on average")
    times, others = ratios(contestants, options)
    parts = " + ".join(f"{float(x):.2f}" for x in duelo.ask("parts").split())
    for one in contestants:
        one.end()
    told = ["{:.2f} ({:.2f} to {:.2f})".format(*interval(found)) for found in others]
    print(f"| {file.name} | {decoding} | {threads} | {interval(times)[0]:.2f} | {told[0]} | "
          f"{told[1] if len(told) > 1 else ''} | {parts} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--size", type=int, default=224)
    parser.add_argument("--realtime", action="store_true")
    parser.add_argument("--only", default="", help="photographs whose name begins so")
    options = parser.parse_args()
    bench = Path(options.build) / "tests" / "bench_photographs"
    print("| Photograph | Decoding | Threads | Duelo (ms) | Pillow in full / Duelo | "
          "Pillow's draft / Duelo | Read + decode + resize + normalise (ms) |\n"
          "|---|---|---:|---:|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for photograph in PHOTOGRAPHS:
            if not photograph[0].startswith(options.only):
                continue
            file = write(Path(folder), *photograph)
            for decoding in ("full", "scaled") if file.suffix == ".jpg" else ("full",):
                for threads in (1, 2):
                    row(file, threads, decoding, options, bench)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(*sys.argv[2:])
    else:
        main()
