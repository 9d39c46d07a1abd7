#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The fonts with which the tests run, whatever fonts this PC has.

test_fonts.py FOLDER copies each face from its Debian package into FOLDER/<face>/ and writes
FOLDER/<face>.conf, which FONTCONFIG_FILE may name: then that face is the only one of the desktop.

The face "segoe" stands for Windows. Segoe UI may not be passed on, and Debian has no face of its
widths, so Liberation Sans is stretched: each letter gets the width that it has in Segoe UI.
"""

import shutil
import sys
import unicodedata
from pathlib import Path

from fontTools.ttLib import TTFont

SYSTEM_FONTS = Path("/usr/share/fonts")

# Face: the name of its family, and the files that are copied.
FACES = {
    "dejavu": ("DejaVu Sans", ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf",
                               "DejaVuSansMono-Bold.ttf"]),
    "noto": ("Noto Sans", ["NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "NotoSans-Italic.ttf",
                           "NotoSans-BoldItalic.ttf"]),
    "inter": ("Inter", ["Inter-Regular.otf", "Inter-SemiBold.otf", "Inter-Bold.otf",
                        "Inter-Italic.otf"]),
    "liberation": ("Liberation Sans", ["LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf",
                                       "LiberationSans-Italic.ttf"]),
}
STRETCHED = ("segoe", "Duelo Segoe Widths")

# Advance widths of Segoe UI from space to tilde, in thousandths of the letters' size: what every
# PDF file that uses it says of it.
SEGOE_WIDTHS = {
    "Regular": """
        274 284 392 591 539 818 800 230 302 302 417 684 217 400 217 390 539 539 539 539 539 539 539
        539 539 539 217 217 684 684 684 448 955 645 573 619 701 506 488 686 710 266 357 580 471 898
        748 754 560 754 598 531 524 687 621 934 590 553 570 302 378 302 684 415 268 509 588 462 589
        523 313 589 565 242 242 497 242 861 565 586 588 589 348 424 339 565 479 723 459 484 452 302
        239 302 684""",
    "Bold": """
        276 327 493 592 575 867 850 293 369 369 455 707 271 404 271 444 575 575 575 575 575 575 575
        575 575 575 271 271 707 707 707 438 954 703 641 624 737 532 520 711 766 317 445 649 511 957
        790 758 614 758 653 561 586 723 667 1005 655 607 607 369 437 369 707 415 314 538 620 480 619
        541 383 619 602 284 284 559 284 916 605 611 620 619 398 440 389 605 542 797 552 538 479 369
        327 369 707""",
}
# Above and below the line, in the same thousandths.
SEGOE_ASCENT, SEGOE_DESCENT = 1079, 251

# What Debian's own configuration says, without the files of a PC: how letters are drawn, and what
# stands for the families that programs ask for.
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">{face}</dir>
  <!-- Letters that the face lacks, and those of one width. -->
  <dir prefix="relative">dejavu</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <match target="pattern">
    <edit name="antialias" mode="append"><bool>true</bool></edit>
    <edit name="hinting" mode="append"><bool>true</bool></edit>
    <edit name="hintstyle" mode="append"><const>hintslight</const></edit>
    <edit name="rgba" mode="append"><const>none</const></edit>
  </match>
  <match target="pattern">
    <test name="family" qual="all" compare="not_contains"><string>mono</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>{family}</string></edit>
  </match>
  <match target="pattern">
    <test name="family" qual="any" compare="contains"><string>mono</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>DejaVu Sans Mono</string></edit>
  </match>
</fontconfig>
"""


def installed(name):
    """The path of a font's file in this system."""
    found = sorted(SYSTEM_FONTS.rglob(name))
    if not found:
        sys.exit(f"test_fonts.py: {SYSTEM_FONTS} has no {name}; packaging/dev.sh names its package")
    return found[0]


def segoe_width(char, widths):
    """The width in Segoe UI, of an accented letter that of its letter; None where it is unknown."""
    letter = unicodedata.normalize("NFD", char)[0]
    return widths.get(letter)


def stretch(source, target, style, family):
    """Writes the font with the widths and the height of lines of Segoe UI."""
    font = TTFont(source)
    per_em = font["head"].unitsPerEm
    widths = {chr(32 + i): int(width) * per_em / 1000
              for i, width in enumerate(SEGOE_WIDTHS[style].split())}
    metrics, letters = font["hmtx"].metrics, font.getBestCmap()
    factors = {}
    for code, glyph in letters.items():
        width, before = segoe_width(chr(code), widths), metrics[glyph][0]
        if width and before:
            factors[glyph] = width / before
    known = [metrics[glyph][0] * factor for glyph, factor in factors.items()]
    mean = sum(known) / sum(metrics[glyph][0] for glyph in factors)
    for name in ("fpgm", "prep", "cvt ", "kern", "GPOS", "FFTM", "DSIG"):  # of the former widths
        if name in font:
            del font[name]
    for glyph in font.getGlyphOrder():
        factor = factors.get(glyph, mean)
        advance, bearing = metrics[glyph]
        metrics[glyph] = (round(advance * factor), round(bearing * factor))
        outline = font["glyf"][glyph]
        outline.removeHinting()
        if outline.isComposite():
            for part in outline.components:
                part.x = round(part.x * factor)
        elif outline.numberOfContours:
            outline.coordinates.scale((factor, 1))
            outline.coordinates.toInt()
    ascent, descent = round(SEGOE_ASCENT * per_em / 1000), round(SEGOE_DESCENT * per_em / 1000)
    head, system = font["hhea"], font["OS/2"]
    head.ascent, head.descent, head.lineGap = ascent, -descent, 0
    system.sTypoAscender, system.sTypoDescender, system.sTypoLineGap = ascent, -descent, 0
    system.usWinAscent, system.usWinDescent = ascent, descent
    for record in font["name"].names:
        if record.nameID in (1, 16):
            record.string = family
        elif record.nameID in (3, 4, 6):
            record.string = f"{family} {style}".replace(" ", "-" if record.nameID == 6 else " ")
    font.save(target)


def main(folder):
    for face, (family, names) in FACES.items():
        (folder / face).mkdir(parents=True)
        for name in names:
            shutil.copyfile(installed(name), folder / face / name)
        write_configuration(folder, face, family)
    face, family = STRETCHED
    (folder / face).mkdir()
    for style in SEGOE_WIDTHS:
        stretch(installed(f"LiberationSans-{style}.ttf"), folder / face / f"{style}.ttf", style,
                family)
    write_configuration(folder, face, family)


def write_configuration(folder, face, family):
    (folder / f"{face}.conf").write_text(CONFIGURATION.format(face=face, family=family))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
