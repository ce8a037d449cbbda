"""Output that cannot be written: told, and nothing half done left behind."""

import os
import resource
import shutil
import signal
import subprocess
import unittest
import zipfile

from support import DATA, GRMF, InFolder


class Outputs(InFolder):
    def test_an_unwritable_folder(self):
        (self.path / "locked").mkdir(mode=0o555)
        nobody = 65534
        program = shutil.copy(GRMF, self.path)  # where nobody can reach it
        self.path.chmod(0o755)
        done = subprocess.run([program, "fit", "x.csv", "-r", "2", "-q", "-o", "locked/m.npz"], cwd=self.path,
                              user=nobody if os.geteuid() == 0 else None, capture_output=True)
        self.assertEqual(done.returncode, DATA)
        self.assertIn("locked/m.npz: cannot be written", done.stderr.decode())
        self.assertIn("must be writable", done.stderr.decode())

    def test_output_that_cannot_be_written(self):
        self.ok("fit", "x.csv", "-r", 1, "-q", "-o", "m.npz")
        for arguments in (["--help"], ["--version"], ["help"], ["help", "model"], ["fit", "--help"], ["methods"], ["man"],
                          ["completion"], ["info", "m.npz"], ["groups", "m.npz"], ["score", "x.csv", "x.csv"],
                          ["fit", "x.csv", "-r", "1", "--json", "-o", "m.npz"],
                          ["reconstruct", "m.npz", "-o", "-", "--format", "csv"]):
            for target in (">/dev/full", ">&-"):
                with self.subTest(arguments=arguments, target=target):
                    done = subprocess.run(["sh", "-c", f'"$0" "$@" {target}', GRMF, *arguments], cwd=self.path, capture_output=True)
                    self.assertEqual(done.returncode, DATA)
                    self.assertIn("grmf: standard output: cannot be written: ", done.stderr.decode())
        self.assertTrue(zipfile.is_zipfile(self.path / "m.npz"))

    def test_a_model_is_not_written_to_a_terminal(self):
        reader, terminal = self.open_terminal()
        done = subprocess.run([GRMF, "fit", "x.csv", "-r", "1", "-o", "-"], cwd=self.path, stdout=terminal, stderr=subprocess.PIPE)
        os.close(terminal)
        os.close(reader)
        self.assertEqual(done.returncode, DATA)
        self.assertIn("is a terminal", done.stderr.decode())

    def test_a_full_disk(self):
        done = self.run_grmf("fit", "x.csv", "-r", 2, "-q", "-o", "/dev/full")
        self.assertEqual(done.returncode, DATA)
        self.assertIn("/dev/full", done.stderr.decode())

    def test_a_file_system_without_room_keeps_the_older_model(self):
        self.ok("fit", "x.csv", "-r", 1, "-q", "-o", "m.npz")
        older = (self.path / "m.npz").read_bytes()

        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        self.refused(DATA, ["m.npz: cannot be written"], "fit", "x.csv", "-r", 2, "-q", "-o", "m.npz", preexec_fn=limited)
        self.assertEqual((self.path / "m.npz").read_bytes(), older)

    def test_a_full_small_file_system(self):
        script = (f"mkdir small && mount -t tmpfs -o size=8k grmf-test small && "
                  f"{GRMF} fit x.csv -r 9 -q -o small/m.npz; code=$?; ls -A small; exit $code")
        trial = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                                "mount -t tmpfs -o size=8k grmf-test /mnt"], capture_output=True)
        if trial.returncode != 0:
            self.skipTest("this machine lets no one mount a small file system")
        done = subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script],
                              cwd=self.path, capture_output=True)
        self.assertEqual(done.returncode, DATA, done.stderr.decode())
        self.assertIn("small/m.npz: cannot be written", done.stderr.decode())
        self.assertIn("make room", done.stderr.decode())
        self.assertEqual(done.stdout, b"")


if __name__ == "__main__":
    unittest.main(verbosity=2)
