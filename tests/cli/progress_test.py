"""The line of progress on a terminal."""

import fcntl
import os
import re
import struct
import subprocess
import termios
import unittest

from support import GRMF, InFolder, OK


class Progress(InFolder):
    """What a terminal gets to see."""

    def on_a_terminal(self, *arguments, inputs=("x.csv",), width=120, **variables):
        reader, terminal = self.open_terminal()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        fit = subprocess.Popen([GRMF, "fit", *inputs, "-r", "8", "--init", "svd", "--tolerance", "0", "--lambda1", "0", "--lambda2", "0", "--time-limit", "0.5",
                                *arguments],
                               cwd=self.path, stderr=terminal, env={**os.environ, "TERM": "xterm", **variables})
        os.close(terminal)
        shown = b""
        try:
            while block := os.read(reader, 4096):
                shown += block
        except OSError:  # what the end of a terminal looks like
            pass
        os.close(reader)
        self.assertEqual(fit.wait(), OK)
        return shown.decode()

    def test_the_time_left_honours_the_limit_and_the_line_the_width(self):
        shown = self.on_a_terminal("--max-sweeps", "1000000", NO_COLOR="1")
        left = [float(seconds) for seconds in re.findall(r"about (\S+) s left", shown)]
        self.assertTrue(left)
        self.assertLessEqual(max(left), 0.5)
        narrow = self.on_a_terminal("--max-sweeps", "1000000", NO_COLOR="1", width=40)
        drawn = [line for line in re.findall(r"\r([^\r\n]*)\x1b\[K", narrow) if line]
        self.assertEqual({len(line) for line in drawn}, {39})

    def test_a_bar_with_the_time_left(self):
        shown = self.on_a_terminal("--max-sweeps", "1000000")
        self.assertRegex(shown, r"\r\x1b\[36m\[=* *\]\x1b\[0m sweep \d+  f \S+  \S+ s, about \S+ s left")

    def test_of_several_inputs_a_bar_with_their_count(self):
        (self.path / "y.csv").write_text((self.path / "x.csv").read_text())
        shown = self.on_a_terminal("--max-sweeps", "5", inputs=("x.csv", "y.csv"), NO_COLOR="1")
        bars = re.findall(r"\r\[(=*) *\] (\d of 2)", shown)
        self.assertEqual(bars, [("", "0 of 2"), ("=" * 12, "1 of 2"), ("=" * 24, "2 of 2")])
        self.assertRegex(shown, r"\r\x1b\[Kx\.csv -> x\.npz: 30 x 20, rank 8, max_sweeps after 5 sweeps")
        self.assertNotIn("of 2", self.on_a_terminal("-q", inputs=("x.csv", "y.csv")))

    def test_no_color_and_dumb_terminals_are_respected(self):
        plain = self.on_a_terminal("--max-sweeps", "1000000", NO_COLOR="1")
        self.assertIn("s left", plain)
        self.assertNotIn("\x1b[36m", plain)
        self.assertNotIn("\x1b", self.on_a_terminal("--max-sweeps", "1000000", TERM="dumb"))
        self.assertEqual(self.on_a_terminal("-q"), "")


if __name__ == "__main__":
    unittest.main(verbosity=2)
