#!/usr/bin/python3 -B
"""Show that two builds of the program give the same models, byte for byte.

    tools/same_models.py OLD_GRMF NEW_GRMF [--only PATTERN] [--keep FOLDER] [--data PICTURES]
                         [--last-bits]

For changes that must not change a result: build the program before and after, and give both to
this script. It makes its inputs, always the same ones, runs every command below with both
programs and compares exit codes, standard output and all files written. Notes on standard error
count only where a command is meant to be refused: then both must say the same.

A line is printed for every command with a difference, and `N passed, M failed` at the end. The
exit code is 0 if all passed, 1 if not, 2 if the script could not do its work.

    --only PATTERN   only the commands in which this regular expression is found
    --keep FOLDER    a new folder for inputs and results, which is kept; old/ and new/ in it hold
                     a numbered folder for the results of each command
    --data PICTURES  folder with yale_b, coil20, orl and jaffe in it, of which the first picture
                     each is fitted too [../shared/data beside the checkout, where it is there]

    --last-bits      for changes of the order of sums: instead of the commands below, fits of five
                     sweeps from a given start, with rows and columns of any length, whose u and v
                     must agree to 1e-9 of their largest entry

To add a case, add a line to one of the tables; a new input is a line in make_inputs.
"""

import argparse
import collections
import concurrent.futures
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

# Every method with every preset is run on each of these inputs.
METHODS = ["grmf", "ngrmf", "gmf-l2", "prmf", "godec-plus", "tsvd", "rpca", "rnmf"]
PRESETS = ["standard", "published"]
INPUTS = """
* picture.pgm -r 5
  gaps.npy -r 3
  negative.npy -r 4
"""

