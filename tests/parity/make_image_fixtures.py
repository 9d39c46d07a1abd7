# SPDX-License-Identifier: Apache-2.0
"""Makes tests/corpus/images: one tiny file for each row of tst_decode.cpp's table.

    python tests/parity/make_image_fixtures.py

Every file shows the same 24 x 16 picture: red | green over blue | yellow. Where there is alpha, the
blue quarter has alpha 128 and the yellow one 0. All of it is made here; nothing is anyone's photo.
Made with Pillow 13.0.0; what Pillow cannot write is written byte by byte.
"""
import pathlib
import struct
import zlib

from PIL import Image

OUT = pathlib.Path(__file__).resolve().parents[1] / "corpus" / "images"
WIDTH, HEIGHT = 24, 16
COLOURS = {"tl": (220, 40, 40), "tr": (40, 180, 60), "bl": (40, 60, 200), "br": (230, 210, 50)}

# What was done to the upright picture to obtain the stored one, for EXIF orientation 1..8.
T = Image.Transpose
STORED = {1: None, 2: T.FLIP_LEFT_RIGHT, 3: T.ROTATE_180, 4: T.FLIP_TOP_BOTTOM, 5: T.TRANSPOSE,
          6: T.ROTATE_90, 7: T.TRANSVERSE, 8: T.ROTATE_270}


def picture(mode="RGB"):
    image = Image.new(mode, (WIDTH, HEIGHT))
    half = (WIDTH // 2, HEIGHT // 2)
    corners = {"tl": (0, 0), "tr": (half[0], 0), "bl": (0, half[1]), "br": half}
    alpha = {"tl": 255, "tr": 255, "bl": 128, "br": 0}
    for name, corner in corners.items():
        colour = COLOURS[name] + ((alpha[name],) if mode == "RGBA" else ())
        image.paste(Image.new(mode, half, colour), corner)
    return image


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(
        ">I", zlib.crc32(kind + data))


def write_png(name, colour_type, bits, rows, interlaced=False, extra=b""):
    """rows: a list of byte strings, each already with its filter byte."""
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, bits, colour_type, 0, 0, int(interlaced))
    data = zlib.compress(b"".join(rows), 9)
    (OUT / name).write_bytes(b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + extra +
                             png_chunk(b"IDAT", data) + png_chunk(b"IEND", b""))


def pixel16(pixel):
    return b"".join(struct.pack(">H", value * 257) for value in pixel)


def write_special_png():
    for name, mode, kind in (("rgb16.png", "RGB", 2), ("rgba16.png", "RGBA", 6),
                             ("grey16.png", "L", 0)):
        image = picture("RGB").convert("L") if mode == "L" else picture(mode)
        rows = [b"\0" + b"".join(
            pixel16(p if isinstance(p, tuple) else (p,))
            for p in (image.getpixel((x, y)) for x in range(WIDTH))) for y in range(HEIGHT)]
        write_png(name, kind, 16, rows)
    image = picture()
    rows = []
    for x0, y0, dx, dy in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
                           (1, 0, 2, 2), (0, 1, 1, 2)):
        for y in range(y0, HEIGHT, dy):
            rows.append(b"\0" + b"".join(bytes(image.getpixel((x, y)))
                                         for x in range(x0, WIDTH, dx)))
    write_png("interlaced.png", 2, 8, rows, interlaced=True)
    rows = [b"\0" + b"".join(bytes(image.getpixel((x, y))) for x in range(WIDTH))
            for y in range(HEIGHT)]
    key = struct.pack(">HHH", *COLOURS["br"])
    write_png("rgb_key.png", 2, 8, rows, extra=png_chunk(b"tRNS", key))
    grey = picture().convert("L")
    rows = [b"\0" + bytes(grey.getpixel((x, y)) for x in range(WIDTH)) for y in range(HEIGHT)]
    write_png("grey_key.png", 0, 8, rows,
              extra=png_chunk(b"tRNS", struct.pack(">H", grey.getpixel((0, 0)))))


