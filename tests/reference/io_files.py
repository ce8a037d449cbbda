"""Makes tests/fixtures/io: files as NumPy, Pillow and tifffile write them, and what they hold.

    python3 -m venv .venv && .venv/bin/pip install -r tests/reference/requirements.txt
    .venv/bin/python tests/reference/io_files.py

expected.txt has two lines a file: `path rows cols peak`, then the values row by row.
refused.txt has one line a file that must be refused: `path`, a tab, words of the message.
colour.txt and colour_refused.txt are the same for pictures in grey or colour: `path rows cols channels
peak`, then the values row by row, channel after channel.
folded.txt is for arrays of other dimensions: `path fold rows cols`, then the values row by row.
"""

import gzip
import io
import itertools
import json
import pathlib
import shutil
import struct
import zipfile
import zlib

import numpy as np
import tifffile
from PIL import Image

FOLDER = pathlib.Path(__file__).parent.parent / "fixtures" / "io"
expected: list[str] = []
refused: list[str] = []
colour: list[str] = []
colour_refused: list[str] = []
folded: list[str] = []


def expect(path, values, peak=0):
    values = np.asarray(values)
    expected.append(f"{path} {values.shape[0]} {values.shape[1]} {peak}")
    expected.append(" ".join(repr(float(value)) for value in values.astype(np.float64).ravel()))


def expect_colour(path, pixels, peak):
    pixels = np.atleast_3d(np.asarray(pixels))
    colour.append(f"{path} {pixels.shape[0]} {pixels.shape[1]} {pixels.shape[2]} {peak}")
    colour.append(" ".join(repr(float(value)) for value in np.moveaxis(pixels, 2, 0).astype(np.float64).ravel()))


def refuse_colour(path, words):
    colour_refused.append(f"{path}\t{words}")


def refuse(path, words):
    refused.append(f"{path}\t{words}")


def save_bytes(path, data):
    (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
    (FOLDER / path).write_bytes(data)


def npy_bytes(array, version=None):
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, array, version=version)
    return buffer.getvalue()


