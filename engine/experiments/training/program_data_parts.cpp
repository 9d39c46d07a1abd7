// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/program_parts.h"

namespace duelo::pytorch_training {

const std::string_view imports = R"py(
import copy
import gzip
import itertools
import math
import os
import random
import re
import statistics
import struct
import time

import torch
from torch import nn
from torch.nn import functional
from PIL import Image, ImageOps
)py";

const std::string_view sources = R"py(

#@train_idx
def read_idx(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        content = file.read()
    begin = 4 + 4 * content[3]
    return struct.unpack(f">{content[3]}I", content[4:begin]), content[begin:]


def read_pictures(path):
    (count, height, width), pixels = read_idx(path)
    size = height * width
    return [Image.frombytes("L", (width, height), pixels[i * size:(i + 1) * size])
            for i in range(count)]


def read_samples(images, labels):
    return list(zip(read_pictures(images), read_idx(labels)[1]))


#@train_shipped
def shipped(name):
    path = os.path.join(SHIPPED, name)
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    return path if os.path.isfile(path) else beside


def digits():
    samples = read_samples(shipped("digits-images-idx3-ubyte.gz"),
                           shipped("digits-labels-idx1-ubyte.gz"))
    return [str(digit) for digit in range(10)], samples, [], []


#@train_textures
def textures():
    train, validation, test = [], [], []
    photographs = read_pictures(shipped("textures-photographs-idx3-ubyte.gz"))
    for label, photograph in enumerate(photographs):
        for number in range(91):
            left, top = 51 * (number % 10), 51 * (number // 10)
            part = train if number < 61 else validation if number < 76 else test
            part.append((photograph.crop((left, top, left + 51, top + 51)), label))
    return ["brick", "grass", "gravel"], train, validation, test


#@train_synthetic
def synthetic(name, plan, mode, side):
    classes, pictures = map(int, (name.partition(":")[2] or "10x500").split("x"))
    draw = torch.Generator().manual_seed(plan["seed"])
    size = side * side * len(mode)
    moulds = torch.rand(classes, size, generator=draw)
    samples = []
    for i in range(classes * pictures):
        values = 128 * (moulds[i % classes] + torch.rand(size, generator=draw))
        pixels = bytes(values.to(torch.uint8).tolist())
        samples.append((Image.frombytes(mode, (side, side), pixels), i % classes))
    return [str(label) for label in range(classes)], samples, [], []


#@train_folder
def folder(path, plan):
    if idx_file(path, "train", "images-idx3"):
        return idx_folder(path)
    train = first_folder(path, ["train", "entrenamiento"])
    test = first_folder(path, ["test", "prueba"]) if train else None
    classes = [name for name in names_in(train or path)
               if os.path.isdir(os.path.join(train or path, name))]
    return (classes, samples_in(train or path, classes, plan), [],
            samples_in(test, classes, plan) if test else [])


def idx_file(path, part, kind):
    names = [f"{part}-{name}-ubyte{ending}"
             for name in (kind, kind.replace("-", ".")) for ending in ("", ".gz")]
    return next((os.path.join(path, name) for name in names
                 if os.path.isfile(os.path.join(path, name))), None)


def idx_folder(path):
    parts = []
    for names in (["train"], ["t10k", "test"]):
        files = [(idx_file(path, name, "images-idx3"), idx_file(path, name, "labels-idx1"))
                 for name in names]
        pair = next((pair for pair in files if all(pair)), None)
        parts.append(read_samples(*pair) if pair else [])
    labels = sorted({label for part in parts for _, label in part})
    train, test = [[(picture, labels.index(label)) for picture, label in part] for part in parts]
    return [str(label) for label in labels], train, [], test


def first_folder(path, names):
    return next((os.path.join(path, name) for name in names
                 if os.path.isdir(os.path.join(path, name))), None)


#@train_natural
def natural(name):
    return [(0, int(piece), "") if piece.isdecimal() else (1, 0, piece.lower())
            for piece in re.split(r"([0-9]+)", name) if piece]


def names_in(path):
    return sorted((name for name in os.listdir(path) if not name.startswith(".")), key=natural)


def samples_in(path, classes, plan):
    samples = []
    for label, name in enumerate(classes):
        inside = os.path.join(path, name)
        for file in names_in(inside) if os.path.isdir(inside) else []:
            file = os.path.join(inside, file)
            try:
                picture = picture_of(file)
            except Exception as error:
                #@train_unread
                print(SAY["train_left_out"].format(path=ascii(file), error=error))
                continue
            samples.append((file if plan.get("decode_every_epoch") else picture, label))
    return samples


#@train_source
def source(name, plan, mode, side):
    if name == "digits":
        return digits()
    if name == "textures":
        return textures()
    if name.partition(":")[0] == "synthetic":
        return synthetic(name, plan, mode, side)
    return folder(name, plan)


#@train_split
def split(classes, train, validation, test, plan):
    draw = random.Random(plan["seed"])
    counts = [sum(label == one for _, one in train) for label in range(len(classes))]
    if len(classes) < 2 or min(counts) < (1 if validation else 2 if test else 3):
        raise ValueError(SAY["train_too_few"])
    if 0 < plan["outputs"] < len(classes):
        raise ValueError(SAY["train_outputs"])
    if validation:
        return train, validation, test
    parts = [], [], list(test)
    for label in range(len(classes)):
        mine = [sample for sample in train if sample[1] == label]
        draw.shuffle(mine)
        tested = 0 if test else share_of(len(mine), plan["test_share"], len(mine) - 2)
        validated = share_of(len(mine), plan["validation_share"], len(mine) - tested - 1)
        parts[2].extend(mine[:tested])
        parts[1].extend(mine[tested:tested + validated])
        parts[0].extend(mine[tested + validated:])
    return parts


def share_of(count, share, most):
    return min(max(math.floor(count * share + 0.5), 1), most)


#@train_learnt
def learnt(train, classes, plan):
    if plan["train_share"] == 1:
        return train
    draw = random.Random(plan["seed"])
    kept = []
    for label in range(len(classes)):
        mine = [sample for sample in train if sample[1] == label]
        draw.shuffle(mine)
        kept.extend(mine[:math.ceil(len(mine) * plan["train_share"] - 1e-9)])
    return kept
)py";

const std::string_view tensors = R"py(

#@train_picture
def picture_of(source):
    if not isinstance(source, str):
        return source
    with Image.open(source) as file:
        picture = ImageOps.exif_transpose(file).convert("RGB")
    picture.thumbnail((512, 512))
    return picture


#@train_augmented
def augmented(picture, side, draw):
    picture = picture.rotate(draw.uniform(-5, 5)).resize((side, side), Image.BILINEAR)
    if draw.random() < 0.5:
        picture = ImageOps.mirror(picture)
    left, top = draw.randint(-2, 2), draw.randint(-2, 2)
    return picture.crop((left, top, left + side, top + side))


#@train_tensor
def tensor_of(source, mode, side, draw):
    picture = picture_of(source).convert(mode)
    if draw:
        picture = augmented(picture, side, draw)
    if picture.size != (side, side):
        picture = picture.resize((side, side), Image.BILINEAR)
    values = torch.frombuffer(bytearray(picture.tobytes()), dtype=torch.uint8)
    values = values.view(side, side, len(mode)).permute(2, 0, 1).float() / 255
    return (values - 0.5) / 0.5


#@train_part
class Part:
    def __init__(self, samples, mode, side, device, draw=None, fresh=False):
        self.samples, self.mode, self.side = samples, mode, side
        self.device, self.draw = device, draw
        self.labels = torch.tensor([label for _, label in samples], device=device)
        self.images = None
        if not draw and not fresh:
            self.images = self.made(range(len(samples)))

    def made(self, places):
        return torch.stack([tensor_of(self.samples[i][0], self.mode, self.side, self.draw)
                            for i in places]).to(self.device)

    def batches(self, size, order):
        for places in order.split(size):
            images = self.made(places.tolist()) if self.images is None else self.images[places]
            yield images, self.labels[places]

    def in_order(self, size):
        return self.batches(size, torch.arange(len(self.samples)))

    def shuffled(self, size, seed):
        draw = torch.Generator().manual_seed(seed)
        return self.batches(size, torch.randperm(len(self.samples), generator=draw))
)py";

}  // namespace duelo::pytorch_training
