"""Pictures: corrupt, score, demo."""

import json
import re
import unittest

from support import InFolder, SANITIZED, low_rank_csv


class Pictures(InFolder):
    def test_corrupt_and_score(self):
        (self.path / "p.pgm").write_bytes(b"P5 64 48 255\n" + bytes((3 * i + j) % 256 for i in range(48) for j in range(64)))
        self.ok("corrupt", "p.pgm", "-o", "a.png", "--ratio", 0.5, "--seed", 1)
        self.ok("corrupt", "p.pgm", "-o", "b.png", "--ratio", 0.5, "--seed", 1)
        self.assertEqual((self.path / "a.png").read_bytes(), (self.path / "b.png").read_bytes())
        scores = json.loads(self.ok("score", "p.pgm", "a.png", "--json").stdout)
        self.assertEqual(list(scores), ["rmae", "rse", "re", "mae", "mse", "rmse", "psnr", "ssim"])
        self.assertGreater(scores["rmae"], 0.2)

    def test_rmse_is_what_everybody_calls_so(self):
        (self.path / "truth.csv").write_text("1,-2\n3,4\n")
        (self.path / "estimate.csv").write_text("2,-2\n1,4\n")
        scores = json.loads(self.ok("score", "truth.csv", "estimate.csv", "--json").stdout)
        self.assertAlmostEqual(scores["rmse"], (5 / 4) ** 0.5, places=14)
        self.assertAlmostEqual(scores["rse"], 5 / 30, places=14)
        lines = dict(line.split() for line in self.ok("score", "truth.csv", "estimate.csv").stdout.decode().splitlines())
        self.assertEqual(list(lines), list(scores))
        self.assertEqual((lines["rmse"], lines["rse"]), ("1.11803", "0.166667"))

    def test_a_picture_keeps_its_white_through_a_model(self):
        for white in (1, 15, 255, 1000, 65535):
            wide = 2 if white > 255 else 1
            pixels = b"".join((white * ((i + j) % 4) // 3).to_bytes(wide, "big") for i in range(12) for j in range(16))
            (self.path / "p.pgm").write_bytes(f"P5 16 12 {white}\n".encode() + pixels)
            self.ok("corrupt", "p.pgm", "-o", "same.png", "--ratio", 0)
            self.ok("fit", "p.pgm", "-r", 6, "-q", "-o", "p.npz")
            self.assertEqual(json.loads(self.ok("info", "p.npz", "--json").stdout)["peak"], white)
            self.ok("reconstruct", "p.npz", "-o", "r.png")
            self.ok("reconstruct", "p.npz", "-o", "r.pgm")
            self.assertIn(f"\n{white}\n".encode(), (self.path / "r.pgm").read_bytes()[:30])
            for estimate in ("same.png", "r.png", "r.pgm"):
                with self.subTest(white=white, estimate=estimate):
                    scores = json.loads(self.ok("score", "p.pgm", estimate, "--json").stdout)
                    self.assertLess(scores["rmae"], 0.01)
        self.ok("fit", "x.csv", "-r", 1, "-q")
        self.assertNotIn("peak", json.loads(self.ok("info", "x.npz", "--json").stdout))

    def test_format_tells_what_a_name_does_not(self):
        text = low_rank_csv().encode()
        noisy = self.ok("corrupt", "-", "-o", "-", "--format", "csv", input=text).stdout
        self.ok("corrupt", "x.csv", "-o", "noisy.csv")
        self.assertEqual(noisy, (self.path / "noisy.csv").read_bytes())
        (self.path / "noisy.dat").write_bytes(noisy)
        self.assertEqual(self.ok("score", "-", "noisy.dat", "--format", "csv", input=text).stdout,
                         self.ok("score", "x.csv", "noisy.csv").stdout)

    def test_the_demo_refuses_an_output_before_it_begins(self):
        for output in ("nowhere/demo.png", "demo.ppm", "demo"):
            self.assertEqual(self.run_grmf("demo", "-o", output).stdout, b"", output)

    @unittest.skipIf(SANITIZED, "takes a minute; Reproduce.test_the_page_of_the_demo runs the same")
    def test_the_demo_recovers_its_pictures(self):
        text = self.ok("demo", "-o", "demo.png").stdout.decode()
        rows = [line.split() for line in text.splitlines() if re.match(r"\w+ +\d+ ", line)]
        self.assertGreaterEqual(len(rows), 3)
        for row in rows:
            self.assertLess(float(row[3]), 0.2 * float(row[2]), row)
        gain = re.search(r"They are found:\n.*RMAE (\d\.\d+)\. Without looking for groups it is (\d\.\d+)", text)
        self.assertLess(float(gain[1]), 0.7 * float(gain[2]))
        self.assertTrue((self.path / "demo.png").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
