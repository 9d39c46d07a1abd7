# SPDX-License-Identifier: Apache-2.0
"""Writes training.json, what tests/experiments/training/tst_trainer.cpp compares Duelo with.

    python make_training_golden.py  # see README.md

The losses of the first updates of PyTorch's own modules and optimisers, in fp64, from the weights
of engine/models/weight_set.cpp and with the dropout masks of engine/experiments/training/dropout.h,
both made again here from their descriptions.
"""

import json
import math
import pathlib

import numpy as np
import torch
from torch import nn

from make_golden import mix, uniform

SEED = 7
BATCH = 6
UPDATES = 5
# Small enough that the losses fall smoothly: rounding must not decide the fifth.
ADAM_RATE = 3e-5
SGD_RATE = 1e-4
GAMMA = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


def mix_one(value):
    with np.errstate(over="ignore"):
        return int(mix(np.array([value & MASK], dtype=np.uint64))[0])


def dropout_factors(update, layer, shape):
    """Probability 1/2: one bit of a counter's output for each value."""
    stream = mix_one(SEED + GAMMA)
    stream = mix_one(stream ^ (update + GAMMA))
    stream = mix_one(stream ^ ((layer + 1) * GAMMA & MASK))
    count = math.prod(shape)
    words = [mix_one(stream + (i + 1) * GAMMA) for i in range((count + 63) // 64)]
    bits = [words[i // 64] >> (i % 64) & 1 for i in range(count)]
    return torch.tensor(bits, dtype=torch.float64).reshape(shape) * 2


class Masked(nn.Module):
    """Dropout whose bits depend on the update and the layer's place in Duelo's list of nodes."""

    update = 0

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return x * dropout_factors(Masked.update, self.layer, tuple(x.shape))


def lab_alexnet(outputs):
    def conv(i, o, stride=1):
        return nn.Conv2d(i, o, 3, stride, 1)

    model = nn.Module()
    model.features = nn.Sequential(
        conv(3, 64, 2), nn.MaxPool2d(2), nn.ReLU(), conv(64, 192), nn.MaxPool2d(2), nn.ReLU(),
        conv(192, 384), nn.ReLU(), conv(384, 256), nn.ReLU(), conv(256, 256), nn.MaxPool2d(2),
        nn.ReLU())
    model.classifier = nn.Sequential(
        Masked(14), nn.Linear(1024, 4096), nn.ReLU(), Masked(17), nn.Linear(4096, 4096), nn.ReLU(),
        nn.Linear(4096, outputs))
    model.forward = lambda x: model.classifier(model.features(x).flatten(1))
    return model, (3, 32, 32)


def mlp(hidden, outputs):
    model = nn.Module()
    model.fc1 = nn.Linear(784, hidden)
    model.fc2 = nn.Linear(hidden, outputs)
    model.forward = lambda x: model.fc2(torch.relu(model.fc1(x.flatten(1))))
    return model, (1, 28, 28)


def seeded(model):
    model.double()
    with torch.no_grad():
        for name, tensor in model.state_dict().items():
            if name.endswith("bias"):
                low, span = -0.0625, 0.125
            else:
                bound = math.sqrt(6.0 / math.prod(tensor.shape[1:]))
                low, span = -bound, 2 * bound
            values = (uniform(SEED, name, tensor.numel()) - 0.5) * span + (low + span / 2)
            tensor.copy_(torch.from_numpy(values.astype(np.float32)).reshape(tensor.shape))
    return model


def losses(model, shape, outputs, optimizer):
    images = uniform(SEED, "image", BATCH * math.prod(shape)) * 4 - 2
    images = torch.from_numpy(images).reshape(BATCH, *shape)
    labels = torch.arange(BATCH) % outputs
    found = []
    for update in range(UPDATES):
        Masked.update = update
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model.forward(images), labels)
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


def main():
    makers = {"mlp-32": (lambda: mlp(32, 10), 10), "lab_alexnet": (lambda: lab_alexnet(3), 3)}
    rules = {
        "adam": lambda p: torch.optim.Adam(p, lr=ADAM_RATE),
        "sgd": lambda p: torch.optim.SGD(p, lr=SGD_RATE),
        "sgd_momentum": lambda p: torch.optim.SGD(p, lr=SGD_RATE, momentum=0.9),
    }
    golden = {"torch": torch.__version__, "seed": SEED, "batch": BATCH,
              "adam_rate": ADAM_RATE, "sgd_rate": SGD_RATE, "models": {}}
    for name, (make, outputs) in makers.items():
        model, shape = make()
        entry = {"outputs": outputs}
        entry["parameters"] = sum(p.numel() for p in model.parameters())
        entry["names"] = list(model.state_dict())
        for rule, optimizer in rules.items():
            seeded(model)
            entry[rule] = losses(model, shape, outputs, optimizer(model.parameters()))
        golden["models"][name] = entry
    path = pathlib.Path(__file__).parent / "training.json"
    path.write_text(json.dumps(golden, indent=1) + "\n")


if __name__ == "__main__":
    main()
