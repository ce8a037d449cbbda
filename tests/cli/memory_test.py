"""How much memory a fit takes beyond its data."""

import os
import subprocess
import unittest

import numpy

from support import GRMF, InFolder

SIDE = 4000
PROGRAM = 10_000_000  # bytes that grmf takes whatever the data


class Memory(InFolder):
    def save(self, name, dtype, fortran_order):
        """Of rank 2; returns the size in bytes. In parts: what this process takes counts as that of those it starts."""
        u, v = numpy.random.default_rng(1).normal(size=(2, SIDE, 2))
        a, b = (v, u) if fortran_order else (u, v)
        header = {"descr": dtype, "fortran_order": fortran_order, "shape": (SIDE, SIDE)}
        size = 0
        with open(self.path / name, "wb") as file:
            numpy.lib.format.write_array_header_1_0(file, header)
            for first in range(0, SIDE, 50):
                part = slice(first, first + 50)
                lines = sum(numpy.multiply.outer(a[part, l], b[:, l]) for l in range(2))
                size += file.write(lines.astype(dtype).tobytes())
        return size

    def peak(self, name):
        """Of a fit, in bytes."""
        fit = subprocess.Popen([GRMF, "fit", name, "-r", "2", "-q", "--max-sweeps", "1", "--threads", "2"], cwd=self.path)
        _, status, usage = os.wait4(fit.pid, 0)
        fit.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(fit.returncode, 0)
        return 1024 * usage.ru_maxrss

    def test_a_fit_takes_little_beyond_its_data(self):
        models = []
        for dtype, fortran_order in (("<f4", False), ("<f4", True), ("<f8", False)):
            with self.subTest(dtype=dtype, fortran_order=fortran_order):
                size = self.save("x.npy", dtype, fortran_order)
                self.assertLess(self.peak("x.npy") - PROGRAM, 1.2 * size)
                models.append((self.path / "x.npz").read_bytes())
        self.assertEqual(models[0], models[1])


if __name__ == "__main__":
    unittest.main(verbosity=2)
