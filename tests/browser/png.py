"""PNG files to and from arrays of bytes (rows, columns, channels), by NumPy and zlib."""

import base64
import struct
import zlib

import numpy


def encode(pixels):
    """Grey (rows, columns) or colours (rows, columns, 3)."""
    rows, columns = pixels.shape[:2]
    kind = 0 if pixels.ndim == 2 else 2
    lines = pixels.astype(numpy.uint8).reshape(rows, -1)
    raw = numpy.hstack([numpy.zeros((rows, 1), numpy.uint8), lines]).tobytes()

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = struct.pack(">IIBBBBB", columns, rows, 8, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


def address(pixels):
    return "data:image/png;base64," + base64.b64encode(encode(pixels)).decode()


def _paeth(left, above, corner):
    p = left + above - corner
    a, b, c = abs(p - left), abs(p - above), abs(p - corner)
    return left if a <= b and a <= c else above if b <= c else corner


def _unfiltered(kind, line, above, channels):
    if kind == 0:
        return line
    if kind == 1:
        return numpy.cumsum(line.reshape(-1, channels), axis=0, dtype=numpy.uint8).reshape(-1)
    if kind == 2:
        return line + above
    out = [0] * channels + line.tolist()
    up = [0] * channels + above.tolist()
    for k in range(channels, len(out)):
        left, over, corner = out[k - channels], up[k], up[k - channels]
        out[k] = (out[k] + ((left + over) // 2 if kind == 3 else _paeth(left, over, corner))) % 256
    return numpy.array(out[channels:], numpy.uint8)


def decode(content):
    """Of 8 bits a channel without interlacing, which is what browsers write; transparency is left out."""
    place, data = 8, b""
    while place < len(content):
        (size,) = struct.unpack_from(">I", content, place)
        name, body = content[place + 4 : place + 8], content[place + 8 : place + 8 + size]
        place += size + 12
        if name == b"IHDR":
            columns, rows, bits, kind, *_ = struct.unpack(">IIBBBBB", body)
            assert bits == 8, bits
            channels = {0: 1, 2: 3, 6: 4}[kind]
        elif name == b"IDAT":
            data += body
    raw = numpy.frombuffer(zlib.decompress(data), numpy.uint8).reshape(rows, -1)
    pixels = numpy.zeros((rows, columns * channels), numpy.uint8)
    above = pixels[0]
    for i in range(rows):
        above = pixels[i] = _unfiltered(raw[i, 0], raw[i, 1:], above, channels)
    return pixels.reshape(rows, columns, channels)[:, :, :3]
