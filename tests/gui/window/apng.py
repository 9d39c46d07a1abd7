#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""apng.py FRAMES OUT.png joins the PNG files of a folder into one animated PNG that never ends.

A frame is called NN_X_Y_MS.png: its number, where its upper left corner lies, how long it is seen.
All have the pixel format and the colours of the first, which covers the whole picture. What is
compressed stays as it is.
"""

import struct
import sys
import zlib
from pathlib import Path

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEEP_AND_REPLACE = (0, 0)  # what a frame leaves behind, and how the next one covers it


def chunks(data):
    """Kind and content of each chunk."""
    if not data.startswith(SIGNATURE):
        raise ValueError("no PNG file")
    at = len(SIGNATURE)
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += length + 12


def chunk(kind, content):
    return (struct.pack(">I", len(content)) + kind + content
            + struct.pack(">I", zlib.crc32(kind + content)))


def joined(frames):
    """`frames`: bytes of a PNG file, x, y, milliseconds. The bytes of the animated PNG."""
    out, sequence, first = [SIGNATURE], 0, None
    for data, x, y, ms in frames:
        parts = list(chunks(data))
        header = next(content for kind, content in parts if kind == b"IHDR")
        colors = [content for kind, content in parts if kind in (b"PLTE", b"tRNS")]
        pixels = [content for kind, content in parts if kind == b"IDAT"]
        width, height = struct.unpack(">II", header[:8])
        if first is None:
            out += [chunk(b"IHDR", header), chunk(b"acTL", struct.pack(">II", len(frames), 0))]
            out += [chunk(kind, content) for kind, content in parts if kind in (b"PLTE", b"tRNS")]
        elif (header[8:], colors) != first[2:] or x + width > first[0] or y + height > first[1]:
            raise ValueError(f"a frame of another kind than the first: {width}x{height} at {x}, {y}")
        out.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, width, height, x, y, ms, 1000,
                                              *KEEP_AND_REPLACE)))
        sequence += 1
        for content in pixels:
            if first is None:
                out.append(chunk(b"IDAT", content))
            else:
                out.append(chunk(b"fdAT", struct.pack(">I", sequence) + content))
                sequence += 1
        first = first or (width, height, header[8:], colors)
    return b"".join(out + [chunk(b"IEND", b"")])


def main(folder, target):
    paths = sorted(Path(folder).glob("*_*_*_*.png"), key=lambda path: int(path.stem.split("_")[0]))
    if not paths:
        raise SystemExit(f"apng.py: {folder} has no frames")
    frames = [(path.read_bytes(), *map(int, path.stem.split("_")[1:])) for path in paths]
    animation = joined(frames)
    Path(target).write_bytes(animation)
    print(f"{target}: {len(frames)} frames, {len(animation) / 1e6:.2f} MB")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
