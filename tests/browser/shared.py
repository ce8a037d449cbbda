"""What the tests of the page share: one browser, and the page of the sample."""

import atexit
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from selenium.webdriver import ActionChains

import sample
import support

MAKE_PAGE = os.path.abspath(sys.argv.pop(1))
FILES = [Path(name).resolve() for name in sys.argv[1:] if name.endswith(".html")]
sys.argv = [name for name in sys.argv if not name.endswith(".html")]

FOLDER = tempfile.TemporaryDirectory()
BROWSER = support.Browser()
atexit.register(BROWSER.quit)


def make_page(name, data):
    path = Path(FOLDER.name) / f"{name}.html"
    done = subprocess.run([MAKE_PAGE], input=json.dumps(data).encode(), stdout=subprocess.PIPE, check=True)
    path.write_bytes(done.stdout)
    return path


SAMPLE = make_page("sample", sample.data())


def series_of(chart):
    """Names and colours."""
    script = """return [...new Map([...arguments[0].querySelectorAll('.plot [data-series]')].map(g =>
        [g.dataset.series, getComputedStyle(g).getPropertyValue('--series').trim()]))]"""
    return [(name, [int(value[k : k + 2], 16) for k in (1, 3, 5)]) for name, value in BROWSER.js(script, chart)]


class OnSample(unittest.TestCase):
    def setUp(self):
        BROWSER.open(SAMPLE)
        self.addCleanup(lambda: self.assertEqual(BROWSER.console(), []))

    def keys(self, *names):
        ActionChains(BROWSER.driver).send_keys(*names).perform()

    def press_key_at(self, element, *names):
        BROWSER.js("arguments[0].focus()", element)
        self.keys(*names)
