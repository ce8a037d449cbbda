"""The page of a report in a browser without a network, opened from disk.

usage: /usr/bin/python3 report_test.py MAKE_PAGE [FILE.html ...] [NAMES]

MAKE_PAGE turns the data of a page into a page. What every page has to keep is asked of the files too. Leaves with 77 where
there is no browser.
"""

import sys
import unittest

import support

if support.why_not():
    print(f"skipped: {support.why_not()}")
    sys.exit(77)

# The test cases; they need the browser.
from every_page import EveryPage  # noqa: E402, F401
from frame import Frame, OtherModels  # noqa: E402, F401
from see_charts import Charts  # noqa: E402, F401
from see_pictures import Viewer  # noqa: E402, F401
from see_tables import Tables  # noqa: E402, F401

if __name__ == "__main__":
    unittest.main(verbosity=2)