# The other fits. In all tables a star stands for two runs, with one thread and with three; a
# command without a star has one thread. The output of fit, denoise and corrupt is added, unless
# the line has an -o of its own; OUT is the folder of the results.
FITS = """
# ranks, with solvers for small and for large ones
  table.csv -r 1
  table.csv -r 2
* table.csv -r 8
  table.csv -r 16
* high.npy -r 17
  high.npy -r 24 -m ngrmf --max-sweeps 30
  high.npy -r 20 -m prmf
  high.npy -r 20 -m godec-plus
  high.npy -r 20 -m tsvd
* table.csv
  noisy.png -r auto
  gaps.csv -m ngrmf
  table.csv -m prmf -r auto --seed 3

# formats, shapes and special entries
* noisy.png -r 5
  deep.pgm -r 4
  single.npy -r 3
  single.npy -r 3 -m rpca
  table.tsv.gz -r 3
  gaps.csv -r 3
  gaps.csv -r 3 -m godec-plus
* tall.npy -r 4
* wide.npy -r 4
  tall.npy -r 4 -m rnmf
  wide.npy -r 4 -m tsvd
  tall.npy -m rpca
  wide.npy -m rpca
  zeros.npy -r 4
  zeros.npy -r 4 -m ngrmf
  zeros.npy -r 4 -m prmf
  zeros.npy -r 4 -m rpca
  zeros.npy -r 4 -m rnmf
  tiny.npy -r 2
* pictures -r 3 -o OUT

# weights, masks and given starts
* table.csv -r 3 --weights weights.npy
  table.csv -r 3 --weights weights.npy -m gmf-l2
  table.csv -r 3 --weights weights.npy -m prmf
  table.csv -r 3 --weights weights.npy -m godec-plus
  table.csv -r 3 --weights weights.npy -m rnmf
* table.csv -r 3 --mask mask.csv
  table.csv -r 3 --mask mask.csv -m ngrmf
  table.csv -r 3 --mask mask.csv -m rpca
  gaps.npy -r 3 --mask mask.csv --weights weights.npy
* table.csv -r 3 --start start.npz
  table.csv -r 3 --start start.npz -m ngrmf
  table.csv -r 3 --start start.npz -m prmf
  table.csv -r 3 --start start.npz -m godec-plus
  table.csv -r 3 --start start.npz -m rnmf

# losses
* picture.pgm -r 5 --loss atan
  table.csv -r 3 --loss atan --a 2
  picture.pgm -r 6 --loss atan --l1-rank 3
  gaps.npy -r 3 --loss l2
* table.csv --loss auto
  picture.pgm --loss auto -m ngrmf

# grouping, penalties and how they are read
* planted.csv -r 5 --scaling absolute --lambda1 30 --lambda2 30 --tau1 1 --tau2 1 --lambda3 0.1
  planted.csv -r 5 --scaling per-sample --lambda1 0.1 --lambda2 0.01 --tau1 1 --tau2 1
  planted.csv -r 5 --lambda1 0.02 --lambda2 0.02
  planted.csv -r 5 --lambda1-u 0.02 --lambda2-v 0.01 --lambda3-u 1 --tau2-v 0.1
  planted.csv -r 5 --lambda1 0 --lambda2 0
  planted.csv -r 5 --lambda1 0 --lambda2 0 --gauge on
* planted.csv -r 5 --gauge on
  planted.csv -r 5 --gauge off
  planted.csv -r 5 --mm-steps 3
  table.csv -r 3 -m prmf --scaling absolute --lambda 2 --delta 0.1
  table.csv -r 3 -m godec-plus --scaling absolute --sigma 4 --power 2
  table.csv -r 3 --nonnegative soft
  negative.npy -r 3 --nonnegative hard
* picture.pgm -r 5 -m ngrmf --nonnegative soft --lambda-neg 2
  table.csv -r 3 -m gmf-l2 --nonnegative soft

# solvers and variants
* table.csv -r 3 --solver dc-admm --max-sweeps 20
  planted.csv -r 4 -m ngrmf --solver dc-admm --max-sweeps 10 --nu 2 --nu-growth 1.01
  gaps.npy -r 3 -m gmf-l2 --solver dc-admm --max-sweeps 10 --max-inner 100 --max-outer 5
* picture.pgm -m rpca --algorithm ialm
  gaps.npy -m rpca --algorithm ialm
  picture.pgm -m rpca --algorithm admm --lambda 1.5
  picture.pgm -r 4 -m rnmf --variant beta
  picture.pgm -r 4 -m rnmf --lambda 0.3

# starts
* table.csv -r 3 --init svd
  table.csv -r 3 --init random
* table.csv -r 3 --init random --seed 7
  gaps.npy -r 3 --init random --seed 7 -m prmf
  table.csv -r 3 --init svd -m ngrmf
  table.csv -r 3 --init random --seed 7 -m godec-plus
  table.csv -r 3 --init robust -m gmf-l2
  table.csv -r 3 --seed 7 -m rnmf --preset published

# when a fit ends
* table.csv -r 3 --stop certified --tolerance 1e-7
  table.csv -r 3 --stop decrease
  table.csv -r 3 --stop steps --delta-u 1e-4 --delta-v 1e-4
  table.csv -r 3 --stop steps -m prmf
  table.csv -r 3 --acceleration 0
  picture.pgm -r 5 --acceleration 2 -m ngrmf
  picture.pgm -r 5 --acceleration 0 -m rnmf
  picture.pgm -r 5 --max-sweeps 1
  picture.pgm -r 5 --max-sweeps 3 -m godec-plus
  picture.pgm -r 5 --max-sweeps 7 -m rpca
"""

# The fits of --last-bits; INPUT is one after the other, with the start that goes with it.
SHORT_FITS = """
* INPUT -m grmf --gauge off
  INPUT -m grmf --gauge off --lambda1 0 --lambda2 0
  INPUT -m ngrmf --gauge off
  INPUT -m gmf-l2 --gauge off
  INPUT -m prmf
  INPUT -m rnmf
  INPUT -m godec-plus
"""
SHORT_INPUTS = ["table.csv", "gaps.npy", "long.npy", "broad.npy"]
AGREE_TO = 1e-9

# Fits of real pictures, half of each destroyed; PICTURE is one after the other.
REAL_FOLDERS = ["yale_b", "coil20", "orl", "jaffe"]
REAL_FITS = """
* PICTURE -r 8
  PICTURE -r 6 -m ngrmf --preset published --max-sweeps 20
  PICTURE -m rpca
"""

