"""The viewer of pictures: slider, zoom, choice; by its pixels."""

import numpy
from selenium.webdriver import ActionChains, Keys

import sample
from shared import BROWSER, OnSample


class Viewer(OnSample):
    def setUp(self):
        super().setUp()
        self.pictures = sample.pictures(0)
        self.stage, self.handle = BROWSER.find("#faces .stage"), BROWSER.find("#faces .handle")
        self.stage_is_shaped()
        BROWSER.js("arguments[0].scrollIntoView({block: 'center'})", self.stage)

    def stage_is_shaped(self):
        BROWSER.wait(lambda: BROWSER.js("return arguments[0].style.getPropertyValue('--shape') !== ''", self.stage), "the picture")
        BROWSER.next_frame()

    def at(self):
        return int(self.handle.get_attribute("aria-valuenow"))

    def check_sides(self, left, right, part):
        """All pixels of the picture are those of `left` before the handle and of `right` behind it."""
        BROWSER.js("arguments[0].style.opacity = 0", self.handle)
        shot, (x, y, width, height) = BROWSER.pixels(self.stage)
        BROWSER.js("arguments[0].style.opacity = ''", self.handle)
        rows, columns = left.shape
        centre_x = (x + (numpy.arange(columns) + 0.5) * width / columns).astype(int)
        centre_y = (y + (numpy.arange(rows) + 0.5) * height / rows).astype(int)
        seen = shot[numpy.ix_(centre_y, centre_x)][:, :, 0].astype(int)
        before = (numpy.arange(columns) + 1) / columns <= part
        behind = numpy.arange(columns) / columns >= part
        for picture, side in ((left, before), (right, behind)):
            wrong = numpy.abs(seen - picture)[:, side] > 3
            self.assertLess(wrong.sum(), 5)  # the corners are rounded
        self.assertGreater((before | behind).sum(), columns - 2)

    def test_shows_the_corrupted_picture_and_the_first_method(self):
        self.check_sides(self.pictures["corrupted, 40 %"], self.pictures["GRMF"], 0.5)

    def test_the_slider_follows_the_mouse(self):
        width = self.stage.size["width"]
        ActionChains(BROWSER.driver).move_to_element(self.handle).click_and_hold().move_by_offset(int(width / 4), 5).release().perform()
        self.assertAlmostEqual(self.at(), 75, delta=1)
        self.check_sides(self.pictures["corrupted, 40 %"], self.pictures["GRMF"], 0.75)
        # Anywhere on the picture, too.
        ActionChains(BROWSER.driver).move_to_element_with_offset(self.stage, -int(width / 4), 60).click().perform()
        self.assertAlmostEqual(self.at(), 25, delta=1)

    def test_the_slider_follows_the_keys(self):
        self.press_key_at(self.handle, Keys.ARROW_RIGHT)
        self.assertEqual(self.at(), 52)
        self.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
        self.assertEqual(self.at(), 48)
        self.keys(Keys.PAGE_UP)
        self.assertEqual(self.at(), 58)
        self.keys(Keys.HOME)
        self.assertEqual(self.at(), 0)
        self.check_sides(self.pictures["corrupted, 40 %"], self.pictures["GRMF"], 0)
        self.keys(Keys.END)
        self.assertEqual(self.at(), 100)
        self.assertEqual(self.handle.get_attribute("aria-valuetext"), "100 % corrupted, 40 %, 0 % GRMF")

    def test_the_slider_follows_a_finger(self):
        box = BROWSER.js("const b = arguments[0].getBoundingClientRect(); return [b.x, b.y, b.width, b.height]", self.handle)
        x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
        BROWSER.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
        self.addCleanup(BROWSER.cdp, "Emulation.setTouchEmulationEnabled", enabled=False)
        BROWSER.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for step in (30, 60, 90):
            BROWSER.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x - step, "y": y}])
        BROWSER.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        BROWSER.wait(lambda: abs(self.at() - (50 - 9000 / self.stage.size["width"])) <= 1, "the slider")

    def test_a_click_on_the_strip_puts_the_image_on_the_right(self):
        BROWSER.all("#faces .strip button")[5].click()
        self.assertEqual(BROWSER.find("#faces .tag.right strong").text, "PRMF")
        self.check_sides(self.pictures["corrupted, 40 %"], self.pictures["PRMF"], 0.5)

    def test_another_picture_keeps_the_sides(self):
        BROWSER.all("#faces .strip button")[5].click()
        left = BROWSER.all("#faces select")[1]
        BROWSER.js("arguments[0].selectedIndex = 0; arguments[0].dispatchEvent(new Event('change'))", left)
        BROWSER.find("#faces [aria-label='Next picture']").click()
        BROWSER.next_frame()
        pictures = sample.pictures(1)
        self.check_sides(pictures["original"], pictures["PRMF"], 0.5)

    def zoom(self):
        return BROWSER.find("#faces .zoom").text

    def seen_part(self, picture, zoom, x, y):
        """What a stage at this zoom and place shows of a picture, at its own size."""
        rows, columns = picture.shape
        i = ((y + (numpy.arange(rows) + 0.5) / rows / zoom) * rows).astype(int)
        j = ((x + (numpy.arange(columns) + 0.5) / columns / zoom) * columns).astype(int)
        return picture[numpy.ix_(i, j)]

    def test_zooms_and_moves_by_keys(self):
        self.press_key_at(self.stage, "+")
        self.assertEqual(self.zoom(), "2×")
        sides = [self.pictures["corrupted, 40 %"], self.pictures["GRMF"]]
        self.check_sides(*(self.seen_part(side, 2, 0.25, 0.25) for side in sides), 0.5)
        self.keys(*[Keys.ARROW_RIGHT] * 9, *[Keys.ARROW_DOWN] * 9)
        self.check_sides(*(self.seen_part(side, 2, 0.5, 0.5) for side in sides), 0.5)
        self.keys("+", "+", "+")
        self.assertEqual(self.zoom(), "8×")
        self.keys("0")
        self.assertEqual(self.zoom(), "1×")
        self.check_sides(*sides, 0.5)

    def test_zooms_by_buttons_and_moves_by_mouse(self):
        BROWSER.find("#faces [aria-label='Zoom in']").click()
        corner = ActionChains(BROWSER.driver).move_to_element_with_offset(self.stage, -150, -150)
        corner.click_and_hold().move_by_offset(300, 300).release().perform()
        self.assertEqual(self.at(), 50)
        sides = [self.pictures["corrupted, 40 %"], self.pictures["GRMF"]]
        self.check_sides(*(self.seen_part(side, 2, 0, 0) for side in sides), 0.5)
        BROWSER.find("#faces [aria-label='Reset zoom']").click()
        self.check_sides(*sides, 0.5)

    def test_the_wheel_zooms_with_ctrl_alone(self):
        box = BROWSER.js("const b = arguments[0].getBoundingClientRect(); return [b.x + 50, b.y + 50]", self.stage)
        wheel = {"type": "mouseWheel", "x": box[0], "y": box[1], "deltaX": 0, "deltaY": -200}
        BROWSER.cdp("Input.dispatchMouseEvent", **wheel, modifiers=2)
        BROWSER.wait(lambda: self.zoom() == "1.9×", "the zoom")
        scrolled = BROWSER.js("return scrollY")
        BROWSER.cdp("Input.dispatchMouseEvent", **wheel)
        BROWSER.wait(lambda: BROWSER.js("return scrollY") < scrolled, "the page to scroll")
        self.assertEqual(self.zoom(), "1.9×")
