"""grmf compare, reproduce and report: experiments, their files, what they go on from."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import unittest
from pathlib import Path

from support import DATA, FAILURE, GRMF, INTERRUPTED, InFolder, SANITIZED, USAGE

OLD_RESULTS = Path(__file__).parents[1] / "fixtures" / "results" / "grmf-results-1.json"
SCHEMA = Path(__file__).parents[2] / "docs" / "results.schema.json"


def picture(rows=24, cols=20, shift=0):
    """A grey picture of low rank, as the text of a pgm file."""
    pixels = [[(40 + 9 * (i % 7) + 5 * (j % 5) + (i % 3) * (j % 4) * 4 + shift) % 256 for j in range(cols)] for i in range(rows)]
    return f"P2\n{cols} {rows}\n255\n" + "\n".join(" ".join(map(str, row)) for row in pixels) + "\n"


def model_of(page):
    """What a page shows: the page model inside it."""
    text = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1)
    return json.loads(text)


def without_times(results):
    """Results apart from what differs from one time to the next."""
    for run in results["runs"]:
        run.pop("seconds", None)
    for member in ("command", "threads"):
        results.pop(member)
    return results


class Experiments(InFolder):
    def setUp(self):
        super().setUp()
        (self.path / "in").mkdir()
        for number in range(3):
            (self.path / "in" / f"p{number}.pgm").write_text(picture(shift=number))

    def results(self, name):
        return json.loads((self.path / name).read_text())

    def page_data(self, name):
        return model_of((self.path / name).read_text())


class Compare(Experiments):
    def test_every_method_on_every_input_with_all_measures(self):
        done = self.ok("compare", "in", "--corrupt", 0.3, "--json", "c.json", "--csv", "c.csv", "--report", "c.html", "-q")
        self.assertEqual(done.stderr, b"")
        results = self.results("c.json")
        methods = [each["name"] for each in json.loads(self.ok("methods", "--json").stdout)]
        self.assertEqual(len(methods), 8)
        fitted = {(run["method"], run["input"]) for run in results["runs"] if run["ratio"] == 0.3}
        self.assertEqual(fitted, {(m, f"p{k}.pgm") for m in [*methods, "none"] for k in range(3)})
        rows = list(csv.DictReader(io.StringIO((self.path / "c.csv").read_text())))
        self.assertEqual(len(rows), len(results["runs"]))
        self.assertEqual([float(row["rmae"]) for row in rows], [run["rmae"] for run in results["runs"]])
        table = done.stdout.decode().splitlines()
        self.assertEqual(len(table), 1 + 1 + 8)  # heading, input, methods
        self.assertEqual(table[2].split()[:4], ["GRMF", "30", "%", "auto"])
        mean = sum(run["rmae"] for run in results["runs"] if run["method"] == "grmf") / 3
        self.assertEqual(table[2].split()[4], f"{mean:.4f}")

    def test_the_file_keeps_to_its_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        schema = json.loads(SCHEMA.read_text())
        (self.path / "in" / "broken.pgm").write_text("P2\n3 3\n255\n1 2")
        self.assertEqual(self.run_grmf("compare", "in", "-r", "2,25", "--ratios", "0,0.5", "--json", "c.json").returncode, FAILURE)
        results = self.results("c.json")
        jsonschema.validate(results, schema)
        self.assertTrue(any("error" in run for run in results["runs"]))  # rank 25 of 20 columns
        self.ok("reproduce", "figure2", "-o", "out", "--pictures", 1, "-q")
        jsonschema.validate(self.results("out/figure2.json"), schema)
        for change in ({"seed": -1}, {"kind": "other"}, {"runs": [{}]}, {"inputs": [{"name": "x", "set": ""}]}):
            with self.assertRaises(jsonschema.ValidationError):
                jsonschema.validate({**results, **change}, schema)

    def test_the_page_is_made_again_from_the_file(self):
        self.ok("compare", "in", "-m", "grmf,tsvd", "-r", "2:3", "--ratios", "0:0.4:0.2", "--json", "c.json", "--report", "c.html", "-q")
        self.ok("report", "c.json", "-o", "again.html")
        self.assertEqual((self.path / "again.html").read_bytes(), (self.path / "c.html").read_bytes())
        # Nothing but the file goes into it: another number there is another number here.
        results = self.results("c.json")
        for run in results["runs"]:
            if run["method"] == "tsvd" and run["ratio"] == 0.2 and run["rank"] == 3:
                run["rmae"] = 0.87654
        (self.path / "c.json").write_text(json.dumps(results))
        self.ok("report", "c.json", "-o", "other.html")
        self.assertIn("0.87654", (self.path / "other.html").read_text())

    def test_what_was_varied_becomes_a_chart(self):
        self.ok("compare", "in", "-m", "grmf,tsvd,grmf", "-r", "2:4,3,4", "--ratios", "0:0.4:0.2,0", "--json", "c.json", "--report", "c.html", "-q")
        blocks = [block for section in self.page_data("c.html")["sections"] for block in section["blocks"]]
        charts = {block["id"]: block for block in blocks if block["type"] == "chart"}
        self.assertEqual(set(charts), {"ratios-rmae-fair", "ranks-rmae-fair", "ranks-groups-fair", "ranks-sparsity-fair", "errors"})
        lines = {line["name"]: line["points"] for line in charts["ratios-rmae-fair"]["series"]}
        self.assertEqual(set(lines), {"input", "GRMF", "T-SVD"})
        self.assertEqual([point[0] for point in lines["GRMF"]], [0, 20, 40])
        runs = [run for run in self.results("c.json")["runs"] if run["method"] == "grmf" and run["ratio"] == 0.4 and run["rank"] == 3]
        self.assertAlmostEqual(lines["GRMF"][2][1], sum(run["rmae"] for run in runs) / 3, places=12)
        self.assertEqual([point[0] for point in charts["ranks-rmae-fair"]["series"][0]["points"]], [2, 3, 4])
        self.assertEqual([len(group) for group in charts["errors"]["series"][0]["groups"]], [3, 3])
        viewer = next(block for block in blocks if block["type"] == "pictures")
        self.assertEqual([image["label"] for image in viewer["items"][0]["images"]], ["original", "20 % destroyed", "GRMF", "T-SVD"])

    def test_any_number_of_threads_gives_the_same(self):
        for threads in (1, 3):
            self.ok("compare", "in", "--corrupt", 0.3, "-m", "grmf,godec-plus", "--json", f"t{threads}.json", "--threads", threads, "-q")
        self.assertEqual(without_times(self.results("t1.json")), without_times(self.results("t3.json")))

    def test_tables_and_a_truth_of_their_own(self):
        (self.path / "truth").mkdir()
        (self.path / "truth" / "x.csv").write_bytes((self.path / "x.csv").read_bytes().replace(b"999", b"5"))
        self.ok("compare", "x.csv", "-m", "grmf,tsvd", "-r", 2, "--truth", "truth/x.csv", "--json", "a.json", "-q")
        self.ok("compare", "x.csv", "-m", "grmf,tsvd", "-r", 2, "--truth", "truth", "--json", "b.json", "-q")
        self.assertEqual(without_times(self.results("a.json")), without_times(self.results("b.json")))
        runs = {run["method"]: run for run in self.results("a.json")["runs"]}
        self.assertGreater(runs["none"]["rmae"], 1)
        self.assertLess(runs["grmf"]["rmae"], runs["tsvd"]["rmae"])
        self.assertIsNone(runs["grmf"]["psnr"])
        self.refused(USAGE, ["truth/x.csv: is one truth for several"], "compare", "in", "--truth", "truth/x.csv")

    def test_methods_that_cannot_take_an_input_are_left_out_with_a_note(self):
        rows = ["town,a,b,c", "Oslo,1,2,3", "Rome,2,,6", "Bonn,3,6,9", "Paris,4,8,13", "Kiev,5,10,-15"]
        (self.path / "gaps.csv").write_text("\n".join(rows) + "\n")
        done = self.ok("compare", "gaps.csv", "-r", 1, "--json", "c.json", "--report", "c.html")
        notes = [line for line in done.stderr.decode().splitlines() if "left out" in line]
        self.assertEqual(notes, ["grmf: note: tsvd is left out: tsvd takes neither missing entries nor weights; "
                                 "use gmf-l2, which has the same loss, or fill the gaps"])
        results = self.results("c.json")
        methods = {run["method"] for run in results["runs"]}
        self.assertEqual(len(methods), 7 + 1)
        self.assertNotIn("tsvd", methods)
        self.assertFalse([run for run in results["runs"] if "error" in run])
        self.assertNotIn("T-SVD", (self.path / "c.html").read_text())
        # Also where it is asked for by name, and with the settings of the paper.
        done = self.ok("compare", "gaps.csv", "-r", 1, "-m", "tsvd,rnmf,prmf", "--settings", "both", "--json", "d.json")
        self.assertEqual(done.stderr.decode().count("note: tsvd is left out"), 1)
        self.assertIn("note: rnmf as published is left out: rnmf with variant=beta takes neither", done.stderr.decode())
        self.assertEqual({(run["method"], run["setting"]) for run in self.results("d.json")["runs"]} - {("none", "fair")},
                         {("rnmf", "fair"), ("prmf", "fair"), ("prmf", "published")})
        self.assertEqual(self.ok("compare", "gaps.csv", "-r", 1, "-q").stderr, b"")
        self.refused(DATA, ["no method is left to compare; tsvd is left out"], "compare", "gaps.csv", "-r", 1, "-m", "tsvd", "--json", "e.json")
        # An input with gaps among others.
        done = self.ok("compare", "gaps.csv", "in", "-r", 1, "-m", "tsvd,prmf", "--json", "f.json")
        self.assertIn("note: tsvd is left out for 1 of 4 inputs, gaps.csv among them: ", done.stderr.decode())
        self.assertEqual(sum(run["method"] == "tsvd" for run in self.results("f.json")["runs"]), 3)

    def test_one_broken_picture_among_two_hundred(self):
        (self.path / "many").mkdir()
        for number in range(200):
            (self.path / "many" / f"{number:03}.pgm").write_text(picture(8, 7, number % 5))
        (self.path / "many" / "117.pgm").write_text("P2\n8 7\n255\n1 2 3")
        done = self.run_grmf("compare", "many", "-m", "tsvd,prmf", "-r", 2, "--json", "c.json", "--report", "c.html")
        self.assertEqual(done.returncode, FAILURE)
        told = done.stderr.decode()
        self.assertIn("many/117.pgm", told)
        self.assertIn("1 of ", told.splitlines()[-1])
        results = self.results("c.json")
        self.assertEqual(len(results["inputs"]), 200)
        self.assertEqual([each["name"] for each in results["inputs"] if "error" in each], ["117.pgm"])
        self.assertEqual(sum(run["method"] == "prmf" for run in results["runs"]), 199)
        self.assertIn("117.pgm", json.dumps(self.page_data("c.html")["sections"][-1]))

    def test_what_was_interrupted_goes_on(self):
        command = ["compare", "in", "-m", "grmf,prmf,tsvd,rnmf", "-r", "1:3", "--ratios", "0:0.3:0.1", "--json", "c.json", "-q", "--threads", "1"]
        run = subprocess.Popen([GRMF, *command], cwd=self.path, stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        partial = self.path / "c.json.partial"
        while run.poll() is None and (not partial.exists() or partial.read_bytes().count(b"\n") < 20):
            pass
        run.send_signal(signal.SIGINT)
        told = run.communicate()[1].decode()
        self.assertEqual(run.returncode, INTERRUPTED, told)
        self.assertIn("the same command goes on from there", told)
        self.assertFalse((self.path / "c.json").exists())
        done = partial.read_text().splitlines()[1:]
        self.assertGreaterEqual(len(done), 19)
        # What is there is taken, not made again: a sign put into it comes out at the end.
        first = json.loads(done[1])
        first["rmae"] = 0.123456789
        lines = partial.read_text().splitlines(keepends=True)
        lines[2] = json.dumps(first) + "\n"
        partial.write_text("".join(lines))
        self.ok(*command)
        self.assertFalse(partial.exists())
        results = self.results("c.json")
        self.assertEqual(len(results["runs"]), 3 * 4 * (1 + 4 * 3))
        self.assertEqual(sum(run["rmae"] == 0.123456789 for run in results["runs"]), 1)

    def test_refusals(self):
        self.refused(DATA, ["no/c.html: cannot be written"], "compare", "in", "--report", "no/c.html")
        self.refused(USAGE, ["unknown method 'svd'", "tsvd"], "compare", "in", "-m", "grmf,svd")
        self.refused(DATA, ["--ratios has 1.5", "from 0 to 1"], "compare", "in", "--ratios", "0,1.5")
        self.refused(DATA, ["--ranks has the range 4:2", "must go up"], "compare", "in", "--ranks", "4:2")
        self.refused(USAGE, ["--ranks takes FROM:TO", "1:2:3:4"], "compare", "in", "--ranks", "1:2:3:4")
        self.refused(DATA, ["--ranks has 0", "at least 1"], "compare", "in", "--ranks", "0:2")
        self.refused(USAGE, ["--ratios and --corrupt exclude each other"], "compare", "in", "--ratios", "0", "--corrupt", "0.5")
        self.refused(USAGE, ["--settings is 'paper'", "both"], "compare", "in", "--settings", "paper")
        self.refused(USAGE, ["in/p0.pgm: is named twice"], "compare", "in", "in/p0.pgm")
        (self.path / "empty").mkdir()
        self.refused(DATA, ["empty: is a folder without"], "compare", "empty")
        self.refused(USAGE, ["standard input", "name a file"], "compare", "-", "--format", "csv", input=b"1,2\n")

    def test_nothing_that_is_read_is_written_over(self):
        before = (self.path / "x.csv").read_bytes()
        self.refused(DATA, ["x.csv: is what the data are read from"], "compare", "x.csv", "-r", 1, "--csv", "x.csv")
        self.refused(DATA, ["in/p0.pgm: is what the data are read from"], "compare", "in", "-r", 1, "--json", "in/p0.pgm")
        self.refused(DATA, ["in/p1.pgm: is what the data are read from"], "compare", "in/p0.pgm", "--truth", "in/p1.pgm", "--csv", "in/p1.pgm")
        self.refused(DATA, ["in/p2.pgm: is what the data are read from"], "compare", "in/p0.pgm", "--truth", "in", "--csv", "in/p2.pgm")
        self.refused(USAGE, ["s: is named for two outputs"], "compare", "x.csv", "--json", "s", "--csv", "./s")
        self.assertEqual((self.path / "x.csv").read_bytes(), before)

    def test_a_file_on_standard_output_is_alone_there(self):
        done = self.ok("compare", "x.csv", "-m", "tsvd", "-r", 1, "--json", "-", "-q")
        self.assertEqual(json.loads(done.stdout)["kind"], "compare")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([GRMF, "compare", "x.csv", "-m", "tsvd", "-r", "1", "-q"], cwd=self.path, stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, DATA)

    def test_names_tell_inputs_apart(self):
        (self.path / "other").mkdir()
        (self.path / "other" / "p0.pgm").write_text(picture(shift=50))
        self.ok("compare", "in/p0.pgm", "other/p0.pgm", "-m", "tsvd", "-r", 1, "--json", "c.json", "-q")
        self.assertEqual([each["name"] for each in self.results("c.json")["inputs"]], ["in/p0.pgm", "other/p0.pgm"])
        self.ok("compare", "x.csv", self.path / "in" / ".." / "in" / "p0.pgm", "-m", "tsvd", "-r", 1, "--json", "d.json", "-q")
        self.assertEqual([each["name"] for each in self.results("d.json")["inputs"]], ["x.csv", "p0.pgm"])

    def test_two_at_a_time_are_refused(self):
        import fcntl
        with open(self.path / "c.json.partial", "ab") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            self.refused(DATA, ["c.json.partial: is being written by another grmf"], "compare", "in", "-m", "tsvd", "-r", 1, "--json", "c.json", "-q")

    def test_another_order_of_inputs_is_other_noise(self):
        errors = []
        for order in (["in/p0.pgm", "in/p1.pgm"], ["in/p1.pgm", "in/p0.pgm"]):
            self.ok("compare", *order, "-m", "tsvd", "-r", 1, "--corrupt", 0.5, "--json", "c.json", "-q")
            runs = self.results("c.json")["runs"]
            errors.append({run["input"]: (run["number"], run["rmae"]) for run in runs if run["method"] == "none" and run["ratio"] == 0.5})
        self.assertEqual([errors[0]["p0.pgm"][0], errors[1]["p0.pgm"][0]], [0, 1])
        self.assertNotEqual(errors[0]["p0.pgm"][1], errors[1]["p0.pgm"][1])


class Report(Experiments):
    def test_a_file_of_the_first_schema_still_gives_its_page(self):
        self.ok("report", OLD_RESULTS, "-o", "old.html")
        page = self.page_data("old.html")
        table = page["sections"][0]["blocks"][0]
        errors = {row[0]: row[3]["value"] for row in table["rows"]}
        self.assertEqual(errors, {"GRMF": 0.10124130456548054, "GMF-L2": 0.15448059297094086})
        self.assertIn("tsvd takes neither missing entries", json.dumps(page["sections"][-1]))

    def test_files_that_are_none(self):
        (self.path / "a.json").write_text("{")
        self.refused(DATA, ["a.json: is no JSON"], "report", "a.json", "-o", "a.html")
        (self.path / "b.json").write_text('{"schema": "grmf-results-1"}')
        self.refused(DATA, ["b.json: member 'kind' is missing", "results.schema.json"], "report", "b.json", "-o", "a.html")
        self.refused(DATA, ["c.json: cannot be read"], "report", "c.json", "-o", "a.html")
        self.ok("compare", "in/p0.pgm", "-m", "tsvd", "-r", 1, "--json", "d.json", "-q")
        results = self.results("d.json")
        (self.path / "d.json").write_text(json.dumps({**results, "kind": "table9"}))
        self.refused(USAGE, ["d.json: unknown experiment 'table9'"], "report", "d.json", "-o", "a.html")
        self.refused(DATA, ["in: is a folder"], "report", "in", "-o", "a.html")
        (self.path / "e.json").write_text('{"schema": 1e999}')
        self.refused(DATA, ["e.json: "], "report", "e.json", "-o", "a.html")
        (self.path / "f.json").write_text(json.dumps({**results, "kind": "all", "inputs": [], "runs": []}))
        self.ok("report", "f.json", "-o", "empty.html")
        self.assertEqual(self.page_data("empty.html")["sections"], [])


class Reproduce(Experiments):
    NAMES = ["table1", "table2", "table3", "table4", "figure1", "figure2", "figure3", "figure4", "figure5"]

    def data(self, *sets):
        for folder in sets:
            (self.path / "data" / folder).mkdir(parents=True)
            for number in range(2):
                (self.path / "data" / folder / f"{number}.pgm").write_text(picture(shift=number))

    @unittest.skipIf(SANITIZED, "takes minutes; the tests below run the same experiments one by one")
    def test_all_of_the_paper_on_small_pictures(self):
        self.data("yale_b", "coil20", "orl", "jaffe")
        done = self.ok("reproduce", "all", "--data", "data", "--out", "out", "--sample", 1)
        self.assertEqual([line.split("/")[-1] for line in done.stderr.decode().splitlines()], ["all.json", "all.csv", "all.html"])
        page = self.page_data("out/all.html")
        self.assertEqual([section["id"] for section in page["sections"]], ["claims", *self.NAMES])
        runs = self.results("out/all.json")["runs"]
        table2 = {(run["method"], run["setting"], run["input"]) for run in runs if run["ratio"] == 0.5 and run["rank_asked"] in (0, 3 if run["input"].startswith("orl") else 4)}
        self.assertEqual(len([each for each in table2 if each[0] != "none"]), 8 * 2 * 8)
        claims = page["sections"][0]["blocks"][0]["claims"]
        self.assertEqual(len(claims), 2 * 8)
        self.assertTrue(all(claim["verdict"] in ("holds", "does not hold") and claim["evidence"] for claim in claims), claims)
        # The tables show what the runs say.
        blocks = {block["id"]: block for section in page["sections"] for block in section["blocks"] if "id" in block}
        cell = blocks["table2-published"]["rows"][0][1]
        mine = [run["rmae"] for run in runs if run["method"] == "grmf" and run["setting"] == "published" and run["ratio"] == 0
                and run["rank_asked"] == 5 and run["input"].startswith("yale_b")]
        self.assertEqual(len(mine), 2)
        self.assertAlmostEqual(cell["value"], sum(mine) / 2, places=12)
        self.assertEqual(cell["paper"], 0.093)
        self.ok("report", "out/all.json", "-o", "again.html")
        self.assertEqual((self.path / "again.html").read_bytes(), (self.path / "out" / "all.html").read_bytes())

    def test_a_second_experiment_takes_the_runs_of_the_first(self):
        self.data("orl")
        self.ok("reproduce", "table2", "--data", "data", "--out", "out", "-q", "--settings", "fair")
        journal = (self.path / "out" / "runs.jsonl").read_bytes()
        self.ok("reproduce", "table4", "--data", "data", "--out", "out", "-q", "--settings", "fair")
        self.assertEqual((self.path / "out" / "runs.jsonl").read_bytes(), journal)
        # Another picture under the old name is another picture.
        (self.path / "data" / "orl" / "0.pgm").write_text(picture(shift=9))
        self.ok("reproduce", "table4", "--data", "data", "--out", "out", "-q", "--settings", "fair")
        self.assertGreater((self.path / "out" / "runs.jsonl").read_bytes().count(b"\n"), journal.count(b"\n"))
        self.ok("reproduce", "table4", "--data", "data", "--out", "out", "-q", "--settings", "fair", "--fresh")
        self.assertLess((self.path / "out" / "runs.jsonl").read_bytes().count(b"\n"), journal.count(b"\n"))

    def test_sets_that_are_absent_are_skipped_with_a_note(self):
        self.data("orl")
        done = self.ok("reproduce", "table4", "--data", "data", "--out", "out", "--settings", "fair")
        told = done.stderr.decode()
        for name in ("yale_b", "coil20", "jaffe"):
            self.assertIn(f"skipped, as data has no pictures of it: {name}\n", told)
        self.assertNotIn("of it: orl", told)
        self.assertEqual({each["set"] for each in self.results("out/table4.json")["inputs"]}, {"orl"})

    def test_a_broken_picture_is_named_and_the_rest_done(self):
        self.data("orl")
        (self.path / "data" / "orl" / "broken.png").write_bytes(b"no picture")
        done = self.run_grmf("reproduce", "table4", "--data", "data", "--out", "out", "-q", "--settings", "fair")
        self.assertEqual(done.returncode, FAILURE)
        self.assertIn("data/orl/broken.png", done.stderr.decode())
        self.assertTrue((self.path / "out" / "table4.html").exists())
        for number in range(2):
            (self.path / "data" / "orl" / f"{number}.pgm").unlink()
        for name in ("figure1", "figure2"):  # nothing left to look at
            done = self.run_grmf("reproduce", name, "--data", "data", "--out", "out", "-q")
            self.assertEqual(done.returncode, FAILURE, done.stderr)
            self.assertIn("data/orl/broken.png", done.stderr.decode())

    def test_only_what_was_run_is_judged(self):
        self.data("yale_b", "orl")
        (self.path / "data" / "orl" / "deeper").mkdir()
        (self.path / "data" / "orl" / "0.pgm").rename(self.path / "data" / "orl" / "deeper" / "0.pgm")
        named = [("table4", {"N-GRMF is slightly better than GRMF on destroyed pictures"}), ("figure4", set()), ("figure3", set())]
        for name, judged in named[:1] if SANITIZED else named:
            self.ok("reproduce", name, "--data", "data", "--out", "out", "-q", "--settings", "published")
            page = self.page_data(f"out/{name}.html")
            claims = page["sections"][0]["blocks"][0]["claims"]
            self.assertEqual({claim["name"] for claim in claims if claim["verdict"] != "not checked"}, {f"{each} (published settings)" for each in judged})
            self.assertEqual(len(claims), 8)
            self.assertNotIn("Table 2", " ".join(page["summary"]))
        self.assertIn("orl/deeper/0.pgm", [each["name"] for each in self.results("out/table4.json")["inputs"]])

    def test_the_page_of_the_demo_shows_all_methods(self):
        done = self.ok("demo", "-o", "demo.png", "--report", "demo.html")
        self.assertIn("wrote demo.html", done.stdout.decode())
        blocks = {block.get("id"): block for section in self.page_data("demo.html")["sections"] for block in section["blocks"]}
        self.assertEqual(len(blocks["errors"]["x"]["categories"]), 8)
        self.assertEqual([row[3] for row in blocks["tastes"]["rows"]][:3], ["found", None, "found"])
        self.assertEqual(len(blocks["tastes"]["rows"]), 9)
        self.assertTrue(blocks["tastes_groups"]["src"].startswith("data:image/svg+xml;base64,"))
        self.assertTrue(all(len(group) == 4 for group in blocks["errors"]["series"][0]["groups"]))
        self.assertEqual([len(item["images"]) for item in blocks["viewer"]["items"]], [10] * 4)

    def test_without_data_the_pictures_are_drawn_and_it_says_so(self):
        done = self.ok("reproduce", "figure2", "-o", "out")
        self.assertIn("drawn by the program", done.stderr.decode())
        self.assertIn("drawn by the program", " ".join(self.page_data("out/figure2.html")["summary"]))

    def test_noise_does_not_depend_on_how_many_pictures_are_looked_at(self):
        self.data("orl")
        for count in (1, 2):
            self.ok("reproduce", "table4", "--data", "data", "--out", f"out{count}", "--pictures", count, "-q", "--settings", "fair")
        errors = [{run["input"]: run["rmae"] for run in self.results(f"out{count}/table4.json")["runs"]
                   if run["method"] == "none" and run["ratio"] == 0.5} for count in (1, 2)]
        self.assertEqual(errors[0]["orl/0.pgm"], errors[1]["orl/0.pgm"])
        self.assertEqual(len(errors[1]), 2)

    def test_refusals(self):
        self.refused(USAGE, ["unknown experiment 'table5'", "figure5"], "reproduce", "table5")
        (self.path / "data").mkdir()
        os.mkdir(self.path / "out")
        self.refused(DATA, ["data: has none of the folders", "yale_b"], "reproduce", "all", "--data", "data", "-o", "out")


if __name__ == "__main__":
    unittest.main(verbosity=2)
