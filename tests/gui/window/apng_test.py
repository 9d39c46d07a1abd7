#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Of apng.py: the chunks that it writes, and what it refuses."""

import struct
import unittest
import zlib

import apng


def picture(width, height, color, depth=8):
    rows = b"".join(b"\0" + bytes([color] * width) for _ in range(height))
    return (apng.SIGNATURE
            + apng.chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, 3, 0, 0, 0))
            + apng.chunk(b"PLTE", bytes(range(6)))
            + apng.chunk(b"tEXt", b"Software\0nobody's")
            + apng.chunk(b"IDAT", zlib.compress(rows)) + apng.chunk(b"IEND", b""))


class Joined(unittest.TestCase):
    def test_frames_follow_each_other(self):
        whole, part = picture(8, 4, 0), picture(2, 3, 1)
        out = list(apng.chunks(apng.joined([(whole, 0, 0, 450), (part, 5, 1, 1500)])))
        self.assertEqual([kind for kind, _ in out], [b"IHDR", b"acTL", b"PLTE", b"fcTL", b"IDAT",
                                                     b"fcTL", b"fdAT", b"IEND"])
        self.assertEqual(out[1][1], struct.pack(">II", 2, 0))
        self.assertEqual(struct.unpack(">IIIIIHHBB", out[5][1]), (1, 2, 3, 5, 1, 1500, 1000, 0, 0))
        number, pixels = out[6][1][:4], out[6][1][4:]
        self.assertEqual(struct.unpack(">I", number)[0], 2)
        self.assertEqual(pixels, dict(apng.chunks(part))[b"IDAT"])

    def test_others_are_refused(self):
        whole = picture(8, 4, 0)
        for other, x in ((picture(2, 3, 1, depth=4), 0), (picture(2, 3, 1), 7), (b"GIF89a", 0)):
            with self.assertRaises(ValueError):
                apng.joined([(whole, 0, 0, 450), (other, x, 0, 450)])


if __name__ == "__main__":
    unittest.main()