# Other commands, whole. model.npz was fitted to planted.csv by the old program.
COMMANDS = """
  corrupt clean.pgm --ratio 0.3 --seed 5
  corrupt colour.ppm -o OUT/noisy.ppm
* denoise picture.pgm
  denoise picture.pgm -r 5 --mask-values 0,255
  denoise colour.ppm -r 3 --channels together
  denoise colour.ppm -r 3 -o OUT/clean.npy
  outliers model.npz planted.csv --json
  outliers model.npz planted.csv --worst 5 -o OUT/distance.csv
  groups model.npz --json
  groups model.npz -o OUT/groups.svg
  reconstruct model.npz -o OUT/beneath.csv
  info model.npz --json
* tune table.csv --json -q
  tune gaps.npy -r 3 --loss l1 --seed 2 --json -q
  tune picture.pgm -m prmf --json -q
"""

# What must be refused, with the same exit code and message. Lines of other tables may be here.
REFUSALS = """
  fit gaps.npy -r 3 -m tsvd --preset standard
  fit gaps.npy -r 3 -m tsvd --preset published
  fit gaps.npy -r 3 -m rnmf --preset published
  fit negative.npy -r 4 -m rnmf --preset published
  fit table.csv -r 3 -m tsvd --weights weights.npy
  fit table.csv -r 31
  fit table.csv -r 3 --mask nosuch.csv
  fit tall.npy -r 3 --weights weights.npy
  fit table.csv -r 4 --start start.npz
  fit table.csv -r 3 --tau1 0
  fit table.csv -r 3 -m nosuch
  outliers model.npz table.csv --json
"""

OUTPUTS = {"fit": "model.npz", "denoise": "clean.png", "corrupt": "noisy.png"}
SECONDS = 300  # A command that takes longer is stopped and has failed.

Case = collections.namedtuple("Case", "line threads refused")
Run = collections.namedtuple("Run", "code output notes files")


# ---- the inputs ----


