#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From a photograph's file to what a network receives: Duelo against Pillow and torchvision.

    photographs_against_pillow.py BUILD_DIR [--turns 9] [--seconds 0.3] [--size 224]

With a Python that has torch, torchvision and Pillow. Both read the file, decode it, resize it to a
square and normalise it. Each of them waits in a process of its own and is asked once a turn; a ratio
is that of one turn, what is told is the median over the turns with its interval. Above 1 Duelo is
faster. The photographs are made here from the samples: a camera's size, a phone's size, small ones.
"""
import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path

from against_runtimes import Contestant, interval

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"
# Name, sample, size in pixels, how Pillow saves it.
PHOTOGRAPHS = (
    ("sample.jpg", "rocket.jpg", None, {"quality": 90}),
    ("sample.png", "chelsea.png", None, {}),
    ("sample.webp", "coffee.png", None, {"quality": 85}),
    ("phone.jpg", "astronaut.png", (4000, 3000), {"quality": 90}),
    ("phone_progressive.jpg", "astronaut.png", (4000, 3000), {"quality": 90, "progressive": True}),
    ("screen.png", "coffee.png", (1920, 1080), {}),
    ("scan.tif", "coffee.png", (2480, 1754), {"compression": "tiff_lzw"}),
    ("paint.bmp", "coffee.png", (1280, 720), {}),
)


def worker(file, size, threads):
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--size", type=int, default=224)
    parser.add_argument("--realtime", action="store_true")
    options = parser.parse_args()
    bench = Path(options.build) / "tests" / "bench_photographs"
    print("| Photograph | Threads | Duelo (ms) | Pillow and torchvision / Duelo |\n|---|---:|---:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for photograph in PHOTOGRAPHS:
            file = write(Path(folder), *photograph)
            for threads in (1, 2):
                arguments = [str(file), str(options.size), str(threads)]
                both = [Contestant("duelo", [str(bench), *arguments], options.realtime),
                        Contestant("pillow", [sys.executable, __file__, "--worker", *arguments],
                                   options.realtime)]
                sums = [[float(x) for x in one.ask("answer").split()] for one in both]
                apart = max(abs(a - b) for a, b in zip(*sums)) / options.size**2
                if apart > 0.02:  # of the mean of a plane, whose values have a deviation near 1
                    sys.exit(f"{file.name}: the planes differ by {apart:.3f} on average")
                ratios, times = [], []
                for turn in range(options.turns):
                    ms = [one.undisturbed(options.seconds)[0] for one in both[::(-1) ** turn]]
                    duelo, pillow = ms[::(-1) ** turn]
                    times.append(duelo)
                    ratios.append(pillow / duelo)
                for one in both:
                    one.end()
                print(f"| {file.name} | {threads} | {interval(times)[0]:.2f} | "
                      "{:.2f} ({:.2f} to {:.2f}) |".format(*interval(ratios)), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(*sys.argv[2:])
    else:
        main()
