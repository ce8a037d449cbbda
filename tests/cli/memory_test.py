"""How much memory a fit takes beyond its data."""

import os
import subprocess
import unittest

import numpy
from numpy.lib.format import open_memmap

from support import GRMF, InFolder

SIDE = 4000


class Memory(InFolder):
    def save(self, name, dtype, side, fortran_order=False):
        """Of rank 2; in parts, so that this process stays small: what it takes counts as that of those it starts."""
        u, v = numpy.random.default_rng(1).normal(size=(2, side, 2))
        values = open_memmap(self.path / name, mode="w+", dtype=dtype, shape=(side, side), fortran_order=fortran_order)
        for first in range(0, side, 50):
            part = slice(first, first + 50)
            if fortran_order:
                values[:, part] = u @ v[part].T
            else:
                values[part] = u[part] @ v.T
            values.flush()
        return values.nbytes

    def peak(self, name):
        """Of a fit, in bytes."""
        fit = subprocess.Popen([GRMF, "fit", name, "-r", "2", "-q", "--max-sweeps", "1", "--threads", "2"], cwd=self.path)
        _, status, usage = os.wait4(fit.pid, 0)
        fit.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(fit.returncode, 0)
        return 1024 * usage.ru_maxrss

    def test_a_fit_takes_little_beyond_its_data(self):
        self.save("small.npy", "<f4", 40)
        alone = self.peak("small.npy")
        for dtype, fortran_order in (("<f4", False), ("<f4", True), ("<f8", False)):
            with self.subTest(dtype=dtype, fortran_order=fortran_order):
                size = self.save("x.npy", dtype, SIDE, fortran_order)
                self.assertLess(self.peak("x.npy") - alone, 1.2 * size)


if __name__ == "__main__":
    unittest.main(verbosity=2)