def draw(rows, cols):
    """A grey picture of boxes before a slope, with values from 0 to 255."""
    i, j = np.mgrid[:rows, :cols]
    return np.rint(60 + 70 * (i // 9 % 2) + 60 * (j // 7 % 2) + 40 * j / cols)


def destroy_half(random, picture, white=255):
    """The picture with half of its pixels black or white."""
    noise = white * random.integers(0, 2, picture.shape)
    return np.where(random.random(picture.shape) < 0.5, noise, picture)


def low_rank(random, rows, cols, rank, outliers=0.1):
    """A non-negative matrix of this rank with a little noise, and some entries far too large."""
    y = 10 * random.random((rows, rank)) @ random.random((rank, cols))
    y += 0.05 * random.standard_normal(y.shape) ** 2
    return np.where(random.random(y.shape) < outliers, 99, y)


def planted_groups(random, rows, cols, rank):
    """A matrix whose factors hold four values alone, with one entry in ten wrong."""
    u, v = (random.choice([0.0, 2.0, -3.0, 5.0], (size, rank)) for size in (rows, cols))
    return np.where(random.random((rows, cols)) < 0.1, 99, u @ v.T)


def with_gaps(random, y):
    """The matrix with a fifth of its entries missing."""
    return np.where(random.random(y.shape) < 0.2, np.nan, y)


def write_picture(path, picture, white=255):
    """A .pgm or, for an array of three dimensions, a .ppm file."""
    kind = "P5" if picture.ndim == 2 else "P6"
    head = f"{kind}\n{picture.shape[1]} {picture.shape[0]}\n{white}\n"
    path.write_bytes(head.encode() + picture.astype(">u2" if white > 255 else "u1").tobytes())


def table_text(y, separator=","):
    """The text of a table with all digits, in which missing entries are empty fields."""
    fields = [["" if np.isnan(x) else repr(x) for x in row] for row in y.tolist()]
    return "".join(separator.join(row) + "\n" for row in fields)


def make_inputs(folder):
    """Write all inputs that need no program and no other files."""
    random = np.random.default_rng(1)
    clean = draw(64, 48)
    write_picture(folder / "clean.pgm", clean)
    write_picture(folder / "picture.pgm", destroy_half(random, clean))
    write_picture(folder / "deep.pgm", destroy_half(random, 257 * clean, 65535), 65535)
    colours = np.stack([clean, 30 + 0.8 * clean, 90 + 0.4 * clean], axis=2)
    write_picture(folder / "colour.ppm", destroy_half(random, colours))
    (folder / "pictures").mkdir()
    for rows in (24, 33, 41):
        noisy = destroy_half(random, draw(rows, 30))
        write_picture(folder / "pictures" / f"rows{rows}.pgm", noisy)

    table = low_rank(random, 50, 30, 3)
    (folder / "table.csv").write_text(table_text(table))
    (folder / "table.tsv.gz").write_bytes(gzip.compress(table_text(table, "\t").encode(), mtime=0))
    (folder / "gaps.csv").write_text(table_text(with_gaps(random, table)))
    np.save(folder / "gaps.npy", with_gaps(random, table))
    np.save(folder / "weights.npy", random.choice([0.0, 0.5, 1.0, 3.0], table.shape))
    (folder / "mask.csv").write_text(table_text(1.0 * (random.random(table.shape) < 0.8)))
    u, v = (random.standard_normal((size, 3)) for size in table.shape)
    np.savez(folder / "start.npz", u=u, v=v)

    np.save(folder / "single.npy", low_rank(random, 45, 37, 3).astype(np.float32))
    np.save(folder / "negative.npy", low_rank(random, 40, 33, 4) - 12)
    np.save(folder / "tall.npy", low_rank(random, 400, 9, 4))
    np.save(folder / "wide.npy", low_rank(random, 9, 400, 4))
    np.save(folder / "high.npy", low_rank(random, 70, 60, 20, outliers=0.02))
    np.save(folder / "tiny.npy", low_rank(random, 4, 3, 2, outliers=0))
    zeros = low_rank(random, 36, 31, 4)
    zeros[5, :] = zeros[:, 7] = 0
    np.save(folder / "zeros.npy", zeros)
    (folder / "planted.csv").write_text(table_text(planted_groups(random, 60, 40, 5)))
    # With more rows and columns than are summed one after the other.
    np.save(folder / "long.npy", with_gaps(random, low_rank(random, 2700, 30, 3)))
    np.save(folder / "broad.npy", low_rank(random, 30, 5300, 3))
    for name in ("long", "broad"):
        shape = np.load(folder / f"{name}.npy").shape
        u, v = (random.standard_normal((size, 3)) for size in shape)
        np.savez(folder / f"start_{name}.npz", u=u, v=v)


def add_from_program(program, folder, real):
    """Add the inputs that the old program makes, which both programs are then given."""
    commands = ["corrupt clean.pgm -o noisy.png --ratio 0.5 --seed 1",
                "fit planted.csv -r 5 --lambda1 0.02 --lambda2 0.02 -o model.npz"]
    for name, picture in real.items():
        shutil.copyfile(picture, folder / f"clean_{name}{picture.suffix}")
        commands.append(f"corrupt clean_{name}{picture.suffix} -o {name}.png --ratio 0.5 --seed 1")
    for command in commands:
        done = run(program, command.split(), folder)
        if done.code != 0:
            fail(f"{command}: {done.notes}")


def find_real_pictures(data):
    """The first picture of every folder of real pictures, by the name of the folder."""
    if data is None:
        data = pathlib.Path(__file__).resolve().parents[2] / "shared" / "data"
    elif not data.is_dir():
        fail(f"{data} is not a folder")
    found = {}
    for name in REAL_FOLDERS:
        pictures = sorted(p for p in (data / name).glob("*") if p.suffix in (".png", ".pgm"))
        if pictures:
            found[name] = pictures[0]
    missing = [name for name in REAL_FOLDERS if name not in found]
    if missing:
        print(f"real pictures are left out: no {', '.join(missing)} (--data names their folder)")
    return found


# ---- the cases ----


def lines_of(table):
    """The lines of a table as pairs: numbers of threads, and the text."""
    for line in table.splitlines():
        text = line.split("#")[0].strip()
        if text:
            yield (1, 3) if text.startswith("*") else (1,), text.lstrip("* ")


def all_lines(real):
    """All lines of all tables but the refusals, as whole commands."""
    for threads, text in lines_of(INPUTS):
        for method in METHODS:
            for preset in PRESETS:
                yield threads, f"fit {text} -m {method} --preset {preset}"
    for threads, text in lines_of(FITS):
        yield threads, f"fit {text}"
    for threads, text in lines_of(REAL_FITS):
        for name in real:
            yield threads, f"fit {text.replace('PICTURE', name + '.png')}"
    yield from lines_of(COMMANDS)


def short_cases():
    """The cases of --last-bits."""
    for threads, text in lines_of(SHORT_FITS):
        for name in SHORT_INPUTS:
            stem = name.split(".")[0]
            start = f"start_{stem}.npz" if stem in ("long", "broad") else "start.npz"
            fit = text.replace("INPUT", f"{name} -r 3 --start {start} --max-sweeps 5 --tolerance 0")
            yield from (Case(f"fit {fit}", count, False) for count in threads)


def all_cases(real):
    """All cases; those that are to be refused come last."""
    refused = {text: threads for threads, text in lines_of(REFUSALS)}
    cases = [Case(line, count, False) for threads, line in all_lines(real) if line not in refused
             for count in threads]
    return cases + [Case(line, count, True) for line in refused for count in refused[line]]


# ---- running and comparing ----


def words_of(case, folder):
    """The words of the command, with its output and the number of its threads."""
    words = case.line.replace("OUT", folder).split()
    if words[0] in OUTPUTS and "-o" not in words:
        words += ["-o", f"{folder}/{OUTPUTS[words[0]]}"]
    if words[0] in ("fit", "denoise"):
        words.append("-q")
    if words[0] in ("fit", "denoise", "tune"):
        words += ["--threads", str(case.threads)]
    return words


def run(program, words, folder, results=None):
    """Run a command in a folder, and read what it has written to the folder of its results."""
    try:
        done = subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return Run(None, b"", f"not done after {SECONDS} seconds", {})
    written = sorted(p for p in results.rglob("*") if p.is_file()) if results else []
    files = {str(p.relative_to(results)): p for p in written}
    return Run(done.returncode, done.stdout, done.stderr.decode(errors="replace").strip(), files)


def run_both(programs, case, name, work):
    """Run a case with both programs at the same time."""
    def run_one(program, side):
        results = work / side / name
        results.mkdir()
        return run(program, words_of(case, name), work / side, results)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(run_one, programs, ("old", "new")))


def last_bits_difference(old, new):
    """How far the factors of two fits are apart, where that is more than last bits can explain."""
    if old.code != 0 or new.code != 0:
        return f"exit codes {old.code} and {new.code}: {old.notes or new.notes}"
    a, b = (np.load(run.files["model.npz"]) for run in (old, new))
    for key in ("u", "v"):
        apart = np.abs(a[key] - b[key]).max() / np.abs(a[key]).max()
        if not apart <= AGREE_TO:
            return f"{key} {apart:.3g} apart, relative to its largest entry"
    return None


def difference(case, old, new):
    """What differs between two runs of a case, or is wrong with both; None if all is well."""
    if old.code != new.code:
        return f"exit codes {old.code} and {new.code}: {old.notes or new.notes}"
    if case.refused:
        if old.code is None or old.code <= 0:
            return f"was to be refused, but ended with exit code {old.code}"
        return None if old.notes == new.notes else f"says {old.notes!r} and {new.notes!r}"
    if old.code != 0:
        return f"both ended with exit code {old.code}: {old.notes}"
    if not old.output and not old.files:
        return "nothing was written"
    if list(old.files) != list(new.files):
        return f"files {', '.join(old.files)} and {', '.join(new.files)}"
    found = [byte_difference("standard output", old.output, new.output)]
    found += [file_difference(name, old.files[name], new.files[name]) for name in old.files]
    return "; ".join(text for text in found if text) or None


def byte_difference(name, old, new):
    """Where two strings of bytes differ; None if they do not."""
    if old == new:
        return None
    size = f"{len(old)} bytes" if len(old) == len(new) else f"{len(old)} and {len(new)} bytes"
    first = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    return f"{name}: {size}, the first to differ is number {first}"


def file_difference(name, old, new):
    """What differs between two files, or None; of a model the arrays are looked at."""
    text = byte_difference(name, old.read_bytes(), new.read_bytes())
    if text is None or not name.endswith(".npz"):
        return text
    try:
        return f"{text}; {model_difference(np.load(old), np.load(new))}"
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        return f"{text}; not a model: {error}"


def model_difference(old, new):
    """The first array that differs between two models, and how far u and v are apart."""
    if old.files != new.files:
        return f"arrays {', '.join(old.files)} and {', '.join(new.files)}"
    changed = [key for key in old.files if not same_array(old[key], new[key])]
    if not changed:
        return "all arrays are the same"
    text = f"first array {changed[0]}"
    if "meta" in changed:
        text += f"; meta {changed_keys(str(old['meta']), str(new['meta']))}"
    for key in ("u", "v"):
        if key in old.files:
            text += f"; {key} {array_distance(old[key], new[key])}"
    return text


def same_array(a, b):
    """Whether two arrays are the same, in type, shape and every bit."""
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def array_distance(a, b):
    """The largest difference between two arrays, or their shapes where these differ."""
    if a.shape != b.shape:
        return f"of shapes {a.shape} and {b.shape}"
    return f"off by at most {np.abs(a - b).max(initial=0):.3g}"


def changed_keys(old, new):
    """The keys of two JSON objects whose values differ, as a text."""
    a, b = json.loads(old), json.loads(new)
    keys = [key for key in {**a, **b} if key not in a or key not in b or a[key] != b[key]]
    return f"in {', '.join(keys)}" if keys else "in its writing alone"


# ---- the program ----


def fail(message):
    """End the script because it cannot do its work."""
    print(f"same_models.py: {message}", file=sys.stderr)
    sys.exit(2)


def pattern(text):
    """A regular expression from the command line."""
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"not a regular expression: {error}") from error


