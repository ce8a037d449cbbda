"""--threads, as the system counts them."""

import os
import subprocess
import sys
import unittest

from support import GRMF, InFolder, OK


def threads_of(process):
    try:
        return len(os.listdir(f"/proc/{process.pid}/task"))
    except OSError:  # it has ended
        return 0


@unittest.skipUnless(sys.platform == "linux", "threads are counted in /proc")
class Threads(InFolder):
    def setUp(self):
        super().setUp()
        if b"__tsan" in open(GRMF, "rb").read():
            self.skipTest("the thread sanitizer has a thread of its own")
        rows = [",".join(str((i * j) % 251 + (i ^ j) % 17) for j in range(150)) for i in range(150)]
        (self.path / "big.csv").write_text("\n".join(rows) + "\n")

    def start(self, *arguments):
        return subprocess.Popen([GRMF, *map(str, arguments)], cwd=self.path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def most_threads(self, *arguments):
        """Looked at from the start to the end, as often as can be."""
        run = self.start(*arguments)
        most = 0
        while run.poll() is None:
            most = max(most, threads_of(run))
        self.assertEqual(run.returncode, OK, arguments)
        return most

    def test_one_means_one(self):
        for arguments in (["fit", "big.csv", "-r", 4], ["fit", "big.csv", "-r", 4, "--init", "svd", "--max-sweeps", 5],
                          ["fit", "big.csv", "x.csv", "-r", 4, "-o", "out"], ["fit", "x.csv"], ["tune", "x.csv", "-r", 2],
                          ["demo", "-o", "demo.png"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.most_threads(*arguments, "--threads", 1), 1)

    def test_three_are_three_and_no_more(self):
        (self.path / "again.csv").write_text((self.path / "big.csv").read_text())
        for inputs in (["big.csv"], ["x.csv", "big.csv", "again.csv"]):
            with self.subTest(inputs=inputs):
                run = self.start("fit", *inputs, "-r", 12, "--tolerance", 0, "--max-sweeps", 1000000, "--threads", 3)
                most = 0
                while run.poll() is None and most < 3:
                    most = max(most, threads_of(run))
                for _ in range(1000):
                    most = max(most, threads_of(run))
                run.kill()
                run.wait()
                self.assertEqual(most, 3)


if __name__ == "__main__":
    unittest.main(verbosity=2)
