"""grmf fit with several inputs or a folder: a model for each."""

import json
import os
import signal
import subprocess
import unittest

from support import DATA, FAILURE, GRMF, INTERRUPTED, InFolder, NOT_CONVERGED, USAGE, low_rank_csv, npy, write_archive


class Batch(InFolder):
    def setUp(self):
        super().setUp()
        (self.path / "in").mkdir()
        for number in range(5):
            (self.path / "in" / f"t{number}.csv").write_text(low_rank_csv(25 + number, 18))

    def inputs(self, count=5):
        return [f"in/t{number}.csv" for number in range(count)]

    def models(self, folder):
        return {name: (self.path / folder / name).read_bytes() for name in sorted(os.listdir(self.path / folder))}

    def lines(self, done):
        """The objects of --json by input."""
        objects = [json.loads(line) for line in done.stdout.decode().splitlines()]
        return {each["input"]: each for each in objects}

    def test_the_models_are_those_of_single_fits_for_any_number_of_threads(self):
        (self.path / "single").mkdir()
        for name in self.inputs():
            self.ok("fit", name, "-r", 2, "-q", "--seed", 3, "-o", "single/" + name[3:-4] + ".npz")
        for threads in (1, 2, 3, 8):
            done = self.ok("fit", *self.inputs(), "-r", 2, "-q", "--seed", 3, "--threads", threads, "-o", f"many{threads}/models")
            self.assertEqual((done.stdout, done.stderr), (b"", b""))
            self.assertEqual(self.models(f"many{threads}/models"), self.models("single"))

    def test_a_folder_stands_for_its_files(self):
        (self.path / "in" / "notes.txt").write_text("not a matrix\n")
        (self.path / "in" / ".hidden.csv").write_text("nor this\n")
        (self.path / "in" / "deeper.csv").mkdir()
        done = self.ok("fit", "in", "x.csv", "-r", 1, "-o", "out", "--threads", 1)
        told = done.stderr.decode().splitlines()
        self.assertEqual(told[0], "left out, for a name that tells no format: in/notes.txt")
        self.assertEqual([line.split(" -> ")[0] for line in told[1:-1]], [*self.inputs(), "x.csv"])
        self.assertEqual(told[-1], "wrote 6 of 6 models")
        self.assertEqual(list(self.models("out")), ["t0.npz", "t1.npz", "t2.npz", "t3.npz", "t4.npz", "x.npz"])

    def test_a_folder_of_one_file_gives_a_folder_of_one_model(self):
        (self.path / "one").mkdir()
        (self.path / "one" / "table.txt").write_text(low_rank_csv())
        self.refused(DATA, ["one: is a folder without", "--format"], "fit", "one", "-r", 1, "-o", "out")
        self.ok("fit", "one", "-r", 1, "-q", "-o", "out", "--format", "csv")
        self.assertEqual(list(self.models("out")), ["table.npz"])

    def test_without_o_the_models_come_into_this_folder(self):
        self.ok("fit", *self.inputs(2), "-r", 1, "-q")
        self.assertTrue((self.path / "t0.npz").exists() and (self.path / "t1.npz").exists())

    def test_json_is_a_line_for_every_input(self):
        (self.path / "in" / "t1.csv").write_text("1,2\n3\n")
        done = self.run_grmf("fit", "in", "-r", 2, "-q", "--json", "-o", "out", "--threads", 3)
        self.assertEqual(done.returncode, FAILURE)
        told = self.lines(done)
        self.assertEqual(sorted(told), self.inputs())
        self.assertEqual(list(told["in/t1.csv"]), ["input", "error"])
        self.assertIn("in/t1.csv:2: line 2 has 1 field", told["in/t1.csv"]["error"])
        self.assertEqual((told["in/t3.csv"]["rows"], told["in/t3.csv"]["output"]), (28, "out/t3.npz"))
        self.ok("fit", "in/t3.csv", "-r", 2, "-q", "-o", "alone.npz")
        alone = json.loads(self.ok("fit", "in/t3.csv", "-r", 2, "-q", "--json", "-o", "alone.npz").stdout)
        self.assertEqual(list(told["in/t3.csv"]), ["input", "output", *alone])

    def test_a_broken_input_is_told_and_the_rest_done(self):
        (self.path / "in" / "t2.csv").write_text("")
        for threads in (1, 4):
            out = f"out{threads}"
            done = self.run_grmf("fit", "in", "nosuch.csv", "-r", 2, "-q", "-o", out, "--threads", threads)
            self.assertEqual(done.returncode, FAILURE)
            told = done.stderr.decode().splitlines()
            self.assertEqual(len(told), 3, told)
            self.assertTrue(any(line.startswith("grmf: in/t2.csv: ") for line in told), told)
            self.assertTrue(any(line.startswith("grmf: nosuch.csv: no such file") for line in told), told)
            self.assertEqual(told[-1], "grmf: 2 of 6 inputs could not be fitted; what is wrong with each is told above")
            self.assertEqual(list(self.models(out)), ["t0.npz", "t1.npz", "t3.npz", "t4.npz"])

    def test_two_inputs_of_one_model_are_refused_before_anything_is_read(self):
        self.refused(USAGE, ["a/x.csv and b/x.png would both become out/x.npz", "rename"], "fit", "a/x.csv", "b/x.png", "-r", 1, "-o", "out")
        self.refused(USAGE, ["in/t0.csv and in/t0.csv would both become t0.npz"], "fit", "in", "in/t0.csv", "-r", 1)

    def test_refusals(self):
        (self.path / "file").write_text("")
        two = self.inputs(2)
        for words, arguments in [
            (["out.npz: is no folder", "-o"], [*two, "-o", "out.npz"]),
            (["-: is no folder"], [*two, "-o", "-"]),
            (["file: is no folder"], [*two, "-o", "file"]),
            (["one of the inputs is standard input"], ["-", *two]),
            (["--mask is standard input"], [*two, "--mask", "-"]),
            (["--weights is standard input"], [*two, "--weights", "-"]),
            (["unknown method 'nosuch'"], [*two, "-m", "nosuch", "-o", "out"]),
        ]:
            with self.subTest(arguments=arguments):
                self.refused(USAGE, words, "fit", "-r", 1, *arguments)
        self.refused(DATA, ["cannot be written into"], "fit", *two, "-r", 1, "-o", "/proc/nowhere")
        self.refused(DATA, ["nosuch.npz"], "fit", *two, "-r", 1, "-o", "out", "--start", "nosuch.npz")

    def test_an_option_out_of_range_is_told_once(self):
        done = self.run_grmf("fit", "in", "-r", 1, "-q", "--tolerance=-1", "-o", "out")
        self.assertEqual(done.returncode, DATA)
        self.assertEqual(done.stderr.decode(), "grmf: option tolerance is -1; it must be at least 0\n")

    def test_so_is_one_that_is_refused_while_the_rank_is_chosen(self):
        for arguments, code, message in [
            (["--time-limit=-1"], DATA, "option time_limit is -1; it must be at least 0"),
            (["-m", "tsvd"], USAGE, "tsvd takes no missing entries, so none can be held out to choose by; give the rank"),
        ]:
            done = self.run_grmf("fit", "in", "-q", *arguments, "-o", "out")
            self.assertEqual((done.returncode, done.stderr.decode()), (code, f"grmf: {message}\n"))

    def test_whatever_is_at_fault_the_input_is_named_once(self):
        write_archive(self.path / "start.npz", {"u.npy": npy((25, 1), [1.0] * 25), "v.npy": npy((18, 1), [1.0] * 18)})
        (self.path / "out" / "t2.npz").mkdir(parents=True)
        (self.path / "in" / "t3.csv").write_text("1,inf\n2,3\n")
        done = self.run_grmf("fit", *self.inputs(4), "-r", 1, "-q", "--json", "-o", "out", "--start", "start.npz")
        self.assertEqual(done.returncode, FAILURE)
        told = self.lines(done)
        for name, beginning in [
            ("in/t1.csv", "in/t1.csv: start.npz: start u is 25 x 1"),
            ("in/t2.csv", "in/t2.csv: out/t2.npz: is a folder"),
            ("in/t3.csv", "in/t3.csv: infinite entry"),
        ]:
            self.assertTrue(told[name]["error"].startswith(beginning), told[name])
            self.assertIn("grmf: " + told[name]["error"] + "\n", done.stderr.decode())
        self.assertEqual(told["in/t0.csv"]["output"], "out/t0.npz")

    def test_rank_is_chosen_for_each(self):
        (self.path / "one.csv").write_text("\n".join(",".join(str((i + 1) * (j + 2)) for j in range(20)) for i in range(30)))
        told = self.lines(self.ok("fit", "one.csv", "x.csv", "-q", "--json", "-o", "out"))
        for name in ("one", "x"):
            alone = json.loads(self.ok("fit", f"{name}.csv", "-q", "--json").stdout)
            self.assertEqual(told[f"{name}.csv"]["rank"], alone["rank"])
            self.assertEqual(told[f"{name}.csv"]["chosen"], alone["chosen"])
            self.assertEqual(self.models("out")[f"{name}.npz"], (self.path / f"{name}.npz").read_bytes())
        self.assertNotEqual(told["one.csv"]["rank"], told["x.csv"]["rank"])

    def test_mask_weights_and_start_are_those_of_all(self):
        for name in ("a.csv", "b.csv"):
            (self.path / name).write_text(low_rank_csv())
        (self.path / "mask.csv").write_text("\n".join(["0," + ",".join("1" * 19)] * 30) + "\n")
        self.ok("fit", "a.csv", "-r", 2, "-q", "-o", "start.npz", "--mask", "mask.csv")
        flags = ["-r", 2, "-q", "--mask", "mask.csv", "--weights", "x.csv", "--start", "start.npz"]
        self.ok("fit", "a.csv", *flags, "-o", "alone.npz")
        self.ok("fit", "a.csv", "b.csv", *flags, "-o", "out")
        alone = (self.path / "alone.npz").read_bytes()
        self.assertEqual(self.models("out"), {"a.npz": alone, "b.npz": alone})
        done = self.run_grmf("fit", "a.csv", "in/t0.csv", *flags, "-o", "odd")
        self.assertEqual(done.returncode, FAILURE)
        self.assertIn("grmf: in/t0.csv: x.csv: is 30 x 20, the data 25 x 18", done.stderr.decode())
        self.assertEqual(self.models("odd"), {"a.npz": alone})

    def test_strict_and_numerical_issues(self):
        done = self.run_grmf("fit", "in", "-r", 2, "-q", "--max-sweeps", 1, "--tolerance", 0, "--strict", "-o", "out")
        self.assertEqual(done.returncode, NOT_CONVERGED)
        self.assertEqual(done.stderr.decode().count("not converged after 1 sweeps"), 5)
        self.assertEqual(len(self.models("out")), 5)
        write_archive(self.path / "huge.npz", {"u.npy": npy((30, 1), [1e200] * 30), "v.npy": npy((20, 1), [1e100] * 20)})
        (self.path / "y.csv").write_text(low_rank_csv())
        done = self.run_grmf("fit", "x.csv", "y.csv", "-r", 1, "-q", "--strict", "--start", "huge.npz")
        self.assertEqual(done.returncode, FAILURE)
        self.assertRegex(done.stderr.decode(), r"(?m)^grmf: y\.csv: rounding or overflow")

    def test_an_interrupt_keeps_the_models_that_are_done(self):
        names = [f"in/copy{number}.csv" for number in range(100)]
        rows = "\n".join(",".join(str((i * j) % 251 + (i ^ j) % 17) for j in range(150)) for i in range(150))
        for name in names:
            (self.path / name).write_text(rows)
        run = subprocess.Popen([GRMF, "fit", *names, "-r", "8", "-q", "--json", "--tolerance", "0", "--max-sweeps", "1000000",
                                "--time-limit", "0.2", "--threads", "2", "-o", "out"], cwd=self.path, stdout=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        told = [run.stdout.readline()]
        run.send_signal(signal.SIGINT)
        told += run.stdout.read().splitlines()
        run.stdout.close()
        self.assertEqual(run.wait(), INTERRUPTED)
        told = [json.loads(line) for line in told]
        self.assertLess(len(told), len(names))
        self.assertNotIn("stopped", [each["status"] for each in told])
        self.assertEqual(sorted(os.listdir(self.path / "out")), sorted(each["output"][4:] for each in told))


if __name__ == "__main__":
    unittest.main(verbosity=2)
