#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the two bindings of the room tensor, or two builds of bench_turns: prints for each piece of
work the median of the ratios of times, second program to first, with the quartiles.

    bindings.py [--starts N] [--rounds N] [--seconds S] [--quick] [--network NAME]... [FIRST SECOND]

FIRST and SECOND are programs bench_turns; build/release/tests/bench_turns and bench_turns_symbols where
they are not named. Both are asked in turns, first the one and then the other in every second round, so that
whatever else the machine does hits both. They are started anew several times, because where a program's
memory happens to lie makes single starts differ by some percent; the ratio of a start is the median of its
rounds, and what is printed is the median and the quartiles of the starts."""
import argparse
import os
import statistics
import subprocess
import sys

TESTS = os.path.join(os.path.dirname(__file__), "../../build/release/tests")
NETWORKS = ("alexnet", "efficientnet_lite0", "mobilenet_v2", "resnet18", "resnet34", "resnet50", "vgg16",
            "vit_b_16")
SMALL_PX = {"alexnet": 64}  # too small otherwise; all others 32


def works(quick, names):
    """What bench_turns is told after its name, of all that the bindings must be equal in."""
    networks = ["resnet50"] if quick else names or NETWORKS
    for network in networks:
        for size in (224, SMALL_PX.get(network, 32)):
            for mode in ("eager", "fused"):
                yield [network, "", str(size), "1", "1", mode, "fp32"]
    if names:
        return
    for mode in ("eager", "fused"):
        for batch in ("1", "64"):
            yield ["mlp", "-", "28", batch, "1", f"train_{mode}", "fp32"]


class Program:
    def __init__(self, path, work):
        self.process = subprocess.Popen([path, *work], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def time_ms(self, seconds):
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def compare(paths, work, rounds, seconds):
    """Returns the ratio of one start, and the first program's time in ms."""
    programs = [Program(path, work) for path in paths]
    for program in programs:
        program.time_ms(seconds)
    ratios, times_ms = [], []
    for i in range(rounds):
        order = (0, 1) if i % 2 == 0 else (1, 0)
        found = {which: programs[which].time_ms(seconds) for which in order}
        ratios.append(found[1] / found[0])
        times_ms.append(found[0])
    for program in programs:
        program.end()
    return statistics.median(ratios), statistics.median(times_ms)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--starts", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--network", action="append", help="these alone, and no perceptron")
    parser.add_argument("--quick", action="store_true", help="one network and the perceptron")
    options = parser.parse_args()
    paths = options.programs or [os.path.join(TESTS, name)
                                 for name in ("bench_turns", "bench_turns_symbols")]
    if len(paths) != 2:
        parser.error("two programs, or none")
    for work in works(options.quick, options.network):
        ratios, times_ms = zip(*(compare(paths, work, options.rounds, options.seconds)
                                 for _ in range(options.starts)))
        low, middle, high = statistics.quantiles(ratios, n=4)
        time_ms = statistics.median(times_ms)
        print(f"{work[0]:18} {work[2]:>4} px  batch {work[3]:>3}  {work[5]:12} {time_ms:9.3f} ms"
              f"  {middle:.4f} [{low:.4f}; {high:.4f}]", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
