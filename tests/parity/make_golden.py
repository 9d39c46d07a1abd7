# SPDX-License-Identifier: Apache-2.0
"""Writes what tests/models compares Duelo with: see README.md.

    python make_golden.py --weights efficientnet-lite0-57934424.pth --samples ../../resources/samples
"""

import argparse
import json
import math
import pathlib
import re

import numpy as np
import torch
import torchvision
from PIL import Image
from torch import nn
from torch.nn import functional as F
from torchvision.models import vision_transformer

SEED = 7
# Square and not, one and several images, and sizes that no stride divides.
CASES = [(1, 224, 224), (2, 96, 96), (1, 97, 131)]
EVERY = 8  # of the 1000 logits, every eighth is stored
MASK = (1 << 64) - 1


# The generator of engine/models/weight_set.cpp, from its description: SplitMix64 as a counter.


def mix(x):
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def uniform(seed, name, count):
    """float32 values in [0, 1), exact."""
    with np.errstate(over="ignore"):
        key = mix(np.array([seed ^ fnv1a(name)], dtype=np.uint64))
        counter = np.arange(1, count + 1, dtype=np.uint64)
        bits = mix(key + counter * np.uint64(0x9E3779B97F4A7C15))
    return (bits >> np.uint64(40)).astype(np.float64) * 2.0**-24


def random_tensor(module, part, name, shape, ends_branch):
    if isinstance(module, nn.BatchNorm2d) and part == "weight" and ends_branch:
        low, span = 0.125, 0.25
    elif isinstance(module, nn.BatchNorm2d):
        low, span = {"weight": (0.5, 1.0), "running_var": (0.5, 2.0)}.get(part, (-0.25, 0.5))
    elif isinstance(module, nn.LayerNorm):
        low, span = (0.5, 1.0) if part == "weight" else (-0.25, 0.5)
    elif name in ("class_token", "encoder.pos_embedding"):
        low, span = -1.0, 2.0
    elif part.endswith("bias"):
        low, span = -0.0625, 0.125
    else:
        bound = math.sqrt(6.0 / math.prod(shape[1:]))
        low, span = -bound, 2 * bound
    values = (uniform(SEED, name, math.prod(shape)) - 0.5) * span + (low + span / 2)
    return torch.from_numpy(values.astype(np.float32)).reshape(shape)


def branch_ends(modules):
    """Batch norms whose result is added to a shortcut."""
    for name, module in modules.items():
        if isinstance(module, torchvision.models.resnet.BasicBlock):
            yield name + ".bn2"
        elif isinstance(module, torchvision.models.resnet.Bottleneck):
            yield name + ".bn3"
        elif isinstance(module, torchvision.models.mobilenetv2.InvertedResidual):
            if module.use_res_connect:
                yield f"{name}.conv.{len(module.conv) - 1}"
        elif isinstance(module, MBConv) and module.residual:
            yield name + "._bn2"


def randomise(model):
    modules = dict(model.named_modules())
    ends = set(branch_ends(modules))
    for name, tensor in model.state_dict().items():
        path, _, part = name.rpartition(".")
        if part != "num_batches_tracked":
            tensor.copy_(random_tensor(modules[path], part, name, tuple(tensor.shape),
                                       path in ends))
    return model


# EfficientNet-Lite0 as the authors of the published port describe it, written apart from Duelo's.


class SameConv(nn.Conv2d):
    def forward(self, x):
        pad = []
        for size in (x.shape[3], x.shape[2]):
            total = max(
                (math.ceil(size / self.stride[0]) - 1) * self.stride[0]
                + self.kernel_size[0] - size, 0)
            pad += [total // 2, total - total // 2]
        return F.conv2d(F.pad(x, pad), self.weight, None, self.stride, 0, 1, self.groups)


def same_conv(inputs, outputs, kernel=1, stride=1, groups=1):
    return SameConv(inputs, outputs, kernel, stride, groups=groups, bias=False)


class MBConv(nn.Module):
    def __init__(self, inputs, outputs, kernel, stride, expansion):
        super().__init__()
        hidden = inputs * expansion
        if expansion != 1:
            self._expand_conv = same_conv(inputs, hidden)
            self._bn0 = nn.BatchNorm2d(hidden, eps=1e-3)
        self._depthwise_conv = same_conv(hidden, hidden, kernel, stride, hidden)
        self._bn1 = nn.BatchNorm2d(hidden, eps=1e-3)
        self._project_conv = same_conv(hidden, outputs)
        self._bn2 = nn.BatchNorm2d(outputs, eps=1e-3)
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x):
        y = F.relu6(self._bn0(self._expand_conv(x))) if hasattr(self, "_expand_conv") else x
        y = F.relu6(self._bn1(self._depthwise_conv(y)))
        y = self._bn2(self._project_conv(y))
        return x + y if self.residual else y


class EfficientNetLite0(nn.Module):
    def __init__(self):
        super().__init__()
        self._conv_stem = same_conv(3, 32, 3, 2)
        self._bn0 = nn.BatchNorm2d(32, eps=1e-3)
        blocks, inputs = [], 32
        for repeats, kernel, stride, expansion, outputs in [
                (1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80),
                (3, 5, 1, 6, 112), (4, 5, 2, 6, 192), (1, 3, 1, 6, 320)]:
            for i in range(repeats):
                blocks.append(MBConv(inputs, outputs, kernel, stride if i == 0 else 1, expansion))
                inputs = outputs
        self._blocks = nn.ModuleList(blocks)
        self._conv_head = same_conv(320, 1280)
        self._bn1 = nn.BatchNorm2d(1280, eps=1e-3)
        self._fc = nn.Linear(1280, 1000)

    def forward(self, x):
        x = F.relu6(self._bn0(self._conv_stem(x)))
        for block in self._blocks:
            x = block(x)
        x = F.relu6(self._bn1(self._conv_head(x)))
        return self._fc(x.mean((2, 3)))


