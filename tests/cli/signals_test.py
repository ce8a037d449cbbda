"""Ctrl-C and other signals, at any moment."""

import json
import os
import random
import signal
import subprocess
import sys
import unittest

from support import GRMF, INTERRUPTED, InFolder, OK, read_archive, write_archive


def takes_interrupts():
    """A process started in the background ignores Ctrl-C, and so would what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Signals(InFolder):
    """At random moments; the seed is printed, so that a failure can be had again."""

    def setUp(self):
        super().setUp()
        seed = random.randrange(10**9)
        print(f"seed {seed}", file=sys.stderr)
        self.random = random.Random(seed)
        rows = "\n".join(",".join(str((i * j) % 251 + (i ^ j) % 17) for j in range(300)) for i in range(300))
        (self.path / "big.csv").write_text(rows + "\n")

    def signalled(self, number, longest, *arguments, **options):
        """The exit code of a run that got the signal within `longest` seconds."""
        run = subprocess.Popen([GRMF, *map(str, arguments)], cwd=self.path, **options)
        try:
            run.wait(timeout=longest * self.random.random())
        except subprocess.TimeoutExpired:
            pass
        run.send_signal(number)
        code = run.wait()
        self.assertEqual(list(self.path.glob(".grmf-*")), [])
        return code

    def test_an_interrupt_stops_after_the_sweep_and_leaves_a_whole_model_or_none(self):
        for number in range(20):
            model = self.path / f"m{number}.npz"
            code = self.signalled(signal.SIGINT, 0.6, "fit", "big.csv", "-r", 12, "-o", model, "-q", "--tolerance", 0,
                                  "--max-sweeps", 1000000, preexec_fn=takes_interrupts)
            self.assertIn(code, (INTERRUPTED, -signal.SIGINT))
            if model.exists():
                self.assertEqual(json.loads(self.ok("info", model, "--json").stdout)["status"], "stopped")

    def interrupted_on_a_terminal(self, word, *arguments):
        """What a run shows that gets Ctrl-C once it has shown a word."""
        reader, terminal = self.open_terminal()
        run = subprocess.Popen([GRMF, *map(str, arguments)], cwd=self.path, stderr=terminal,
                               env={**os.environ, "TERM": "xterm"}, preexec_fn=takes_interrupts)
        os.close(terminal)
        shown = b""
        try:
            while block := os.read(reader, 4096):
                if word in shown + block and word not in shown:
                    run.send_signal(signal.SIGINT)
                shown += block
        except OSError:  # what the end of a terminal looks like
            pass
        os.close(reader)
        self.assertEqual(run.wait(), INTERRUPTED, shown)
        return shown.decode()

    def test_a_fit_says_that_ctrl_c_stopped_it(self):
        endless = ["-r", 12, "--tolerance", 0, "--max-sweeps", 1000000]
        shown = self.interrupted_on_a_terminal(b" sweep ", "fit", "big.csv", "-o", "m.npz", *endless)
        self.assertRegex(shown, r"grmf, 300 x 300, rank 12: stopped by Ctrl-C after \d+ sweeps? \(")
        self.assertNotIn("callback", shown)
        told = json.loads(self.ok("info", "m.npz", "--json").stdout)
        self.assertRegex(told["message"], r"^stopped on request after \d+ sweeps?$")
        pixels = bytes((i * j) % 251 for i in range(300) for j in range(300))
        (self.path / "big.pgm").write_bytes(b"P5 300 300 255\n" + pixels)
        shown = self.interrupted_on_a_terminal(b" sweep ", "denoise", "big.pgm", "-o", "out.pgm", *endless)
        self.assertIn("grmf: stopped by Ctrl-C; nothing is written", shown)
        self.assertFalse((self.path / "out.pgm").exists())

    def test_an_interrupt_that_is_ignored_stays_ignored(self):
        code = self.signalled(signal.SIGINT, 0.3, "fit", "big.csv", "-r", 4, "-q", "--tolerance", 0, "--time-limit", 0.6,
                              "--max-sweeps", 1000000, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.assertEqual(code, OK)

    def test_a_signal_while_a_file_is_written_leaves_no_part_of_it(self):
        lines = "\n".join(f"{i % 7}.{i},{i % 5}" for i in range(1500)) + "\n"
        (self.path / "tall.csv").write_text(lines)
        self.ok("fit", "tall.csv", "-r", 1, "-q", "--max-sweeps", 1, "-o", "tall.npz")
        members = read_archive(self.path / "tall.npz")
        members["v.npy"] = members["u.npy"]  # 1500 x 1500 entries, some 40 MB of text
        write_archive(self.path / "square.npz", members)
        codes = set()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGTERM) * 5:
            codes.add(self.signalled(number, 0.5, "reconstruct", "square.npz", "-o", "square.csv",
                                     preexec_fn=takes_interrupts))
        self.assertTrue(codes & {-signal.SIGTERM, -signal.SIGHUP, -signal.SIGINT}, codes)

    def test_a_signal_while_many_threads_fit_and_one_writes_leaves_whole_models_alone(self):
        rows = "\n".join(",".join(str((i * j) % 7) for j in range(8)) for i in range(8)) + "\n"
        names = [f"t{number}.csv" for number in range(600)]
        for name in names:
            (self.path / name).write_text(rows)
        codes = set()
        for number in (signal.SIGTERM, signal.SIGHUP) * 10:
            codes.add(self.signalled(number, 0.2, "fit", *names, "-r", 1, "-q", "--max-sweeps", 1, "--threads", 4))
            models = sorted(self.path.glob("t*.npz"))
            for model in self.random.sample(models, min(3, len(models))):
                self.ok("info", model)
            for model in models:
                model.unlink()
        self.assertTrue(codes & {-signal.SIGTERM, -signal.SIGHUP}, codes)


if __name__ == "__main__":
    unittest.main(verbosity=2)
