"""grmf fit: what it writes, says and takes."""

import gzip
import json
import unittest
import xml.etree.ElementTree

import numpy

from support import DATA, FAILURE, InFolder, NOT_CONVERGED, low_rank_csv, npy, read_archive, write_archive


class Fit(InFolder):
    def test_writes_a_model_and_says_so(self):
        done = self.ok("fit", "x.csv", "-r", 2)
        self.assertTrue((self.path / "x.npz").exists())
        self.assertIn("wrote x.npz", done.stderr.decode())
        self.assertEqual(done.stdout, b"")

    def test_rank_and_loss_are_chosen(self):
        rng = numpy.random.default_rng(1)
        y = rng.normal(size=(60, 3)) @ rng.normal(size=(3, 50))
        wrong = rng.random(y.shape) < 0.2
        y[wrong] += rng.normal(scale=20, size=wrong.sum())
        numpy.save(self.path / "low.npy", y)
        for flags in ([], ["-r", "auto"], ["--loss", "auto"]):
            summary = json.loads(self.ok("fit", "low.npy", "-q", "--json", *flags).stdout)
            self.assertEqual(summary["rank"], 3)
            self.assertIn("rank 3", summary["chosen"])
        info = json.loads(self.ok("info", "low.npz", "--json").stdout)
        self.assertEqual(info["chosen"], summary["chosen"])
        tuned = json.loads(self.ok("tune", "low.npy", "-q", "--json").stdout)
        self.assertEqual(tuned["rank"], 3)
        self.assertEqual(tuned["trials"][tuned["chosen"]]["rank"], 3)
        table = self.ok("tune", "low.npy", "-q", "-r", 4).stdout.decode().splitlines()
        self.assertTrue(table[-1].startswith("chosen: rank 4"))
        self.assertEqual(sum(line.startswith("*") for line in table), 1)
        self.ok("tune", "low.npy", "-q", "-o", "scores.svg")
        drawn = xml.etree.ElementTree.parse(self.path / "scores.svg").getroot()
        trials = [group for group in drawn if group.get("class") == "trial"]
        # The trial that those of the ridge began from stands with the ranks and with the ridges.
        self.assertEqual(len(trials), len(tuned["trials"]) + 1)

    def test_tables_of_one_or_two_lines_get_rank_1(self):
        rng = numpy.random.default_rng(2)
        for shape in ((40, 2), (1, 12), (2, 2)):
            numpy.save(self.path / "thin.npy", rng.normal(size=shape) + 5)
            summary = json.loads(self.ok("fit", "thin.npy", "-q", "--json").stdout)
            self.assertEqual(summary["rank"], 1, shape)

    def test_json_has_every_field(self):
        done = self.ok("fit", "x.csv", "-r", 2, "--json", "-q", "--threads", 2)
        self.assertEqual(done.stderr, b"")
        fields = ("method rank rows cols status sweeps objective certificate noise formula refinement groups "
                  "zeros_and_ties seconds groups_mean "
                  "groups_paper_mean groups_paper_std sparsity tied threads backend chosen warnings").split()
        summary = json.loads(done.stdout)
        self.assertEqual(list(summary), fields)
        self.assertEqual((summary["rows"], summary["cols"], summary["rank"]), (30, 20, 2))
        self.assertEqual(summary["threads"], 2)

    def test_the_same_fit_gives_the_same_bytes_for_any_number_of_threads(self):
        models = []
        for threads in (1, 2, 3, 8):
            self.ok("fit", "x.csv", "-r", 2, "-o", "m.npz", "-q", "--threads", threads, "--lambda2", 0.01)
            models.append((self.path / "m.npz").read_bytes())
        self.assertEqual(models, models[:1] * 4)

    def test_works_in_a_pipe(self):
        done = self.ok("fit", "-", "--format", "csv", "-r", 2, "-q", input=low_rank_csv().encode())
        self.ok("fit", "x.csv", "-r", 2, "-q")
        self.assertEqual(done.stdout, (self.path / "x.npz").read_bytes())

    def test_float32_is_fitted_as_the_same_numbers_in_float64(self):
        rng = numpy.random.default_rng(2)
        narrow = (rng.normal(size=(40, 3)) @ rng.normal(size=(3, 30))).astype(numpy.float32)
        gaps = narrow.copy()
        gaps[::7, ::3] = numpy.nan
        weights = rng.random(narrow.shape).astype(numpy.float32)
        numpy.save(self.path / "mask.npy", rng.random(narrow.shape) < 0.8)
        numpy.save(self.path / "weights.npy", weights)
        numpy.save(self.path / "wide.npy", weights.astype(float))
        for values in (narrow, gaps, numpy.asfortranarray(narrow), narrow.astype(">f4")):
            for flags in ([], ["--mask", "mask.npy"], ["--weights", "weights.npy"],
                          ["--mask", "mask.npy", "--weights", "wide.npy"]):
                models = []
                for dtype in (values.dtype, float):
                    numpy.save(self.path / "x.npy", values.astype(dtype))
                    self.ok("fit", "x.npy", "-r", 3, "-q", "-o", "m.npz", "--max-sweeps", 5, *flags)
                    models.append((self.path / "m.npz").read_bytes())
                self.assertEqual(models[0], models[1])

    def test_flags_and_set_mean_the_same(self):
        self.ok("fit", "x.csv", "-r", 2, "-q", "-o", "a.npz", "--lambda1-u", 0.02, "--mm-steps", 2)
        self.ok("fit", "x.csv", "-r", 2, "-q", "-o", "b.npz", "--set", "lambda1_u=0.02", "--set", "mm_steps=2")
        self.ok("fit", "x.csv", "-r", 2, "-q", "-o", "c.npz", "--lambda1_u", 0.02, "--mm_steps", 2)
        a, b, c = ((self.path / name).read_bytes() for name in ("a.npz", "b.npz", "c.npz"))
        self.assertEqual(a, b)
        self.assertEqual(a, c)

    def test_options_override_the_preset(self):
        self.ok("fit", "x.csv", "-r", 1, "-q", "--lambda2", 0, "--preset", "published", "--max-sweeps", 5)
        options = json.loads(self.ok("info", "x.npz", "--json").stdout)["options"]
        self.assertEqual(options["scaling"], "per-sample")
        self.assertEqual(options["lambda1"], 0.1)
        self.assertEqual(options["lambda2"], 0)

    def test_a_start_is_taken(self):
        given = ["fit", "x.csv", "-r", 2, "-q", "--lambda1", 0.001, "--lambda2", 0.001]
        self.ok(*given, "-o", "a.npz", "--tolerance", 1e-9, "--max-sweeps", 5000)
        done = self.ok(*given, "--start", "a.npz", "--json", "-o", "b.npz")
        self.assertLessEqual(json.loads(done.stdout)["sweeps"], 2)

    def options_of(self, model):
        return json.loads(self.ok("info", model, "--json").stdout)["options"]

    def test_the_options_of_a_start_are_taken_where_flags_do_not_say_otherwise(self):
        self.ok("fit", "x.csv", "-r", 2, "-q", "-o", "k.npz", "--lambda1-u", 0.02, "--lambda2", 0.01, "--loss", "l1", "--max-sweeps", 5)
        done = self.ok("fit", "x.csv", "--start", "k.npz", "-o", "a.npz", "--max-sweeps", 5)
        self.assertIn("options are those of k.npz\n", done.stderr.decode())
        self.assertEqual(self.options_of("a.npz"), self.options_of("k.npz"))
        self.assertEqual(self.options_of("a.npz")["lambda1_v"], "auto")
        done = self.ok("fit", "x.csv", "--start", "k.npz", "-o", "b.npz", "--max-sweeps", 5,
                       "--lambda1-u", 0.5, "--set", "loss=l2", "--loss", "atan", "--lambda1-u", 0.25, "--mm-steps", 2)
        self.assertIn("options are those of k.npz, except lambda1_u, loss and mm_steps\n", done.stderr.decode())
        self.assertEqual(self.options_of("b.npz"), {**self.options_of("k.npz"), "lambda1": 0.25, "lambda1_u": 0.25, "loss": "atan", "mm_steps": 2})
        self.assertEqual(self.ok("fit", "x.csv", "--start", "k.npz", "-q", "-o", "c.npz", "--max-sweeps", 5).stderr, b"")
        self.assertEqual((self.path / "c.npz").read_bytes(), (self.path / "a.npz").read_bytes())
        (self.path / "y.csv").write_text(low_rank_csv())
        done = self.ok("fit", "x.csv", "y.csv", "--start", "k.npz", "-o", "models", "--max-sweeps", 5)
        self.assertEqual(done.stderr.decode().count("options are those of k.npz"), 1)
        self.assertEqual((self.path / "models" / "y.npz").read_bytes(), (self.path / "a.npz").read_bytes())

    def test_a_preset_of_a_start_holds_and_one_of_the_command_line_comes_first(self):
        self.ok("fit", "x.csv", "-r", 2, "-q", "-o", "k.npz", "--preset", "published", "--lambda2", 0, "--max-sweeps", 5)
        self.ok("fit", "x.csv", "-q", "--start", "k.npz", "-o", "a.npz", "--max-sweeps", 5)
        self.assertEqual(self.options_of("a.npz"), self.options_of("k.npz"))
        self.assertEqual(self.options_of("a.npz")["scaling"], "per-sample")
        done = self.ok("fit", "x.csv", "--start", "k.npz", "-o", "b.npz", "--max-sweeps", 5, "--preset", "standard")
        self.assertIn("options of k.npz are not taken: a preset is given\n", done.stderr.decode())
        self.assertEqual(self.options_of("b.npz")["scaling"], "relative")

    def test_a_start_of_another_method_or_of_none_gives_factors_alone(self):
        self.ok("fit", "x.csv", "-r", 2, "-q", "-m", "prmf", "--init", "svd", "-o", "k.npz", "--max-sweeps", 5)
        done = self.ok("fit", "x.csv", "--start", "k.npz", "-o", "a.npz", "--max-sweeps", 5)
        self.assertIn("options of k.npz are not taken: it is a model of prmf, and this fit is by grmf\n", done.stderr.decode())
        self.assertEqual(self.options_of("a.npz")["init"], "robust")
        members = read_archive(self.path / "k.npz")
        write_archive(self.path / "plain.npz", {name: members[name] for name in ("u.npy", "v.npy")})
        done = self.ok("fit", "x.csv", "--start", "plain.npz", "-o", "b.npz", "--max-sweeps", 5)
        self.assertNotIn("options", done.stderr.decode())
        a, b = (read_archive(self.path / name) for name in ("a.npz", "b.npz"))
        self.assertEqual(a, b)
        # Another name of the same method.
        done = self.ok("fit", "x.csv", "-m", "rpmf", "--start", "k.npz", "-o", "c.npz", "--max-sweeps", 5)
        self.assertIn("options are those of k.npz\n", done.stderr.decode())
        self.assertEqual(self.options_of("c.npz")["init"], "svd")

    def test_rows_and_columns_without_data_are_named(self):
        lines = [",".join(["town", *(f"m{j}" for j in range(20))])]
        for i, line in enumerate(low_rank_csv().splitlines()):
            cells = line.split(",")
            cells[3] = "NA"
            lines.append(",".join([f"town {i}", *(["NA"] * 20 if i == 4 or 10 <= i < 17 else cells)]))
        (self.path / "towns.csv").write_text("\n".join(lines) + "\n")
        done = self.ok("fit", "towns.csv", "-r", 2)
        told = done.stderr.decode().splitlines()
        self.assertIn("grmf: warning: 8 rows have no data and are estimated as 0: "
                      "'town 4', 'town 10', 'town 11', 'town 12', 'town 13' and 3 more", told)
        self.assertIn("grmf: warning: column 'm3' has no data and is estimated as 0", told)
        self.ok("reconstruct", "towns.npz", "-o", "out.npy")
        estimate = numpy.load(self.path / "out.npy")
        self.assertTrue((estimate[4] == 0).all() and (estimate[:, 3] == 0).all())
        self.assertEqual(numpy.count_nonzero(estimate), 22 * 19)
        # A mask that takes out a row; no names, so numbers.
        (self.path / "mask.csv").write_text("\n".join(",".join("0" if i == 2 else "1" for _ in range(20)) for i in range(30)) + "\n")
        done = self.ok("fit", "x.csv", "-r", 2, "--mask", "mask.csv")
        self.assertIn("grmf: warning: row 2 (counted from 0) has no data and is estimated as 0\n", done.stderr.decode())
        self.assertEqual(done.stderr.decode().count("warning"), 1)
        # Rows that are only held out to choose the rank are rows with data.
        self.assertNotIn("warning", self.ok("fit", "x.csv").stderr.decode())

    def test_negative_entries_are_told_where_they_cannot_be_reached(self):
        (self.path / "n.csv").write_text("id,a,b\nx,1,2\ny,2,-4\nz,3,6\nw,1,-1\n")
        for method in ("rnmf", "ngrmf"):
            told = json.loads(self.ok("fit", "n.csv", "-r", 1, "-q", "--json", "-m", method).stdout)
            self.assertEqual(told["warnings"], ["2 of 8 observed entries are negative and cannot be reached by factors >= 0; "
                                                "the first is at row 'y', column 'b'"])
        self.assertEqual(json.loads(self.ok("fit", "n.csv", "-r", 1, "-q", "--json").stdout)["warnings"], [])

    def test_strict_tells_that_a_fit_did_not_converge(self):
        for quiet in ([], ["-q"]):
            done = self.run_grmf("fit", "x.csv", "-r", 2, "--max-sweeps", 1, "--strict", *quiet)
            self.assertEqual(done.returncode, NOT_CONVERGED)
            self.assertRegex(done.stderr.decode(), r"(?m)^grmf: x\.csv: not converged after 1 sweeps \(max_sweeps\); raise --max-sweeps or --tolerance$")
        self.assertEqual(self.ok("fit", "x.csv", "-r", 2, "-q", "--max-sweeps", 1).stderr, b"")

    def test_of_an_option_given_twice_the_later_one_counts(self):
        for arguments, wanted in [(["--lambda1", 1, "--set", "lambda1=2"], 2), (["--set", "lambda1=2", "--lambda1", 1], 1),
                                  (["--lambda1", 1, "--lambda1", 2], 2), (["--set", "lambda1=2", "--set", "lambda1=1"], 1),
                                  (["--lambda1-u", 5, "--lambda1", 1], 1), (["--set", "lambda1=1", "--lambda1-u", 5], 5)]:
            with self.subTest(arguments=arguments):
                self.ok("fit", "x.csv", "-r", 2, "-q", "--max-sweeps", 1, *arguments)
                options = json.loads(self.ok("info", "x.npz", "--json").stdout)["options"]
                self.assertEqual(options["lambda1_u"], wanted)

    def test_the_preset_comes_first_however_it_is_given(self):
        models = []
        for preset in (["--preset", "published"], ["--set", "preset=published"]):
            for arguments in ([*preset, "--lambda2", 0], ["--lambda2", 0, *preset], ["--set", "lambda2=0", *preset]):
                self.ok("fit", "x.csv", "-r", 1, "-q", "--max-sweeps", 2, *arguments)
                models.append((self.path / "x.npz").read_bytes())
        self.assertEqual(models, models[:1] * 6)

    def test_warnings_and_notes_have_their_form(self):
        notes = self.ok("fit", "x.csv", "-r", 2, "--lambda1", 0.05, "--lambda3", 0).stderr.decode()
        self.assertRegex(notes, r"\d+\.\d % zeros, \d+\.\d % of the values saved")
        self.assertRegex(notes, r"(?m)^grmf: warning: lambda3 is 0")

    def test_a_numerical_issue_is_told_once(self):
        write_archive(self.path / "huge.npz", {"u.npy": npy((30, 1), [1e200] * 30), "v.npy": npy((20, 1), [1e100] * 20)})
        done = self.run_grmf("fit", "x.csv", "-r", 1, "--start", "huge.npz")
        self.assertEqual(done.returncode, FAILURE)
        self.assertEqual(done.stderr.decode().count("rounding or overflow"), 1)
        self.assertRegex(done.stderr.decode(), r"(?m)^grmf: x\.csv: rounding or overflow")

    def test_data_of_a_size_one_cannot_compute_with_are_refused(self):
        (self.path / "huge.csv").write_text("1e300,2e300\n3e300,1e300\n")
        self.refused(DATA, ["huge.csv: the median", "multiply"], "fit", "huge.csv", "-r", 1)

    def test_a_name_in_capitals_with_gz_loses_both_ends(self):
        (self.path / "X.CSV.GZ").write_bytes(gzip.compress(low_rank_csv().encode()))
        self.ok("fit", "X.CSV.GZ", "-r", 2, "-q")
        self.assertTrue((self.path / "X.npz").exists())

    def test_a_mask_takes_entries_out(self):
        (self.path / "mask.csv").write_text("\n".join(["0," + ",".join("1" * 19)] * 30) + "\n")
        self.ok("fit", "x.csv", "-r", 2, "-q", "--mask", "mask.csv", "-o", "a.npz")
        changed = [line.split(",") for line in low_rank_csv().splitlines()]
        (self.path / "y.csv").write_text("\n".join(",".join(["5e8", *cells[1:]]) for cells in changed))
        self.ok("fit", "y.csv", "-r", 2, "-q", "--mask", "mask.csv", "-o", "b.npz")
        (self.path / "gaps.csv").write_text((self.path / "mask.csv").read_text().replace("0,", "nan,"))
        self.ok("fit", "y.csv", "-r", 2, "-q", "--mask", "gaps.csv", "-o", "c.npz")
        a, b, c = ((self.path / name).read_bytes() for name in ("a.npz", "b.npz", "c.npz"))
        self.assertEqual(a, b)
        self.assertEqual(a, c)


if __name__ == "__main__":
    unittest.main(verbosity=2)
