# SPDX-License-Identifier: MIT
"""Searches: what they find, mark and say."""

import unittest

from harness import row_of, until
from window import CHECKS, Case


class SearchTests(Case):
    def test_search_marks_words_and_goes_into_them(self):
        window = self.window(notes=[
            {"title": "Beds", "text": "Order peas.\nThen order beans."}, {"title": "Boiler", "text": "Reset it."}])
        row_of(window.page, "Beds").click()
        window.keys("/")
        window.focused("find")
        window.type("order")
        window.rows_are("Beds")
        window.heard("1 note, best first")
        self.assertEqual(window.page.evaluate("() => document.querySelector('.row mark').textContent"), "Order")
        until(window.page, "() => CSS.highlights.get('found')?.size === 2")
        window.keys("ArrowDown", "Enter", "F3", "F3")
        self.assertEqual(window.page.evaluate("() => document.querySelector('#text').selectionStart"), 17)
        window.keys("Control+Shift+f", "Escape")
        window.rows_are(*window.page.evaluate("() => notebook.rows().map(({ title }) => title)"))
        self.assertEqual(len(window.rows()), 2)

    def test_a_search_finds_the_trash_too(self):
        window = self.window(notes=[{"title": "Pear"}, {"title": "Pear tree"}, {"title": "Apple"}])
        page = window.page
        page.evaluate("(id) => notebook.edit([id], { isTrashed: true })", window.ids[1])
        page.locator("#find").fill("pear")
        window.rows_are("Pear")
        page.get_by_role("button", name="Trash too").click()
        until(page, "() => document.querySelectorAll('.row:not([hidden])').length === 2")
        self.assertEqual(page.locator(".row:not([hidden]) [aria-label='In the trash']").count(), 1)
        self.assertEqual(page.get_by_role("button", name="Trash too").get_attribute("aria-pressed"), "true")
        self.assertEqual(page.evaluate(CHECKS), [])
        row_of(page, "Pear tree").click()
        page.get_by_role("button", name="Restore").click()
        until(page, "() => !document.querySelector('.row:not([hidden]) [aria-label=\"In the trash\"]')")
        page.locator("#places a").first.click()
        until(page, "() => document.querySelectorAll('.row:not([hidden])').length === 3")

    def test_a_search_says_where_it_looks_and_leaves_no_marks(self):
        window = self.window(notes=[{"title": "peas and beans"}, {"title": "Roof", "folder": "Home"}])
        page = window.page
        page.locator("#places a", has_text="Home").click()
        window.rows_are("Roof")
        self.assertEqual(page.locator("#find").get_attribute("placeholder"), "Search in Home")
        page.locator("#find").fill("peas")
        page.get_by_text("No note in Home has “peas”.").wait_for()
        window.keys("Control+Shift+f")
        self.assertEqual(page.locator("#find").get_attribute("placeholder"), "Search 2 notes")
        page.locator("#find").fill("peas")
        window.rows_are("peas and beans")
        self.assertEqual(page.locator(".row:not([hidden]) mark").count(), 1)
        window.keys("ArrowDown", "Escape")
        window.rows_are("Roof", "peas and beans")
        self.assertEqual(page.locator(".row:not([hidden]) mark").count(), 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