def values_of(kind):
    """3 x 4 entries that show every bit of the kind: its limits, signs, subnormals, nan and inf."""
    dtype = np.dtype(kind)
    if dtype.kind == "b":
        return np.array([[1, 0, 0, 1], [0, 1, 1, 0], [1, 1, 0, 0]], dtype)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        entries = [limits.min, limits.max, 0, 1, 2, 3, limits.max // 3, limits.min // 5, 100, 17, 9, 8]
        return np.array(entries, dtype).reshape(3, 4)
    limits = np.finfo(dtype)
    entries = [limits.max, limits.min, limits.tiny, limits.smallest_subnormal, -0.0, 1 / 3, np.nan]
    entries += [np.inf, -np.inf, 2 / 7, -limits.smallest_subnormal * 5, 1e-3]
    return np.array(entries, dtype).reshape(3, 4)


def make_npy():
    for kind in ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"]:
        for endian in "<>":
            if endian == ">" and kind[1] == "1":
                continue
            for order in "CF":
                array = np.asarray(values_of(kind).astype(endian + kind), order=order)
                name = f"npy/{kind}_{order}_{'big' if endian == '>' else 'little'}.npy"
                save_bytes(name, npy_bytes(array))
                expect(name, np.load(FOLDER / name))
    plain = np.arange(6.0).reshape(2, 3) / 7
    for version in [(1, 0), (2, 0), (3, 0)]:
        name = f"npy/version_{version[0]}.npy"
        save_bytes(name, npy_bytes(plain, version))
        expect(name, plain)
    old = b"{'descr': '<f8', 'fortran_order': False, 'shape': (2L, 3L), }"
    name = "npy/python_2.npy"
    save_bytes(name, b"\x93NUMPY\x01\x00" + struct.pack("<H", len(old)) + old + plain.tobytes())
    expect(name, plain)

    for name, array, words in [
        ("one_dimension", np.arange(5.0), "shape is (5,)"),
        ("no_dimension", np.array(5.0), "shape is ()"),
        ("three_dimensions", np.zeros((2, 1, 2)), "--fold 0,1:2 makes it 2 x 2"),
        ("no_rows", np.zeros((0, 3)), "shape is (0, 3)"),
        ("complex", np.zeros((2, 2), complex), "'<c16'"),
        ("record", np.zeros((2, 2), [("a", "f8"), ("b", "i4")]), "record"),
        ("text", np.array([["a", "b"]]), "text"),
        ("date", np.zeros((1, 2), "M8[s]"), "'<M8[s]'"),
    ]:
        save_bytes(f"npy/{name}.npy", npy_bytes(array))
        refuse(f"npy/{name}.npy", words)
    pickled = npy_bytes(plain).replace(b"'<f8'", b"'|O' ")
    save_bytes("npy/object.npy", pickled)
    refuse("npy/object.npy", "Python objects")
    huge = npy_bytes(np.zeros((1, 4)))[:-32].replace(b"(1, 4), }            ", b"(1000000000000, 4), }")
    assert b"1000000000000" in huge
    save_bytes("npy/huge.npy", huge + bytes(60))
    refuse("npy/huge.npy", "(1000000000000, 4) with 8 bytes an entry, but 60 bytes follow")
    save_bytes("npy/two_arrays.npy", npy_bytes(plain) + npy_bytes(plain))
    refuse("npy/two_arrays.npy", "more bytes follow")
    save_bytes("npy/version_4.npy", b"\x93NUMPY\x04" + npy_bytes(plain)[7:])
    refuse("npy/version_4.npy", "npy version 4.0")


def make_folded():
    """All ways to make a matrix of three axes, and some of two, four and five."""
    rng = np.random.default_rng(5)
    ways = [(axes, split) for axes in itertools.permutations(range(3)) for split in (1, 2)]
    ways += [((1, 0), 1), ((0, 1), 1)]
    ways += [(tuple(rng.permutation(size).tolist()), int(rng.integers(1, size))) for size in (4, 4, 4, 5, 5, 5, 5)]
    for shape in [(3, 4), (2, 3, 4), (2, 3, 1, 4), (3, 2, 1, 2, 3)]:
        array = np.arange(np.prod(shape)).reshape(shape)
        for name, kind, order in [("f8_C", "<f8", "C"), ("f8_F", "<f8", "F"), ("f4_F", ">f4", "F"), ("u1_C", "u1", "C")]:
            path = f"npy/fold{len(shape)}_{name}.npy"
            save_bytes(path, npy_bytes(np.asarray(array.astype(kind), order=order)))
            if len(shape) == 2:
                expect(path, array)
            else:
                refuse(path, "--fold " + ",".join(map(str, range(len(shape) - 1))) + f":{len(shape) - 1} makes it ")
            for axes, split in ways:
                if len(axes) != len(shape):
                    continue
                matrix = np.load(FOLDER / path).transpose(axes).reshape(np.prod([shape[k] for k in axes[:split]]), -1)
                fold = ",".join(map(str, axes[:split])) + ":" + ",".join(map(str, axes[split:]))
                folded.append(f"{path} {fold} {matrix.shape[0]} {matrix.shape[1]}")
                folded.append(" ".join(repr(float(value)) for value in matrix.ravel()))


def make_npz():
    folder = make_folder("npz")
    plain = np.arange(6.0).reshape(2, 3) / 7
    np.savez(folder / "one.npz", plain)
    np.savez_compressed(folder / "packed.npz", x=np.asfortranarray(plain))
    np.savez(folder / "f4.npz", x=plain.astype(np.float32))
    expect("npz/one.npz", plain)
    expect("npz/packed.npz", plain)
    expect("npz/f4.npz", plain.astype(np.float32))
    np.savez(folder / "two.npz", left=plain, right=plain.T)
    refuse("npz/two.npz", "holds 2 arrays: 'left', 'right'; one is read; pick it by its name, as in FILE.npz:NAME")
    np.savez_compressed(folder / "three_dimensions.npz", x=np.zeros((4, 2, 3)))
    refuse("npz/three_dimensions.npz", "--fold 0,1:2 makes it 8 x 3")
    for name, member in [("none", "notes.txt"), ("workbook", "xl/workbook.xml")]:
        with zipfile.ZipFile(folder / f"{name}.npz", "w") as archive:
            archive.writestr(zipfile.ZipInfo(member), "text")
    refuse("npz/none.npz", "holds no array")
    refuse("npz/workbook.npz", "is an Excel workbook")
    refuse("model/model.npz", "is a model of grmf")


GREY8 = (np.arange(7 * 9).reshape(7, 9) * 37 % 256).astype(np.uint8)
GREY16 = (np.arange(7 * 9).reshape(7, 9) * 9973 % 65536).astype(np.uint16)
GREY8[0, :2] = 0, 255
GREY16[0, :2] = 0, 65535


def png_bytes(pixels, bits, interlaced=False, colour=0, extra=b""):
    """A PNG straight from its specification, for what Pillow does not write."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    def rows(part):
        data = b""
        for row in part:
            if bits == 16:
                data += b"\0" + row.astype(">u2").tobytes()
            else:
                unpacked = np.unpackbits(row.astype(np.uint8).reshape(-1, 1), axis=1)[:, 8 - bits :]
                data += b"\0" + np.packbits(unpacked.ravel()).tobytes()
        return data

    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1)]
    data = b""
    for i, j, down, right in passes:
        part = pixels[i::down, j::right]
        if part.size:
            data += rows(part)
    header = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], bits, colour, 0, 0, interlaced)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(data))
            + chunk(b"IEND", b""))


def make_png():
    Image.fromarray(GREY8).save(make_folder("png") / "grey8.png")
    Image.fromarray(GREY16).save(FOLDER / "png/grey16.png")
    expect("png/grey8.png", np.asarray(Image.open(FOLDER / "png/grey8.png")), 255)
    expect("png/grey16.png", np.asarray(Image.open(FOLDER / "png/grey16.png")), 65535)
    for bits in [1, 2, 4]:
        pixels = GREY8 % (1 << bits)
        save_bytes(f"png/grey{bits}.png", png_bytes(pixels, bits))
        Image.open(FOLDER / f"png/grey{bits}.png").load()
        expect(f"png/grey{bits}.png", pixels, (1 << bits) - 1)
    for bits, pixels in [(8, GREY8), (16, GREY16)]:
        name = f"png/interlaced{bits}.png"
        save_bytes(name, png_bytes(pixels, bits, interlaced=True))
        assert np.array_equal(np.asarray(Image.open(FOLDER / name)), pixels)
        expect(name, pixels, (1 << bits) - 1)

    mixed = np.dstack([GREY8, GREY8.T.reshape(7, 9), GREY8])
    for name, mode, words in [("rgb", "RGB", "colour"), ("palette", "P", "a palette"),
                              ("rgba", "RGBA", "colour"), ("alpha", "LA", "transparency")]:
        Image.fromarray(mixed).convert(mode).save(FOLDER / f"png/{name}.png")
        refuse(f"png/{name}.png", words)
    Image.fromarray(GREY8).save(FOLDER / "png/transparent.png", transparency=3)
    refuse("png/transparent.png", "transparency")
    tiny = png_bytes(GREY8, 8)
    header = tiny[16:29]
    huge = struct.pack(">II", 1000000, 1000000) + header[8:]
    huge_png = tiny[:16] + huge + struct.pack(">I", zlib.crc32(b"IHDR" + huge)) + tiny[33:]
    save_bytes("png/huge.png", huge_png)
    refuse("png/huge.png", "1000000 x 1000000 pixels")


def make_folder(name):
    (FOLDER / name).mkdir(parents=True, exist_ok=True)
    return FOLDER / name


def make_pgm():
    def text(pixels):
        return "\n".join(" ".join(str(value) for value in row) for row in pixels).encode()

    Image.fromarray(GREY8).save(make_folder("pgm") / "bytes8.pgm")
    expect("pgm/bytes8.pgm", np.asarray(Image.open(FOLDER / "pgm/bytes8.pgm")), 255)
    save_bytes("pgm/bytes16.pgm", b"P5 9 7 65535\n" + GREY16.astype(">u2").tobytes())
    assert np.array_equal(np.asarray(Image.open(FOLDER / "pgm/bytes16.pgm")), GREY16)
    expect("pgm/bytes16.pgm", GREY16, 65535)
    small = GREY16 % 1024
    save_bytes("pgm/bytes10.pgm", b"P5\n# ten bits\n9 # width\n7\n1023\n" + small.astype(">u2").tobytes())
    expect("pgm/bytes10.pgm", small, 1023)
    save_bytes("pgm/text8.pgm", b"P2\n# a comment\n9 7\n# another\n255\n" + text(GREY8) + b"\n")
    expect("pgm/text8.pgm", GREY8, 255)
    save_bytes("pgm/text16.pgm", b"P2 9 7 65535 " + text(GREY16))
    expect("pgm/text16.pgm", GREY16, 65535)

    for name, data, words in [
        ("colour", b"P6 1 1 255\nabc", "colour"),
        ("bitmap", b"P1 1 1 1", "P2 or P5"),
        ("above_white", b"P2 2 1 100 5 101", "101"),
        ("no_white", b"P5 2 1 0\nab", "white is 0"),
        ("too_white", b"P5 2 1 65536\nabcd", "white is 65536"),
        ("huge", b"P5 1000000 1000000 255\nabc", "1000000 x 1000000 pixels"),
        ("negative", b"P2 2 1 255 5 -1", "'-1'"),
        ("two", b"P5 2 1 255\nabP5 2 1 255\nab", "more bytes follow"),
    ]:
        save_bytes(f"pgm/{name}.pgm", data)
        refuse(f"pgm/{name}.pgm", words)


def make_tiff():
    folder = make_folder("tiff")
    square8 = (np.arange(20 * 35).reshape(20, 35) * 7 % 256).astype(np.uint8)
    square16 = (square8.astype(int) * 257 - 3 * (square8 > 9)).astype(np.uint16)
    floats = square8 / 7 - 5
    floats[3, 4] = np.nan

    def keep(name, pixels, peak, **options):
        tifffile.imwrite(folder / f"{name}.tiff", pixels, **options)
        assert np.array_equal(tifffile.imread(folder / f"{name}.tiff"), pixels, equal_nan=True)
        expect(f"tiff/{name}.tiff", pixels, peak)

    grey = {"photometric": "minisblack", "metadata": None}
    keep("grey8", square8, 255, **grey)
    keep("grey16", square16, 65535, **grey)
    keep("big_endian16", square16, 65535, byteorder=">", **grey)
    keep("big_tiff", square8, 255, bigtiff=True, **grey)
    keep("strips", square16, 65535, rowsperstrip=3, **grey)
    keep("tiles8", square8, 255, tile=(16, 16), **grey)
    keep("tiles_float64", floats, 0, tile=(16, 32), byteorder=">", **grey)
    keep("float32", floats.astype(np.float32), 0, **grey)
    keep("float64", floats, 0, **grey)
    keep("zlib16", square16, 65535, compression="zlib", rowsperstrip=7, **grey)
    keep("described", square8, 255, photometric="minisblack", description="made by the tests")
    for name, packing in [("lzw", "tiff_lzw"), ("packbits", "packbits"), ("deflate", "tiff_adobe_deflate")]:
        for pixels, peak in [(square8, 255), (square16, 65535)]:
            path = f"tiff/{name}{8 if peak == 255 else 16}.tif"
            Image.fromarray(pixels).save(FOLDER / path, compression=packing)
            assert np.array_equal(np.asarray(Image.open(FOLDER / path)), pixels)
            expect(path, pixels, peak)
    tifffile.imwrite(folder / "white_is_zero.tiff", square8, photometric="miniswhite", metadata=None)
    assert np.array_equal(np.asarray(Image.open(folder / "white_is_zero.tiff")), 255 - square8)
    expect("tiff/white_is_zero.tiff", 255 - square8, 255)

    tifffile.imwrite(folder / "rgb.tiff", np.dstack([square8] * 3), photometric="rgb", metadata=None)
    refuse("tiff/rgb.tiff", "colour")
    Image.fromarray(square8).convert("P").save(folder / "palette.tiff")
    refuse("tiff/palette.tiff", "a palette")
    Image.fromarray(square8).convert("LA").save(folder / "alpha.tiff")
    refuse("tiff/alpha.tiff", "2 numbers a pixel")
    tifffile.imwrite(folder / "pages.tiff", np.stack([square8] * 2), **grey)
    refuse("tiff/pages.tiff", "more than one picture")
    tifffile.imwrite(folder / "signed.tiff", square8.astype(np.int16), **grey)
    refuse("tiff/signed.tiff", "16 bits of the kind 2")
    Image.fromarray(square8).save(folder / "jpeg.tiff", compression="jpeg")
    refuse("tiff/jpeg.tiff", "packed in the way 7")
    Image.fromarray(square8).save(folder / "turned.tiff", tiffinfo={274: 6})
    refuse("tiff/turned.tiff", "turned or mirrored")
    data = bytearray((folder / "grey8.tiff").read_bytes())
    with tifffile.TiffFile(folder / "grey8.tiff") as file:
        for tag in ["ImageWidth", "ImageLength"]:
            offset = file.pages[0].tags[tag].offset
            data[offset + 2 : offset + 12] = struct.pack("<HII", 4, 1, 1000000)
    save_bytes("tiff/huge.tiff", bytes(data))
    refuse("tiff/huge.tiff", "1000000 x 1000000 pixels")


RGB8 = np.dstack([GREY8, GREY8[::-1], 255 - GREY8 // 2])
RGB16 = np.dstack([GREY16, GREY16[:, ::-1], 65535 - GREY16 // 3])


def make_colour_png():
    for name in ["rgb", "palette", "rgba"]:  # these refuse to be grey
        expect_colour(f"png/{name}.png", np.asarray(Image.open(FOLDER / f"png/{name}.png").convert("RGB")), 255)
    expect_colour("png/alpha.png", np.asarray(Image.open(FOLDER / "png/alpha.png"))[..., 0], 255)
    expect_colour("png/grey2.png", GREY8 % 4, 3)
    for name, interlaced in [("rgb16", False), ("rgb16_interlaced", True)]:
        save_bytes(f"png/{name}.png", png_bytes(RGB16, 16, interlaced, colour=2))
        assert np.array_equal(np.asarray(Image.open(FOLDER / f"png/{name}.png")), RGB16 >> 8)  # all that Pillow keeps
        expect_colour(f"png/{name}.png", RGB16, 65535)
    opaque = np.dstack([RGB16, np.full_like(GREY16, 65535)])
    save_bytes("png/rgba16_opaque.png", png_bytes(opaque, 16, colour=6))
    expect_colour("png/rgba16_opaque.png", RGB16, 65535)

    Image.fromarray(np.dstack([RGB8, GREY8])).save(FOLDER / "png/rgba_glass.png")
    Image.fromarray(RGB8).save(FOLDER / "png/rgb_key.png", transparency=tuple(int(value) for value in RGB8[2, 3]))
    Image.fromarray(GREY8).save(FOLDER / "png/grey_key.png", transparency=int(GREY8[2, 3]))
    painted = Image.fromarray(RGB8).quantize(4)
    painted.save(FOLDER / "png/palette_key.png", transparency=painted.getpixel((3, 2)))
    for name in ["rgba_glass", "rgb_key", "grey_key", "palette_key"]:
        refuse_colour(f"png/{name}.png", "transparent pixels")
    refuse_colour("png/huge.png", "1000000 x 1000000 pixels")


def make_ppm():
    def text(pixels):
        return " ".join(str(value) for value in pixels.ravel()).encode()

    Image.fromarray(RGB8).save(make_folder("ppm") / "bytes8.ppm")
    save_bytes("ppm/bytes16.ppm", b"P6 9 7 65535\n" + RGB16.astype(">u2").tobytes())
    save_bytes("ppm/text8.ppm", b"P3\n# colour\n9 7\n255\n" + text(RGB8) + b"\n")
    save_bytes("ppm/text16.ppm", b"P3 9 7 65535 " + text(RGB16))
    for name, pixels, peak in [("bytes8", RGB8, 255), ("bytes16", RGB16, 65535), ("text8", RGB8, 255), ("text16", RGB16, 65535)]:
        shown = np.asarray(Image.open(FOLDER / f"ppm/{name}.ppm"))
        assert np.array_equal(shown, pixels if peak == 255 else np.round(pixels / 257).astype(np.uint8))
        expect_colour(f"ppm/{name}.ppm", pixels, peak)
    save_bytes("ppm/bytes10.ppm", b"P6\n9 7\n1023\n" + (RGB16 % 1024).astype(">u2").tobytes())
    expect_colour("ppm/bytes10.ppm", RGB16 % 1024, 1023)
    expect_colour("pgm/bytes16.pgm", GREY16, 65535)
    for name, data, words in [
        ("bitmap", b"P1 1 1 1", "P2, P3, P5 or P6"),
        ("above_white", b"P3 1 1 100 5 6 101", "101"),
        ("huge", b"P6 1000000 1000000 255\nabc", "1000000 x 1000000 pixels"),
        ("grey_pixels", b"P6 2 1 255\nab", "2 x 1 pixels"),
        ("two", b"P6 1 1 255\nabcP6 1 1 255\nabc", "more bytes follow"),
    ]:
        save_bytes(f"ppm/{name}.ppm", data)
        refuse_colour(f"ppm/{name}.ppm", words)


def make_colour_tiff():
    folder = make_folder("tiff")

    def keep(name, pixels, peak, **options):
        tifffile.imwrite(folder / f"{name}.tiff", pixels, photometric="rgb", metadata=None, **options)
        read = tifffile.imread(folder / f"{name}.tiff")
        assert np.array_equal(read, pixels)
        if options.get("planarconfig") == "separate":
            pixels = np.moveaxis(pixels, 0, 2)
        expect_colour(f"tiff/{name}.tiff", pixels[..., :3], peak)

    planes = np.ascontiguousarray(np.moveaxis(RGB16, 2, 0))
    keep("rgb8", RGB8, 255)
    keep("rgb16", RGB16, 65535, rowsperstrip=2)
    keep("rgb16_planes", planes, 65535, planarconfig="separate")
    keep("rgb8_planes", np.ascontiguousarray(np.moveaxis(RGB8, 2, 0)), 255, planarconfig="separate", byteorder=">")
    keep("rgb16_tiles", RGB16, 65535, tile=(16, 16))
    keep("rgb16_plane_tiles", planes, 65535, planarconfig="separate", tile=(16, 16), byteorder=">")
    keep("rgb_float", (RGB16 / 7).astype(np.float32), 0)
    keep("rgba_opaque", np.dstack([RGB8, np.full_like(GREY8, 255)]), 255, extrasamples=["unassalpha"])
    Image.fromarray(RGB8).save(folder / "rgb_lzw.tif", compression="tiff_lzw")
    expect_colour("tiff/rgb_lzw.tif", RGB8, 255)
    expect_colour("tiff/rgb.tiff", np.asarray(Image.open(folder / "rgb.tiff")), 255)
    expect_colour("tiff/alpha.tiff", np.asarray(Image.open(folder / "alpha.tiff"))[..., 0], 255)
    expect_colour("tiff/white_is_zero.tiff", np.asarray(Image.open(folder / "white_is_zero.tiff")), 255)

    tifffile.imwrite(folder / "rgba_glass.tiff", np.dstack([RGB8, GREY8]), photometric="rgb", metadata=None,
                     extrasamples=["unassalpha"])
    refuse_colour("tiff/rgba_glass.tiff", "transparent pixels")
    tifffile.imwrite(folder / "rgb_more.tiff", np.dstack([RGB8, GREY8]), photometric="rgb", metadata=None,
                     extrasamples=["unspecified"])
    refuse_colour("tiff/rgb_more.tiff", "4 numbers a pixel")
    Image.fromarray(np.dstack([RGB8, GREY8]), "CMYK").save(folder / "cmyk.tiff")
    refuse_colour("tiff/cmyk.tiff", "colour of the kind 5")
    refuse_colour("tiff/palette.tiff", "a palette")
    refuse_colour("tiff/huge.tiff", "1000000 x 1000000 pixels")


def make_tables():
    text = b"a,b,c\n1,2.5,nan\n-3e-5,,inf\n"
    values = [[1, 2.5, np.nan], [-3e-5, np.nan, np.inf]]
    save_bytes("table/packed.csv.gz", gzip.compress(text, mtime=0))
    expect("table/packed.csv.gz", values)
    save_bytes("table/members.csv.gz", gzip.compress(text[:11], mtime=0) + gzip.compress(text[11:], mtime=0) + bytes(20))
    expect("table/members.csv.gz", values)
    save_bytes("table/packed.tsv.gz", gzip.compress(text.replace(b",", b"\t"), mtime=0))
    expect("table/packed.tsv.gz", values)
    save_bytes("table/not_packed.csv.gz", text)
    expect("table/not_packed.csv.gz", values)
    save_bytes("table/foreign.csv.gz", gzip.compress(text, mtime=0) + b"tail")
    refuse("table/foreign.csv.gz", "foreign bytes follow")
    save_bytes("table/nothing.csv.gz", gzip.compress(b"", mtime=0))
    refuse("table/nothing.csv.gz", "empty")


def make_jpeg():
    folder = make_folder("jpeg")
    waves = np.sin(np.arange(21)[:, None] / 3) * np.cos(np.arange(18) / 4)
    grey = (128 + 120 * waves).astype(np.uint8)
    rgb = np.dstack([grey, 255 - grey, grey.T.reshape(21, 18)])
    for name, pixels, options in [
        ("grey.jpg", grey, {"quality": 85}),
        ("grey_progressive.jpeg", grey, {"quality": 95, "progressive": True}),
        ("grey_restarts.jpg", grey, {"quality": 50, "restart_marker_rows": 1}),
        ("rgb.jpg", rgb, {"quality": 90, "subsampling": "4:4:4"}),
        ("rgb_smaller_colour.jpg", rgb, {"quality": 75, "subsampling": "4:2:0"}),
        ("rgb_progressive.jpg", rgb, {"quality": 80, "progressive": True, "optimize": True}),
    ]:
        Image.fromarray(pixels).save(folder / name, **options)
        read = np.asarray(Image.open(folder / name))
        assert read.shape == pixels.shape and not np.array_equal(read, pixels)
        expect_colour(f"jpeg/{name}", read, 255)
        if pixels is grey:
            expect(f"jpeg/{name}", read, 255)
        else:
            refuse(f"jpeg/{name}", "colour")

    def patched(frame, at, data):
        """grey.jpg with bytes of its frame header changed: marker, length of 2, bits, rows, columns."""
        whole = bytearray((folder / "grey.jpg").read_bytes())
        start = whole.index(b"\xff\xc0")
        whole[start + 1] = frame
        whole[start + at : start + at + len(data)] = data
        return bytes(whole)

    Image.fromarray(np.dstack([rgb, grey]), "CMYK").save(folder / "cmyk.jpg")
    save_bytes("jpeg/arithmetic.jpg", patched(0xC9, 4, b"\x08"))
    save_bytes("jpeg/twelve_bits.jpg", patched(0xC1, 4, b"\x0c"))
    save_bytes("jpeg/huge.jpg", patched(0xC0, 5, struct.pack(">HH", 65000, 64000)))
    save_bytes("jpeg/no_rows.jpg", patched(0xC0, 5, struct.pack(">HH", 0, 18)))
    save_bytes("jpeg/cut.jpg", (folder / "grey.jpg").read_bytes()[:-2])
    for name, words in [("cmyk", "colour of the kind CMYK"), ("arithmetic", "arithmetic coding"),
                        ("twelve_bits", "12 bits a number"), ("huge", "64000 x 65000 pixels"),
                        ("no_rows", "the jpeg is broken"), ("cut", "truncated or damaged")]:
        refuse(f"jpeg/{name}.jpg", words)
        refuse_colour(f"jpeg/{name}.jpg", words)


def make_models():
    """u = k / 7 for k = 0.., 4 x 2; v = 1 / (k + 1), 3 x 2: the tests compute the same."""
    make_folder("model")
    u = np.arange(8.0).reshape(4, 2) / 7
    v = 1 / (np.arange(6.0).reshape(3, 2) + 1)
    meta = {
        "format_version": 1, "method": "grmf", "options": {"lambda2": 0.25, "mm_steps": 3, "init": "svd", "flag": True},
        "status": "converged", "message": "", "warnings": [], "objective": 1 / 3, "certificate": "nan",
        "history": {"sweep": [0], "objective": ["inf"], "relative_change": [0.0], "step_u": [0], "step_v": [1e-300]},
    }
    np.savez(FOLDER / "model/start.npz", u=u, v=v, other=np.arange(3))
    np.savez_compressed(FOLDER / "model/start_compressed.npz", v=np.asfortranarray(v), u=u.astype(">f8"))
    np.savez_compressed(FOLDER / "model/model.npz", u=u, v=v, meta=json.dumps(meta))
    np.savez(FOLDER / "model/model_bytes.npz", u=u, v=v, s=np.ones((4, 3), np.float32), meta=json.dumps(meta).encode())
    np.savez(FOLDER / "model/newer.npz", u=u, v=v, meta=json.dumps({**meta, "format_version": 99}))
    np.savez(FOLDER / "model/no_v.npz", u=u)
    np.savez(FOLDER / "model/misfit.npz", u=u, v=np.ones((3, 3)), meta=json.dumps(meta))
    np.savez(FOLDER / "model/wrong_meta.npz", u=u, v=v, meta=json.dumps({"format_version": 1}))


def main():
    for name in ["npy", "npz", "png", "pgm", "ppm", "tiff", "jpeg", "table", "model"]:  # and not tables, which tables.py makes
        shutil.rmtree(FOLDER / name, ignore_errors=True)
    for make in [make_npy, make_folded, make_npz, make_png, make_pgm, make_tiff, make_colour_png, make_ppm, make_colour_tiff,
                 make_jpeg, make_tables, make_models]:
        make()
    (FOLDER / "expected.txt").write_text("\n".join(expected) + "\n")
    (FOLDER / "refused.txt").write_text("\n".join(refused) + "\n")
    (FOLDER / "folded.txt").write_text("\n".join(folded) + "\n")
    (FOLDER / "colour.txt").write_text("\n".join(colour) + "\n")
    (FOLDER / "colour_refused.txt").write_text("\n".join(colour_refused) + "\n")


main()
