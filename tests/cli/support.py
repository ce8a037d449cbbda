"""What the tests of the command line share. They need the standard library alone.

usage of each: python3 FILE PATH_OF_GRMF [NAMES]
"""

import os
import pty
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

GRMF = os.path.abspath(sys.argv.pop(1))
# Set where the program is built with a sanitizer, which is slow.
SANITIZED = "GRMF_SANITIZED" in os.environ
WITH_GRMF_ON_PATH = {**os.environ, "PATH": f"{Path(GRMF).parent}:{os.environ['PATH']}"}
SAMPLES = Path(__file__).parents[1] / "fixtures" / "io"
OK, FAILURE, USAGE, DATA, NOT_CONVERGED, INTERRUPTED = 0, 1, 2, 3, 4, 130


def low_rank_csv(rows=30, cols=20):
    """A table of rank 2 with an outlier in every seventh place or so."""
    lines = []
    for i in range(rows):
        cells = []
        for j in range(cols):
            value = (1 + i % 5) * (2 + j % 3) + (i % 2) * (j % 4)
            cells.append(str(999 if (i * i + 3 * j) % 7 == 0 and i % 3 == 0 else value))
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


def npy_file(descr, shape, content):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + content


def npy(shape, values=(), announced=None):
    """The bytes of an npy file of doubles; it may announce another shape than it holds."""
    return npy_file("<f8", announced or shape, struct.pack(f"<{len(values)}d", *values))


def text_npy(text):
    """The bytes of an npy file of one text, as NumPy stores it."""
    return npy_file(f"<U{len(text)}", (), text.encode("utf-32-le"))


def read_archive(path):
    """The members of an npz file by name."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_archive(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


class InFolder(unittest.TestCase):
    """Every test runs in an empty folder of its own."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)
        (self.path / "x.csv").write_text(low_rank_csv())

    def open_terminal(self):
        try:
            return pty.openpty()
        except OSError as error:
            self.skipTest(f"this machine has no terminals to give: {error}")

    def run_grmf(self, *arguments, **options):
        return subprocess.run([GRMF, *map(str, arguments)], cwd=self.path, capture_output=True, **options)

    def ok(self, *arguments, **options):
        done = self.run_grmf(*arguments, **options)
        self.assertEqual(done.returncode, OK, done.stderr.decode())
        return done

    def refused(self, code, words, *arguments, **options):
        """Exit code, one message with all these words, and nothing new in the folder."""
        before = sorted(os.listdir(self.path))
        done = self.run_grmf(*arguments, **options)
        message = done.stderr.decode()
        self.assertEqual(done.returncode, code, message)
        self.assertTrue(message.startswith("grmf: "), message)
        for word in words:
            self.assertIn(word, message)
        self.assertEqual(sorted(os.listdir(self.path)), before)
