#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The faces of packaging/test_fonts.py, in the folder that packaging/dev.sh made (Y-20b).

They are read as files are: widths of the letters, and what a configuration names.
"""

import struct
import sys
import unittest
from pathlib import Path

FONTS = Path(sys.argv[1])
FACES = ("dejavu", "noto", "inter", "liberation", "segoe")
# Thousandths of the size, from the sheets of these families: no two are alike.
WIDTHS = {"dejavu": {"a": 613, "0": 636}, "noto": {"a": 561, "0": 572},
          "liberation": {"a": 556, "0": 556}, "segoe": {"a": 509, "0": 539, "m": 861, "á": 509}}


class Font:
    """As much of a font's file as says how wide a letter is."""

    def __init__(self, path):
        self.data = path.read_bytes()
        count = self.number(">H", 4)
        self.tables = {self.data[12 + 16 * i:16 + 16 * i]: self.number(">I", 20 + 16 * i)
                       for i in range(count)}

    def number(self, kind, offset):
        return struct.unpack_from(kind, self.data, offset)[0]

    def glyph(self, letter):
        """By the table of Unicode's first plane, whose segments are in order."""
        table = self.tables[b"cmap"]
        for i in range(self.number(">H", table + 2)):
            at = table + self.number(">I", table + 8 + 8 * i)
            if self.number(">H", at) == 4:
                break
        size = self.number(">H", at + 6)  # twice the number of segments
        for i in range(0, size, 2):
            last, first = self.number(">H", at + 14 + i), self.number(">H", at + 16 + size + i)
            if first <= ord(letter) <= last:
                delta = self.number(">H", at + 16 + 2 * size + i)
                place = at + 16 + 3 * size + i
                shift = self.number(">H", place)
                if not shift:
                    return (ord(letter) + delta) % 65536
                return (self.number(">H", place + shift + 2 * (ord(letter) - first)) + delta) % 65536
        return 0

    def width(self, letter):
        wide = self.number(">H", self.tables[b"hhea"] + 34)
        glyph = min(self.glyph(letter), wide - 1)
        per_em = self.number(">H", self.tables[b"head"] + 18)
        return 1000 * self.number(">H", self.tables[b"hmtx"] + 4 * glyph) / per_em


class FontsTest(unittest.TestCase):
    def regular(self, face):
        files = [path for path in (FONTS / face).iterdir()
                 if path.stem in ("DejaVuSans", "Regular") or path.stem.endswith("-Regular")]
        self.assertEqual(len(files), 1, face)
        return Font(files[0])

    def test_every_face_is_there_with_its_configuration(self):
        for face in FACES:
            words = (FONTS / f"{face}.conf").read_text()
            self.assertIn(f'<dir prefix="relative">{face}</dir>', words)
            # A folder of this PC would bring its fonts back.
            self.assertEqual(words.count("<dir"), 2, face)
            self.assertNotIn("<include", words)

    def test_letters_are_as_wide_as_the_family_has_them(self):
        for face, widths in WIDTHS.items():
            font = self.regular(face)
            for letter, expected in widths.items():
                self.assertAlmostEqual(font.width(letter), expected, delta=1, msg=f"{face} {letter}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