def find_program(name):
    """The full path of a program, which then is found from every folder."""
    found = shutil.which(name)
    if found is None:
        fail(f"{name} is not a program")
    return str(pathlib.Path(found).absolute())


def read_arguments():
    """The arguments, with the full paths of the programs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", metavar="OLD_GRMF", help="the program before a change")
    parser.add_argument("new", metavar="NEW_GRMF", help="the program after it")
    parser.add_argument("--only", metavar="PATTERN", type=pattern, default="",
                        help="only the commands in which this regular expression is found")
    parser.add_argument("--keep", metavar="FOLDER", type=pathlib.Path,
                        help="a new folder for inputs and results, which is kept")
    parser.add_argument("--data", metavar="PICTURES", type=pathlib.Path,
                        help="folder of real pictures [../shared/data beside the checkout]")
    parser.add_argument("--last-bits", action="store_true",
                        help="only fits of five sweeps, which must agree to 1e-9")
    arguments = parser.parse_args()
    arguments.programs = [find_program(name) for name in (arguments.old, arguments.new)]
    return arguments


def compare(arguments, work):
    """Run all cases in a folder, print what differs, and return the number of failures."""
    real = find_real_pictures(arguments.data)
    (work / "old").mkdir(parents=True)
    make_inputs(work / "old")
    add_from_program(arguments.programs[0], work / "old", real)
    shutil.copytree(work / "old", work / "new")

    cases = list(short_cases()) if arguments.last_bits else all_cases(real)
    cases = [case for case in cases if arguments.only.search(case.line)]
    if not cases:
        fail(f"no command has {arguments.only.pattern} in it")
    fits = sum(case.line.startswith("fit ") and not case.refused for case in cases)
    refusals = sum(case.refused for case in cases)
    print(f"{fits} fits, {len(cases) - fits - refusals} other commands, {refusals} refusals")
    failures = 0
    for number, case in enumerate(cases):
        name = f"{number:03}"
        runs = run_both(arguments.programs, case, name, work)
        text = last_bits_difference(*runs) if arguments.last_bits else difference(case, *runs)
        if text:
            failures += 1
            print(f"FAILED {name} {case.line} (threads: {case.threads}): {text}", flush=True)
    print(f"{len(cases) - failures} passed, {failures} failed")
    return failures


def main():
    """Compare the two programs, in a temporary folder unless another is to be kept."""
    arguments = read_arguments()
    if arguments.keep is None:
        with tempfile.TemporaryDirectory() as folder:
            return 1 if compare(arguments, pathlib.Path(folder)) else 0
    if arguments.keep.exists():
        fail(f"{arguments.keep} is there already; --keep takes the name of a new folder")
    return 1 if compare(arguments, arguments.keep.resolve()) else 0


if __name__ == "__main__":
    sys.exit(main())
