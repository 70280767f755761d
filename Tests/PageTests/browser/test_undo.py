# SPDX-License-Identifier: MIT
"""Undo in the text of a note, in Chromium: steps of words, across notes, and of a drag."""

import unittest

from harness import PageServer, browser, row_of
from waiting import becomes, expect, result_of

PLACE = """(at) => {
  const { right, left, top, height } = document.querySelector('#text').createValueRange(at, at + 1).getBoundingClientRect()
  return [(left + right) / 2, top + height / 2]
}"""


class UndoTests(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(PageServer())
        self.page = self.enterContext(browser()).page(self.server.address)
        self.page.set_viewport_size({"width": 1280, "height": 800})

    def open(self, title, text):
        self.page.evaluate("(parts) => notebook.create(parts)", {"title": title, "text": text})
        self.show(title)

    def show(self, title):
        row_of(self.page, title).click()
        expect(self.page.locator("#title")).to_have_value(title)
        self.page.locator("#text").click()
        self.page.keyboard.press("Control+End")

    def undo(self, *texts):
        for text in texts:
            self.page.keyboard.press("Control+z")
            expect(self.page.locator("#text")).to_have_value(text)

    def test_words_are_steps_and_outlive_the_showing_of_another_note(self):
        self.open("Other", "")
        self.open("Words", "")
        self.page.keyboard.type("one two three")
        self.undo("one two ")
        self.show("Other")
        self.page.keyboard.type("else")
        self.show("Words")
        self.undo("one ", "")
        self.page.keyboard.press("Control+Shift+z")
        expect(self.page.locator("#text")).to_have_value("one ")
        self.assertEqual(self.page.errors, [])

    def test_a_drag_is_one_step(self):
        self.open("Drag", "alpha beta gamma delta")
        page = self.page
        page.mouse.dblclick(*page.evaluate(PLACE, 7))
        x, y = page.evaluate(PLACE, 7)
        to_x, to_y = page.evaluate(PLACE, 21)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 15, y, steps=4)
        page.mouse.move(to_x + 20, to_y, steps=12)
        page.mouse.up()
        expect(page.locator("#text")).not_to_have_value("alpha beta gamma delta")
        becomes(page, "() => document.querySelector('#text').value.length", len("alpha beta gamma delta"))
        moved = result_of(page, "() => document.querySelector('#text').value")
        self.undo("alpha beta gamma delta")
        page.keyboard.press("Control+Shift+z")
        expect(page.locator("#text")).to_have_value(moved)
        self.assertEqual(page.errors, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
