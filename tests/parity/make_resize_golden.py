# SPDX-License-Identifier: Apache-2.0
"""Makes tests/vision/golden: what Pillow and torchvision give for the cases of tst_resize.cpp.

    python tests/parity/make_resize_golden.py

The inputs are not stored: pattern() is the same arithmetic as in tst_resize.cpp, and the photograph
is resources/samples/chelsea.png. Made with Pillow 13.0.0 and torchvision 0.26.0.

Pillow 3.3 to 12 always resize rows first, then columns; so does Duelo. Pillow 13 begins with the
columns where the height shrinks much more than the width (Pillow pull request 9549), which moves a
few values by 1. Calling resize() for each direction gives the order of all earlier versions.
"""
import pathlib

import numpy
from PIL import Image
from torchvision import transforms

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "tests" / "vision" / "golden"

# input width, height -> output width, height: down, up, mixed, one axis only, odd, extreme
RESIZES = [
    ((37, 23), (16, 16)),
    ((301, 199), (64, 64)),
    ((640, 427), (33, 31)),
    ((37, 23), (61, 47)),
    ((20, 90), (50, 30)),
    ((100, 60), (100, 25)),
    ((60, 100), (25, 100)),
    ((7, 5), (1, 1)),
    ((1, 1), (9, 7)),
    ((1000, 3), (5, 3)),
    ((2, 2), (3, 2)),
    ((33, 33), (32, 32)),
]
CROPS = [((37, 23), 16), ((23, 37), 16), ((300, 101), 50), ((31, 20), 45), ((40, 40), 17)]


def pattern(width, height):
    x, y, c = numpy.meshgrid(numpy.arange(width), numpy.arange(height), numpy.arange(3),
                             indexing="ij")
    hashed = (x * 73856093 ^ y * 19349663 ^ (c + 1) * 83492791) & 0xFFFFFFFF
    noise = (hashed * 2654435761 & 0xFFFFFFFF) >> 24
    ramp = (x * 5 + y * 3 + c * 60) & 0xFF
    values = numpy.where((x // 8 + y // 8) % 2 == 0, noise, ramp)
    return Image.fromarray(values.transpose(1, 0, 2).astype(numpy.uint8), "RGB")


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    for (iw, ih), (ow, oh) in RESIZES:
        narrowed = pattern(iw, ih).resize((ow, ih), Image.Resampling.BILINEAR)
        resized = narrowed.resize((ow, oh), Image.Resampling.BILINEAR)
        resized.save(OUT / f"resize_{iw}x{ih}_{ow}x{oh}.png", optimize=True)
    columns_first = pattern(20, 90).resize((50, 30), Image.Resampling.BILINEAR)
    columns_first.save(OUT / "resize_20x90_50x30_pillow13.png", optimize=True)
    for (iw, ih), size in CROPS:
        steps = transforms.Compose([transforms.Resize(size), transforms.CenterCrop(size)])
        steps(pattern(iw, ih)).save(OUT / f"crop_{iw}x{ih}_{size}.png", optimize=True)
    photograph = Image.open(ROOT / "resources" / "samples" / "chelsea.png").convert("RGB")
    transforms.Resize((64, 64))(photograph).save(OUT / "chelsea_64.png", optimize=True)
    photograph.resize((224, 224), Image.Resampling.BILINEAR).crop((80, 60, 144, 124)).save(
        OUT / "chelsea_224_part.png", optimize=True)
    for side in (100, 50):  # libjpeg's 1/4 and 1/8
        with Image.open(ROOT / "resources" / "samples" / "rocket.jpg") as drafted:
            drafted.draft(None, (side, side))
            drafted.convert("RGB").save(OUT / f"rocket_scaled_{side}.png", optimize=True)


if __name__ == "__main__":
    main()
