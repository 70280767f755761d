# SPDX-License-Identifier: MIT
"""Searches: what they find, mark and say."""

import unittest

from harness import row_of
from waiting import becomes, expect, until
from window import Case


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
        becomes(window.page, "() => document.querySelector('.row mark').textContent", "Order")
        until(window.page, "() => CSS.highlights.get('found')?.size === 2")
        window.keys("ArrowDown", "Enter", "F3", "F3")
        becomes(window.page, "() => document.querySelector('#text').selectionStart", 17)
        window.keys("Control+Shift+f", "Escape")
        window.rows_are("Boiler", "Beds")

    def test_a_search_finds_the_trash_too(self):
        window = self.window(notes=[{"title": "Pear"}, {"title": "Pear tree"}, {"title": "Apple"}])
        page = window.page
        page.evaluate("(id) => notebook.edit([id], { isTrashed: true })", window.ids[1])
        page.locator("#find").fill("pear")
        window.rows_are("Pear")
        page.get_by_role("button", name="Trash too").click()
        until(page, "() => document.querySelectorAll('.row:not([hidden])').length === 2")
        expect(page.locator(".row:not([hidden]) [aria-label='In the trash']")).to_have_count(1)
        expect(page.get_by_role("button", name="Trash too")).to_have_attribute("aria-pressed", "true")
        window.has_no_faults()
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
        expect(page.locator("#find")).to_have_attribute("placeholder", "Search in Home")
        page.locator("#find").fill("peas")
        page.get_by_text("No note in Home has “peas”.").wait_for()
        window.keys("Control+Shift+f")
        expect(page.locator("#find")).to_have_attribute("placeholder", "Search 2 notes")
        page.locator("#find").fill("peas")
        window.rows_are("peas and beans")
        expect(page.locator(".row:not([hidden]) mark")).to_have_count(1)
        window.keys("ArrowDown", "Escape")
        window.rows_are("Roof", "peas and beans")
        expect(page.locator(".row:not([hidden]) mark")).to_have_count(0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
