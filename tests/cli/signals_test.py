"""Ctrl-C and other signals, at any moment."""

import json
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