class ViT(vision_transformer.VisionTransformer):
    """torchvision's ViT-B/16 for images of any size. Of whole patches that are as many in both
    directions it is torchvision's own, made for that size by its interpolate_embeddings(); others,
    which torchvision refuses, are made of its parts, the positions resized to the patches that are
    whole."""

    def __init__(self):
        super().__init__(image_size=224, patch_size=16, num_layers=12, num_heads=12,
                         hidden_dim=768, mlp_dim=3072)

    def forward(self, x):
        height, width = x.shape[2:]
        state = dict(self.state_dict())
        if height == width and height % 16 == 0:
            model = vision_transformer.vit_b_16(image_size=height).eval()
            model.load_state_dict(vision_transformer.interpolate_embeddings(height, 16, state))
            return model(x)
        positions = self.encoder.pos_embedding
        places = positions[:, 1:].permute(0, 2, 1).reshape(1, 768, 14, 14)
        places = F.interpolate(places, (height // 16, width // 16), mode="bicubic",
                               align_corners=True)
        positions = torch.cat([positions[:, :1], places.flatten(2).permute(0, 2, 1)], 1)
        x = self.conv_proj(x).flatten(2).permute(0, 2, 1)
        x = torch.cat([self.class_token.expand(len(x), -1, -1), x], 1) + positions
        return self.heads(self.encoder.ln(self.encoder.layers(x))[:, 0])


BUILDERS = {
    "resnet18": torchvision.models.resnet18,
    "resnet34": torchvision.models.resnet34,
    "resnet50": torchvision.models.resnet50,
    "mobilenet_v2": torchvision.models.mobilenet_v2,
    "alexnet": torchvision.models.alexnet,
    "vgg16": torchvision.models.vgg16,
    "vit_b_16": ViT,
    "efficientnet_lite0": EfficientNetLite0,
}


def summary(logits):
    """Of one image; probabilities are exp(logit - log_sum_exp)."""
    best = torch.topk(logits, 5)
    return {
        "log_sum_exp": round(torch.logsumexp(logits.double(), 0).item(), 6),
        "top": [[i, round(v, 6)] for i, v in zip(best.indices.tolist(), best.values.tolist())],
        "logits": [round(v, 5) for v in logits[::EVERY].tolist()],
    }


def image_tensor(batch, height, width):
    values = uniform(SEED, "image", batch * 3 * height * width) * 4 - 2
    return torch.from_numpy(values.astype(np.float32)).reshape(batch, 3, height, width)


def networks():
    result = {"seed": SEED, "every": EVERY, "models": {}}
    for name, builder in BUILDERS.items():
        model = randomise(builder().eval())
        specs = [[key, list(value.shape)] for key, value in model.state_dict().items()
                 if not key.endswith("num_batches_tracked")]
        cases = [{"batch": batch, "height": height, "width": width,
                  "images": [summary(row) for row in model(image_tensor(batch, height, width))]}
                 for batch, height, width in CASES]
        result["models"][name] = {
            "parameters": sum(p.numel() for p in model.parameters()),
            "tensors": specs,
            "cases": cases,
        }
    return result


def photographs(weights, samples):
    """The published weights: a pattern, and photographs resized by Pillow."""
    model = EfficientNetLite0().eval()
    model.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    normalised = lambda pixels: (pixels.float() - 127) / 128
    pattern = torch.from_numpy((uniform(SEED, "pixels", 3 * 224 * 224) * 256).astype(np.uint8))
    result = {"pattern": summary(model(normalised(pattern.reshape(1, 3, 224, 224)))[0]),
              "photographs": {}}
    for name in ("chelsea.png", "coffee.png"):
        image = Image.open(samples / name).convert("RGB")
        pixels = np.asarray(image.resize((224, 224), Image.Resampling.BILINEAR)).copy()
        planes = torch.from_numpy(pixels).permute(2, 0, 1)[None]
        result["photographs"][name] = summary(model(normalised(planes))[0])
    return result


def write(path, value):
    """Indented, but each list of numbers, and each named tensor, on one line."""
    text = json.dumps(value, indent=1)
    join = lambda match: re.sub(r"\s+", " ", match[0]).replace("[ ", "[").replace(" ]", "]")
    for _ in range(2):
        text = re.sub(r"\[(?:[^\[\]{}\n]|\n|\[[^\[\]{}\n]*\]){0,3000}?\]", join, text)
    path.write_text(text + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=pathlib.Path, required=True)
    parser.add_argument("--samples", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    here = pathlib.Path(__file__).parent
    with torch.inference_mode():
        made_with = {"torch": torch.__version__, "torchvision": torchvision.__version__}
        write(here / "networks.json", {"made_with": made_with, **networks()})
        write(here / "efficientnet_lite0.json",
              {"made_with": made_with, **photographs(arguments.weights, arguments.samples)})


if __name__ == "__main__":
    main()
