"""A browser without a network, and what the tests ask of it."""

import base64
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy

import png

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    webdriver = None

AXE_PACKAGE = "axe-playwright-python==0.1.8"
AXE_FILE = "axe_playwright_python/axe.min.js"


def why_not():
    """Why no browser can be started, or None."""
    if webdriver is None:
        return "Debian's python3-selenium is not installed"
    for name in ("chromium", "chromedriver"):
        if not shutil.which(name):
            return f"{name} is not installed"
    return None


def axe_source(folder):
    """The text of axe-core and None, or None and why it is not there. It is fetched once into `folder`: its licence
    is another than that of the project."""
    if not list(folder.glob("*.whl")):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check", AXE_PACKAGE, "-d", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["pip says nothing"]
            return None, f"axe-core could not be fetched: {lines[-1]}"
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        return wheel.read(AXE_FILE).decode(), None


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        # Root may not have the sandbox; the resolver knows no host.
        for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                       "--force-device-scale-factor=1", "--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1280,900"):  # fmt: skip
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.cdp("Network.enable")
        self.cdp("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)

    def quit(self):
        self.driver.quit()

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition, what="the page", seconds=20):
        return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(lambda _: condition(), f"waited in vain for {what}")

    def window(self, width, height, phone=False):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def system_theme(self, name):
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}, {"name": "prefers-reduced-motion", "value": "reduce"}])

    def open(self, path, theme="light", width=1280, height=900, phone=False):
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.window(width, height, phone)
        self.system_theme(theme)
        self.driver.get(Path(path).resolve().as_uri())
        self.wait(lambda: self.js("return document.documentElement.dataset.ready === 'true'"))
        # A picture that is broken is complete too: the tests look at its pixels.
        self.wait(lambda: self.js("return [...document.images].every(i => i.complete)"), "the pictures")
        self.next_frame()

    def next_frame(self):
        self.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requested(self):
        """Addresses asked for since the page was opened, without those inside the page."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        return [url for url in asked if not url.startswith("data:")]

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def screenshot(self, clip=None):
        arguments = {"clip": {**clip, "scale": 1}} if clip else {}
        taken = self.cdp("Page.captureScreenshot", captureBeyondViewport=clip is not None and clip["height"] > 1000, optimizeForSpeed=True, **arguments)
        return base64.b64decode(taken["data"])

    def whole_page(self):
        size = self.js("const e = document.documentElement; return [e.clientWidth, e.scrollHeight]")
        return self.screenshot({"x": 0, "y": 0, "width": size[0], "height": size[1]})

    def pixels(self, element):
        """What is to be seen of an element: (rows, columns, 3), and its place and size within that."""
        self.js("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", element)
        box = self.js("const b = arguments[0].getBoundingClientRect(); return {x: b.x + scrollX, y: b.y + scrollY, width: b.width, height: b.height}", element)
        x, y = int(box["x"]), int(box["y"])
        width, height = int(box["x"] + box["width"]) + 1 - x, int(box["y"] + box["height"]) + 1 - y
        shot = png.decode(self.screenshot({"x": x, "y": y, "width": width, "height": height}))
        return shot, (box["x"] - x, box["y"] - y, box["width"], box["height"])


def near(pixels, colour, distance=30):
    """How many pixels have about this colour."""
    return int((numpy.abs(pixels.astype(int) - numpy.array(colour)).max(axis=2) <= distance).sum())
