"""grmf denoise, and grmf corrupt in colour."""

import json
import os
import signal
import struct
import subprocess
import unittest

from support import DATA, FAILURE, GRMF, INTERRUPTED, InFolder, NOT_CONVERGED, SAMPLES, USAGE


def drawn(size, white, gain=1.0, base=0.0):
    """A picture of rank 2 whose pixels lie between a tenth and nine tenths of white."""
    shade = [[0.1 + 0.8 * (base + gain * (0.5 + 0.3 * ((i // 6) % 2) * ((j // 5) % 3 - 1) + 0.1 * ((j // 9) % 2)) / 1.2) / (base + gain)
              for j in range(size)] for i in range(size)]
    return [[round(white * value) for value in row] for row in shade]


def portable(channels, white):
    """The bytes of a pgm or ppm."""
    wide = 2 if white > 255 else 1
    rows, cols = len(channels[0]), len(channels[0][0])
    kind = "P5" if len(channels) == 1 else "P6"
    pixels = b"".join(channel[i][j].to_bytes(wide, "big") for i in range(rows) for j in range(cols) for channel in channels)
    return f"{kind}\n{cols} {rows}\n{white}\n".encode() + pixels


def read_npy(path):
    """Shape and numbers of a float64 file."""
    data = path.read_bytes()
    length = struct.unpack("<H", data[8:10])[0]
    shape = eval(data[10 : 10 + length])["shape"]
    return shape, struct.unpack(f"<{(len(data) - 10 - length) // 8}d", data[10 + length :])


class Denoise(InFolder):
    def save(self, name, channels, white=255):
        (self.path / name).parent.mkdir(exist_ok=True)
        (self.path / name).write_bytes(portable(channels, white))

    def setUp(self):
        super().setUp()
        self.save("grey.pgm", [drawn(48, 255)])
        self.save("colour.ppm", [drawn(48, 255), drawn(48, 255, 0.8, 0.2), drawn(48, 255, 0.5, 0.5)])
        for name in ("grey.pgm", "colour.ppm"):
            self.ok("corrupt", name, "-o", "noisy_" + name, "--ratio", 0.4)

    def told(self, *arguments):
        return json.loads(self.ok("denoise", "-q", "--json", *arguments).stdout)

    def warnings(self, *arguments):
        return self.told(*arguments)["warnings"]

    def test_a_grey_picture_is_recovered_and_scored_as_grmf_score_does(self):
        noisy = json.loads(self.ok("score", "grey.pgm", "noisy_grey.pgm", "--json").stdout)
        for output in ("out.pgm", "out.png", "out.tiff", "out.npy"):
            told = self.told("noisy_grey.pgm", "-o", output, "--truth", "grey.pgm")
            self.assertLess(told["score"]["rmae"], 0.1 * noisy["rmae"])
            scored = json.loads(self.ok("score", "grey.pgm", output, "--json", "--peak", 255).stdout)
            self.assertEqual(list(told["score"]), list(scored))
            for name, value in scored.items():
                self.assertAlmostEqual(told["score"][name], value, places=9, msg=f"{output} {name}")
        self.assertEqual(self.ok("denoise", "noisy_grey.pgm", "-q", "-o", "out.pgm", "--truth", "grey.pgm").stdout,
                         self.ok("score", "grey.pgm", "out.pgm").stdout)

    def test_a_row_that_is_masked_as_a_whole_is_told_with_its_channel(self):
        channels = [drawn(48, 255), drawn(48, 255, 0.8, 0.2), drawn(48, 255, 0.5, 0.5)]
        for channel in channels:
            channel[5] = [255] * 48
        for row in channels[1]:
            row[7] = 255
        self.save("lines.ppm", channels)
        flags = ["lines.ppm", "-o", "out.ppm", "-r", 2, "--mask-values", 255]
        row = "row 5 (counted from 0) has no data and is estimated as 0"
        told = [text for text in self.warnings(*flags) if "no data" in text]
        self.assertEqual(told, [row, "green: column 7 (counted from 0) has no data and is estimated as 0"])
        told = [text for text in self.warnings(*flags, "--channels", "together") if "no data" in text]
        self.assertEqual(told, [row, "column 'green 7' has no data and is estimated as 0"])

    def test_it_is_what_fit_and_reconstruct_make(self):
        for flags in (["-r", 2], ["-r", "auto"], ["-m", "rpca"], ["-r", 2, "--preset", "published", "--max-sweeps", 30],
                      ["-r", 3, "--lambda1", 0.01, "--set", "lambda2=0.02", "--seed", 4]):
            self.ok("fit", "noisy_grey.pgm", "-q", "-o", "m.npz", *flags)
            self.ok("reconstruct", "m.npz", "-o", "by_fit.png")
            self.ok("denoise", "noisy_grey.pgm", "-q", "-o", "out.png", *flags)
            self.assertEqual((self.path / "out.png").read_bytes(), (self.path / "by_fit.png").read_bytes(), flags)

    def test_colour_is_recovered_channels_apart_or_together(self):
        for channels, fits in (("apart", 3), ("together", 1)):
            told = self.told("noisy_colour.ppm", "-o", "out.png", "--truth", "colour.ppm", "--channels", channels)
            self.assertEqual((told["channels"], len(told["fits"])), (3, fits))
            self.assertLess(told["score"]["rmae"], 0.06)
        self.assertEqual((self.path / "out.png").read_bytes()[24:26], b"\x08\x02")  # 8 bits, colour
        self.ok("denoise", "noisy_colour.ppm", "-q", "-o", "apart.ppm")
        self.ok("denoise", "noisy_colour.ppm", "-q", "-o", "default.ppm", "--channels", "apart")
        self.assertEqual((self.path / "apart.ppm").read_bytes(), (self.path / "default.ppm").read_bytes())

    def test_channels_apart_are_three_grey_pictures(self):
        pixels = (self.path / "noisy_colour.ppm").read_bytes()[-3 * 48 * 48 :]
        self.ok("denoise", "noisy_colour.ppm", "-q", "-r", 2, "-o", "out.ppm")
        out = (self.path / "out.ppm").read_bytes()[-3 * 48 * 48 :]
        for channel in range(3):
            (self.path / "one.pgm").write_bytes(b"P5\n48 48\n255\n" + pixels[channel::3])
            self.ok("denoise", "one.pgm", "-q", "-r", 2, "-o", "one_out.pgm")
            self.assertEqual((self.path / "one_out.pgm").read_bytes()[-48 * 48 :], out[channel::3])

    def test_sixteen_bits_stay_and_a_portable_map_keeps_its_white(self):
        for white in (1000, 65535):
            channels = [drawn(40, white), drawn(40, white, 0.7, 0.3), drawn(40, white, 0.4, 0.6)]
            for name, parts in (("w.pgm", channels[:1]), ("w.ppm", channels)):
                self.save(name, parts, white)
                self.ok("corrupt", name, "-o", "n" + name, "--ratio", 0.3)
                told = self.told("n" + name, "-o", "o" + name, "--truth", name)
                self.assertEqual(told["peak"], white)
                self.assertLess(told["score"]["rmae"], 0.06)
                self.assertEqual((self.path / ("o" + name)).read_bytes().split(b"\n")[2], str(white).encode())
                self.ok("denoise", "n" + name, "-q", "-o", "out.png", "-r", 2)
                self.assertEqual((self.path / "out.png").read_bytes()[24], 16)
                self.ok("corrupt", "n" + name, "-o", "n.tiff", "--ratio", 0)
                self.assertEqual(self.told("n.tiff", "-o", "o.tiff", "-r", 2, "--truth", name)["peak"], 65535)
                self.assertEqual(self.told("o.tiff", "-o", "o.png", "-r", 2)["peak"], 65535)

    def test_every_kind_of_picture_is_taken(self):
        lines = (SAMPLES / "colour.txt").read_text().splitlines()[::2]
        for path, rows, cols, channels, peak in map(str.split, lines):
            with self.subTest(path=path):
                told = self.told(SAMPLES / path, "-r", 1, "-o", "out.tiff")
                self.assertEqual([told["rows"], told["cols"], told["channels"], told["peak"]],
                                 [int(rows), int(cols), int(channels), float(peak)])

    def test_npy_is_neither_cut_nor_rounded(self):
        self.save("edge.pgm", [[[255 if (i // 4 + j // 4) % 2 else 0 for j in range(32)] for i in range(32)]])
        self.ok("corrupt", "edge.pgm", "-o", "n.pgm", "--ratio", 0.2)
        self.ok("denoise", "n.pgm", "-q", "-r", 3, "-o", "out.npy")
        shape, numbers = read_npy(self.path / "out.npy")
        self.assertEqual(shape, (32, 32))
        self.assertTrue(min(numbers) < 0 or max(numbers) > 255)
        self.assertTrue(any(number != round(number) for number in numbers))
        self.ok("denoise", "n.pgm", "-q", "-r", 3, "-o", "out.pgm")
        stored = (self.path / "out.pgm").read_bytes()[-32 * 32 :]
        for number, pixel in zip(numbers, stored):
            self.assertLessEqual(abs(min(max(number, 0), 255) - pixel), 0.5)
        self.ok("denoise", "noisy_colour.ppm", "-q", "-r", 2, "-o", "colour.npy")
        self.ok("denoise", "noisy_colour.ppm", "-q", "-r", 2, "-o", "out.ppm")
        shape, numbers = read_npy(self.path / "colour.npy")
        self.assertEqual(shape, (48, 48, 3))
        for number, pixel in zip(numbers, (self.path / "out.ppm").read_bytes()[-3 * 48 * 48 :]):
            self.assertLessEqual(abs(min(max(number, 0), 255) - pixel), 0.5)

    def test_masked_values_make_it_better(self):
        self.ok("corrupt", "colour.ppm", "-o", "n.ppm", "--ratio", 0.6)
        plain = self.told("n.ppm", "-o", "out.ppm", "--truth", "colour.ppm")
        masked = self.told("n.ppm", "-o", "out.ppm", "--truth", "colour.ppm", "--mask-values", "0,255")
        self.assertLess(masked["score"]["rmae"], 0.5 * plain["score"]["rmae"])
        self.assertAlmostEqual(masked["masked"], 0.6, delta=0.03)
        self.assertEqual((plain["masked"], masked["warnings"]), (0, []))

    def test_masked_values_that_belong_to_the_picture_are_warned_of(self):
        picture = drawn(48, 255)
        self.save("dark.pgm", [[[0] * 48 for _ in range(14)] + picture[14:]])
        self.ok("corrupt", "dark.pgm", "-o", "n.pgm", "--ratio", 0.4)
        warnings = self.warnings("n.pgm", "-r", 2, "-o", "out.pgm", "--mask-values", "0,255")
        self.assertEqual(len(warnings), 2, warnings)
        self.assertTrue(warnings[1].startswith("14 rows have no data and are estimated as 0: 0, 1, 2, 3, 4 and 9 more"), warnings)
        self.assertRegex(warnings[0], r"about [5-9]\d\.\d % of the pixels that are 0 .* leave out 0 to keep them")
        self.assertEqual(self.warnings("n.pgm", "-r", 2, "-o", "out.pgm", "--mask-values", "255"), [])
        told = self.ok("denoise", "n.pgm", "-r", 2, "-o", "out.pgm", "--mask-values", "0,255").stderr.decode()
        self.assertIn("grmf: warning: about ", told)
        self.assertEqual(self.ok("denoise", "n.pgm", "-r", 2, "-q", "-o", "out.pgm", "--mask-values", "0,255").stderr, b"")

    def test_masked_values_of_another_white_are_warned_of(self):
        self.save("w.pgm", [drawn(30, 65535)], 65535)
        self.ok("corrupt", "w.pgm", "-o", "n.pgm", "--ratio", 0.3)
        warnings = self.warnings("n.pgm", "-r", 2, "-o", "out.pgm", "--mask-values", "0,255")
        self.assertEqual(warnings, ["no pixel is 255, of --mask-values; white of this picture is 65535"])
        self.assertEqual(self.warnings("n.pgm", "-r", 2, "-o", "out.pgm", "--mask-values", "0,65535"), [])

    def test_standard_input_and_output(self):
        noisy = (self.path / "noisy_colour.ppm").read_bytes()
        self.ok("denoise", "noisy_colour.ppm", "-q", "-r", 2, "-o", "out.png")
        piped = self.ok("denoise", "-", "-r", 2, "-o", "-", "--format", "ppm", input=noisy)
        self.ok("denoise", "noisy_colour.ppm", "-q", "-r", 2, "-o", "out.ppm")
        self.assertEqual(piped.stdout, (self.path / "out.ppm").read_bytes())

    def folder_of_noise(self):
        for number in range(4):
            self.save(f"clean/p{number}.ppm", [drawn(30 + number, 255), drawn(30 + number, 255, 0.6, 0.4), drawn(30 + number, 255)])
            (self.path / "in").mkdir(exist_ok=True)
            self.ok("corrupt", f"clean/p{number}.ppm", "-o", f"in/p{number}.ppm", "--ratio", 0.3, "--picture", number)

    def test_a_folder_gives_a_folder_whatever_the_threads(self):
        self.folder_of_noise()
        (self.path / "in" / "notes.txt").write_text("no picture\n")
        (self.path / "in" / "table.csv").write_text("1,2\n3,4\n")
        for number in range(4):
            self.ok("denoise", f"in/p{number}.ppm", "-q", "-o", f"single{number}.ppm")
        for threads in (1, 3):
            done = self.ok("denoise", "in", "-o", f"out{threads}", "--truth", "clean", "--threads", threads)
            told = done.stderr.decode().splitlines()
            self.assertEqual(told[0], "left out, for a name that tells no picture: in/notes.txt and 1 more")
            self.assertEqual(told[-1], "wrote 4 of 4 pictures")
            self.assertRegex(done.stdout.decode(), r"(?m)^in/p2\.ppm: rmae (0|0\.0\d+|\d[\d.]*e-\d+)(, psnr \d+\.\d+)?, ssim (1|0\.\d+)$")
            self.assertEqual(sorted(os.listdir(self.path / f"out{threads}")), [f"p{number}.ppm" for number in range(4)])
            for number in range(4):
                self.assertEqual((self.path / f"out{threads}" / f"p{number}.ppm").read_bytes(),
                                 (self.path / f"single{number}.ppm").read_bytes())

    def test_a_broken_picture_among_several_is_told_and_the_rest_done(self):
        self.folder_of_noise()
        whole = (self.path / "in" / "p1.ppm").read_bytes()
        (self.path / "in" / "p1.ppm").write_bytes(whole[:-5])
        (self.path / "clean" / "p2.ppm").unlink()
        done = self.run_grmf("denoise", "in", "-o", "out", "--truth", "clean", "-q", "--json")
        self.assertEqual(done.returncode, FAILURE)
        told = done.stderr.decode().splitlines()
        self.assertEqual(len(told), 3, told)
        self.assertTrue(any(line.startswith("grmf: in/p1.ppm: ") and "cannot hold" in line for line in told), told)
        self.assertTrue(any(line.startswith("grmf: in/p2.ppm: clean/p2.ppm: no such file") for line in told), told)
        self.assertEqual(told[-1], "grmf: 2 of 4 inputs could not be denoised; what is wrong with each is told above")
        self.assertEqual(sorted(os.listdir(self.path / "out")), ["p0.ppm", "p3.ppm"])
        lines = {each["input"]: each for each in map(json.loads, done.stdout.decode().splitlines())}
        self.assertEqual(sorted(lines), [f"in/p{number}.ppm" for number in range(4)])
        self.assertEqual(list(lines["in/p1.ppm"]), ["input", "error"])
        self.assertIn("rmae", lines["in/p3.ppm"]["score"])

    def test_an_interrupt_keeps_the_pictures_that_are_done_and_no_other(self):
        names = [f"copy{number}.pgm" for number in range(60)]
        self.save("big.pgm", [[[(i * j + (i ^ j)) % 251 for j in range(150)] for i in range(150)]])
        for name in names:
            (self.path / name).write_bytes((self.path / "big.pgm").read_bytes())
        slow = ["-r", "8", "-q", "--json", "--tolerance", "0", "--max-sweeps", "1000000", "--time-limit"]
        default = {"cwd": self.path, "stdout": subprocess.PIPE, "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
        run = subprocess.Popen([GRMF, "denoise", *names, *slow, "0.2", "--threads", "2", "-o", "out"], **default)
        told = [run.stdout.readline()]
        run.send_signal(signal.SIGINT)
        told += run.stdout.read().splitlines()
        run.stdout.close()
        self.assertEqual(run.wait(), INTERRUPTED)
        self.assertLess(len(told), len(names))
        self.assertEqual(sorted(os.listdir(self.path / "out")), sorted(json.loads(line)["output"][4:] for line in told))

    def test_an_interrupt_of_a_single_picture_leaves_none(self):
        self.save("big.pgm", [[[(i * j + (i ^ j)) % 251 for j in range(500)] for i in range(500)]])
        codes = set()
        for moment in (0.05, 0.2, 0.4, 0.8):
            run = subprocess.Popen([GRMF, "denoise", "big.pgm", "-q", "-o", "out.pgm"], cwd=self.path,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            try:
                run.wait(timeout=moment)
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGINT)
            codes.add(run.wait())
            self.assertFalse((self.path / "out.pgm").exists())
        self.assertLessEqual(codes, {INTERRUPTED, -signal.SIGINT})  # the latter before there is anything to lose
        self.assertIn(INTERRUPTED, codes)

    def test_strict(self):
        done = self.run_grmf("denoise", "noisy_colour.ppm", "-q", "-r", 2, "--max-sweeps", 1, "--tolerance", 1e-12, "--strict", "-o", "out.ppm")
        self.assertEqual(done.returncode, NOT_CONVERGED)
        self.assertEqual(done.stderr.decode().count("not converged after 1 sweeps"), 1)
        self.assertTrue((self.path / "out.ppm").exists())

    def test_refusals(self):
        self.save("small.pgm", [drawn(20, 255)])
        (self.path / "some").mkdir()
        self.save("some/grey.pgm", [drawn(48, 255)])
        (self.path / "link.pgm").symlink_to("grey.pgm")
        (self.path / "glass.png").write_bytes((SAMPLES / "png/rgba_glass.png").read_bytes())
        (self.path / "cut.tiff").write_bytes((SAMPLES / "tiff/rgb16_planes.tiff").read_bytes()[:300])
        (self.path / "black.pgm").write_bytes(portable([[[0] * 9] * 9], 255))
        for code, words, arguments in [
            (USAGE, ["--output is missing"], ["grey.pgm"]),
            (USAGE, ["out.gif: ", "known are", ".ppm"], ["grey.pgm", "-o", "out.gif"]),
            (USAGE, ["out.pgm: ", "in colour", "ppm"], ["colour.ppm", "-o", "out.pgm"]),
            (USAGE, ["out.csv: ", "in colour"], ["colour.ppm", "-o", "out.csv"]),
            (USAGE, ["out.ppm: ", "grey"], ["grey.pgm", "-o", "out.ppm"]),
            (USAGE, ["--channels is 'joined'", "apart or together"], ["grey.pgm", "-o", "o.pgm", "--channels", "joined"]),
            (USAGE, ["--mask-values takes a number", "'white'"], ["grey.pgm", "-o", "o.pgm", "--mask-values", "0,white"]),
            (USAGE, ["--mask-values takes a number", "''"], ["grey.pgm", "-o", "o.pgm", "--mask-values", "0,"]),
            (USAGE, ["unknown method 'nosuch'"], ["grey.pgm", "-o", "o.pgm", "-m", "nosuch"]),
            (USAGE, ["--json and the picture both want"], ["grey.pgm", "-o", "-", "--json", "--format", "pgm"]),
            (USAGE, ["--truth and the picture both want"], ["grey.pgm", "-o", "-", "--truth", "grey.pgm", "--format", "pgm"]),
            (USAGE, ["out.png: is no folder", "several pictures"], ["grey.pgm", "small.pgm", "-o", "out.png"]),
            (USAGE, ["one of the inputs is standard input"], ["grey.pgm", "-", "-o", "out"]),
            (USAGE, ["would both become"], ["some", "grey.pgm", "-o", "out"]),
            (DATA, ["grey.pgm: is what is read", "another name"], ["grey.pgm", "-o", "grey.pgm"]),
            (DATA, ["link.pgm: is what is read"], ["grey.pgm", "-o", "link.pgm"]),
            (DATA, ["grey.pgm: is what is read"], ["noisy_grey.pgm", "-o", "grey.pgm", "--truth", "grey.pgm"]),
            (DATA, ["some/grey.pgm: is what is read"], ["some", "-o", "some"]),
            (DATA, ["small.pgm: is 20 x 20, the picture 48 x 48"], ["grey.pgm", "-o", "o.pgm", "--truth", "small.pgm"]),
            (DATA, ["grey.pgm: is 48 x 48, the picture 48 x 48 x 3"], ["colour.ppm", "-o", "o.ppm", "--truth", "grey.pgm"]),
            (DATA, ["grey.pgm: is no folder", "same names"], ["grey.pgm", "small.pgm", "-o", "out", "--truth", "grey.pgm"]),
            (DATA, ["nosuch.png: no such file"], ["nosuch.png", "-o", "o.png"]),
            (DATA, ["glass.png: the picture has transparent pixels", "-alpha remove"], ["glass.png", "-o", "o.png"]),
            (DATA, ["cut.tiff: "], ["cut.tiff", "-o", "o.png"]),
            (DATA, ["black.pgm: ", "missing"], ["black.pgm", "-o", "o.pgm", "--mask-values", "0"]),
            (DATA, ["rank is 49"], ["grey.pgm", "-o", "o.pgm", "-r", 49]),
            (DATA, ["nowhere", "folder must exist"], ["grey.pgm", "-o", "nowhere/o.pgm"]),
        ]:
            with self.subTest(arguments=arguments):
                self.refused(code, words, "denoise", *arguments)


class CorruptColour(InFolder):
    def test_every_channel_has_noise_of_its_own_and_grey_is_as_ever(self):
        (self.path / "p.ppm").write_bytes(portable([[[100] * 40] * 30] * 3, 255))
        self.ok("corrupt", "p.ppm", "-o", "n.ppm", "--ratio", 0.5, "--seed", 7)
        pixels = (self.path / "n.ppm").read_bytes()[-3 * 1200 :]
        channels = [pixels[channel::3] for channel in range(3)]
        for channel in channels:
            self.assertEqual(set(channel), {0, 100, 255})
            self.assertAlmostEqual(sum(value != 100 for value in channel) / 1200, 0.5, delta=0.06)
        alike = sum(a == b for a, b in zip(channels[0], channels[1])) / 1200
        self.assertAlmostEqual(alike, 0.5**2 + 2 * 0.25**2, delta=0.06)

        def u(k, seed=1, picture=0):  # the documented generator
            def mix(x):
                x = (x + 0x9E3779B97F4A7C15) % 2**64
                x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
                x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
                return x ^ x >> 31
            return (mix(mix(mix(seed) ^ picture) ^ k) >> 11) / 2**53

        (self.path / "g.pgm").write_bytes(portable([[[100] * 40] * 30], 255))
        self.ok("corrupt", "g.pgm", "-o", "n.pgm", "--ratio", 0.5)
        expected = bytes(0 if u(k) < 0.25 else 255 if u(k) < 0.5 else 100 for k in range(1200))
        self.assertEqual((self.path / "n.pgm").read_bytes()[-1200:], expected)


if __name__ == "__main__":
    unittest.main(verbosity=2)
