"""What NumPy makes of our files: numpy_opens_models.py WRITE_SAMPLES"""

import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import numpy as np


def left_to_right(u, v):
    """u v^T with every sum taken in order, as the library does; a BLAS takes another one."""
    product = np.zeros((u.shape[0], v.shape[0]))
    for column in range(u.shape[1]):
        product += np.multiply.outer(u[:, column], v[:, column])
    return product


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.argv[1], name], check=True)
        for archive in ["model.npz", "zip64.npz"]:
            assert zipfile.ZipFile(folder / archive).testzip() is None
        with np.load(folder / "model.npz", allow_pickle=False) as model:
            assert sorted(model.files) == ["meta", "s", "u", "v"], model.files
            u, v, s, meta = model["u"], model["v"], model["s"], json.loads(str(model["meta"]))
        product = np.load(folder / "product.npy", allow_pickle=False)

        assert u.dtype == v.dtype == np.float64 and u.shape == (40, 7) and v.shape == (30, 7)
        assert s.shape == (40, 30) and np.all(s == 0.25)
        assert left_to_right(u, v).tobytes() == product.tobytes()
        assert np.allclose(u @ v.T, product, rtol=0, atol=1e-13)
        table = [line.split(",") for line in (folder / "product.csv").read_text().splitlines()]
        assert np.array(table, np.float64).tobytes() == product.tobytes()

        colour = np.load(folder / "colour.npy", allow_pickle=False)
        assert colour.dtype == np.float64 and colour.shape == (2, 3, 3)
        red = [[0, 1, 2], [10, 11, 12]]
        green = [[100, 101, 102], [110, 111, 112]]
        blue = [[-0.5, 201, 202], [210, 211, 1e300]]
        assert np.array_equal(colour, np.dstack([red, green, blue]))
        np.save(folder / "again.npy", colour)
        assert (folder / "again.npy").read_bytes() == (folder / "colour.npy").read_bytes()

        with np.load(folder / "zip64.npz", allow_pickle=False) as archive:
            assert str(archive["small"]) == "tiny" and archive["u"].tobytes() == u.tobytes()

        with np.load(folder / "scaled.npz", allow_pickle=False) as model:
            product = left_to_right(model["u"], model["v"])
            estimate = model["scale_rows"] * product * model["scale_columns"]
            assert json.loads(str(model["meta"]))["names"] == {"columns": ["café"] * 30}
        assert np.allclose(estimate, np.load(folder / "estimate.npy", allow_pickle=False), rtol=1e-15, atol=0)

        assert meta["format_version"] == 3 and meta["method"] == "grmf"
        assert meta["options"] == {"lambda2": 0.1, "mm_steps": 2, "init": "svd"}
        assert meta["status"] == "converged" and meta["message"] == "grüß"
        assert meta["objective"] == 1 / 3 and meta["certificate"] == 1e-9
        assert meta["history"]["sweep"] == [0, 1]
        assert meta["history"]["stage"] == [1, 1]
        assert meta["history"]["objective"] == [0.1, 1 / 3]
        assert meta["history"]["step_u"] == [0.0, 1e-300]


main()