def write_bmp(name, bits, compression, pixels, info=b"", top_down=False, palette=b""):
    header = struct.pack("<IiiHHIIiiII", 40 + len(info), WIDTH, -HEIGHT if top_down else HEIGHT, 1,
                         bits, compression, len(pixels), 2835, 2835, len(palette) // 4, 0) + info
    offset = 14 + len(header) + len(palette)
    (OUT / name).write_bytes(b"BM" + struct.pack("<IHHI", offset + len(pixels), 0, 0, offset) +
                             header + palette + pixels)


def write_bmps():
    rgb, rgba = picture(), picture("RGBA")
    upwards = range(HEIGHT - 1, -1, -1)

    def rows(image, ys, convert):
        return b"".join(convert(image.getpixel((x, y))) for y in ys for x in range(WIDTH))

    rgb.save(OUT / "rgb.bmp")
    rgb.convert("P", palette=Image.Palette.ADAPTIVE, colors=4).save(OUT / "palette.bmp")
    rgb.convert("L").save(OUT / "grey.bmp")
    rgb.convert("1", dither=Image.Dither.NONE).save(OUT / "bit1.bmp")
    bgr = lambda p: bytes((p[2], p[1], p[0]))
    write_bmp("top_down.bmp", 24, 0, rows(rgb, range(HEIGHT), bgr), top_down=True)
    # 32 bits without a mask: the fourth byte is padding and must not be read as alpha.
    write_bmp("padded32.bmp", 32, 0, rows(rgb, upwards, lambda p: bgr(p) + b"\0"))
    masks = struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    write_bmp("rgba32.bmp", 32, 3, rows(rgba, upwards, lambda p: bgr(p) + bytes((p[3],))),
              info=masks + b"BGRs" + bytes(48))
    write_bmp("rgb555.bmp", 16, 0, rows(rgb, upwards, lambda p: struct.pack(
        "<H", (p[0] >> 3) << 10 | (p[1] >> 3) << 5 | p[2] >> 3)))
    palette = b"".join(bytes((c[2], c[1], c[0], 0)) for c in COLOURS.values())
    line = lambda a, b: bytes((WIDTH // 2, a, WIDTH // 2, b, 0, 0))
    run = line(2, 3) * (HEIGHT // 2) + line(0, 1) * (HEIGHT // 2) + b"\0\1"
    write_bmp("rle8.bmp", 8, 1, run, palette=palette)


def write_tiff(name, tags, strips, order="<"):
    """tags: {number: (type, values)}; strips: list of byte strings."""
    sizes = {1: "B", 3: "H", 4: "I"}
    body = bytearray(b"II\x2a\0" if order == "<" else b"MM\0\x2a") + bytearray(4)
    offsets = []
    for strip in strips:
        offsets.append(len(body))
        body += strip + b"\0" * (len(strip) % 2)
    tags = dict(tags)
    tiled = 322 in tags
    tags[324 if tiled else 273] = (4, offsets)
    tags[325 if tiled else 279] = (4, [len(strip) for strip in strips])
    packed = {}
    for tag, (kind, values) in tags.items():
        data = struct.pack(order + str(len(values)) + sizes[kind], *values)
        if len(data) > 4:
            place, at = struct.pack(order + "I", len(body)), len(body)
            body += data + b"\0" * (len(data) % 2)
        else:
            place = data.ljust(4, b"\0")
        packed[tag] = (kind, len(values), place)
    struct.pack_into(order + "I", body, 4, len(body))
    body += struct.pack(order + "H", len(packed))
    for tag in sorted(packed):
        kind, count, place = packed[tag]
        body += struct.pack(order + "HHI", tag, kind, count) + place
    (OUT / name).write_bytes(bytes(body) + bytes(4))


def raw16(image, order):
    pixels = (image.getpixel((x, y)) for y in range(HEIGHT) for x in range(WIDTH))
    return b"".join(struct.pack(order + "H", value * 257)
                    for p in pixels for value in (p if isinstance(p, tuple) else (p,)))


def write_tiffs():
    rgb, rgba = picture(), picture("RGBA")
    grey = rgb.convert("L")
    rgb.save(OUT / "rgb.tif")
    for name, compression in (("lzw", "tiff_lzw"), ("deflate", "tiff_adobe_deflate"),
                              ("packbits", "packbits")):
        rgb.save(OUT / f"{name}.tif", compression=compression)
    rgb.save(OUT / "jpeg.tif", compression="jpeg", quality=95)
    grey.save(OUT / "grey.tif")
    rgb.convert("1", dither=Image.Dither.NONE).save(OUT / "bit1.tif")
    rgb.convert("1", dither=Image.Dither.NONE).save(OUT / "group4.tif", compression="group4")
    rgb.convert("P", palette=Image.Palette.ADAPTIVE, colors=4).save(OUT / "palette.tif")
    rgb.convert("CMYK").save(OUT / "cmyk.tif")
    grey.convert("F").save(OUT / "float.tif")
    rgb.save(OUT / "multipage.tif", save_all=True, append_images=[grey.convert("RGB")] * 2)
    rgb.save(OUT / "big.tif", big_tiff=True)
    base = {256: (3, [WIDTH]), 257: (3, [HEIGHT]), 259: (3, [1])}
    colour = base | {262: (3, [2]), 277: (3, [3]), 278: (3, [HEIGHT])}
    rgb8 = colour | {258: (3, [8] * 3)}
    four = {277: (3, [4])}
    write_tiff("big_endian.tif", rgb8, [rgb.tobytes()], ">")
    write_tiff("rgba.tif", rgb8 | four | {258: (3, [8] * 4), 338: (3, [2])}, [rgba.tobytes()])
    times_alpha = lambda p: bytes((v * p[3] + 127) // 255 for v in p[:3]) + bytes((p[3],))
    flat = b"".join(times_alpha(rgba.getpixel((x, y)))
                    for y in range(HEIGHT) for x in range(WIDTH))
    write_tiff("premultiplied.tif", rgb8 | four | {258: (3, [8] * 4), 338: (3, [1])},
               [flat])
    for order, word in (("<", "le"), (">", "be")):
        write_tiff(f"rgb16_{word}.tif", colour | {258: (3, [16] * 3)}, [raw16(rgb, order)], order)
    write_tiff("rgba16.tif", colour | four | {258: (3, [16] * 4), 338: (3, [2])},
               [raw16(rgba, "<")])
    one = base | {258: (3, [16]), 277: (3, [1]), 278: (3, [HEIGHT])}
    write_tiff("grey16.tif", one | {262: (3, [1])}, [raw16(grey, "<")])
    negative = grey.point(lambda v: 255 - v)
    write_tiff("white_is_zero16.tif", one | {262: (3, [0])}, [raw16(negative, "<")])
    write_tiff("white_is_zero.tif", one | {258: (3, [8]), 262: (3, [0])}, [negative.tobytes()])
    planes = [band.tobytes() for band in rgb.split()]
    write_tiff("planar.tif", rgb8 | {284: (3, [2])}, planes)
    write_tiff("planar16.tif", colour | {258: (3, [16] * 3), 284: (3, [2])},
               [raw16(band, "<") for band in rgb.split()])
    # Compressed: through a memory buffer libtiff 4.5 fails on some tiny uncompressed tiles.
    tiles = [zlib.compress(rgb.crop((x, 0, x + 16, 16)).tobytes()) for x in (0, 16)]
    write_tiff("tiled.tif", base | {259: (3, [8]), 258: (3, [8] * 3), 262: (3, [2]), 277: (3, [3]),
                                    322: (3, [16]), 323: (3, [16])}, tiles)
    write_tiff("giant_tile.tif", base | {258: (3, [8] * 3), 262: (3, [2]), 277: (3, [3]),
                                         322: (4, [30000]), 323: (4, [30000])}, tiles)


def write_common():
    rgb, rgba = picture(), picture("RGBA")
    grey = rgb.convert("L")
    second = Image.new("RGB", rgb.size, (0, 0, 0))
    rgb.save(OUT / "rgb.jpg", quality=95, subsampling=0)
    rgb.save(OUT / "progressive.jpg", quality=95, subsampling=0, progressive=True)
    rgb.save(OUT / "restart.jpg", quality=95, subsampling=0, restart_marker_blocks=1)
    rgb.save(OUT / "subsampled.jpg", quality=95)
    grey.save(OUT / "grey.jpg", quality=95)
    rgb.convert("CMYK").save(OUT / "cmyk.jpg", quality=95)
    rgb.save(OUT / "rgb.png")
    grey.save(OUT / "grey.png")
    rgba.save(OUT / "rgba.png")
    rgba.convert("LA").save(OUT / "grey_alpha.png")
    rgb.convert("1", dither=Image.Dither.NONE).save(OUT / "bit1.png")
    palette = rgb.convert("P", palette=Image.Palette.ADAPTIVE, colors=4)
    palette.save(OUT / "palette.png")
    palette.save(OUT / "palette_key.png", transparency=palette.getpixel((23, 15)))
    rgb.save(OUT / "animated.png", save_all=True, append_images=[second])
    rgb.save(OUT / "lossy.webp", quality=95)
    rgb.save(OUT / "lossless.webp", lossless=True)
    rgba.save(OUT / "alpha_lossless.webp", lossless=True, exact=True)
    rgba.save(OUT / "alpha_lossy.webp", quality=95, exact=True)
    rgb.save(OUT / "animated.webp", save_all=True, append_images=[second], lossless=True)
    rgba.save(OUT / "animated_alpha.webp", save_all=True, append_images=[second.convert("RGBA")],
              quality=95)
    rgb.save(OUT / "picture.gif")
    rgb.save(OUT / "picture.avif")
    rgb.save(OUT / "picture.jp2")


def write_orientations():
    for number, stored in STORED.items():
        image = picture() if stored is None else picture().transpose(stored)
        exif = Image.Exif()
        exif[274] = number
        image.save(OUT / f"orientation_{number}.jpg", quality=95, subsampling=0, exif=exif)
        image.save(OUT / f"orientation_{number}.png", exif=exif)
        image.save(OUT / f"orientation_{number}.webp", lossless=True, exif=exif)
        image.save(OUT / f"orientation_{number}.tif", tiffinfo={274: number})


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    write_common()
    write_special_png()
    write_bmps()
    write_tiffs()
    write_orientations()


if __name__ == "__main__":
    main()
