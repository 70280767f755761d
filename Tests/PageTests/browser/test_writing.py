# SPDX-License-Identifier: MIT
"""The fields of the page: title, tags, searches, and what stands beside the text."""

import unittest

from harness import until
from test_views import Case

HEBREW = "\u05e9\u05dc\u05d5\u05dd"


class FieldTests(Case):
    def test_what_is_typed_goes_to_its_note(self):
        window = self.window(notes=[{"title": "First"}, {"title": "Second", "text": f"1. {HEBREW}"}])
        page = window.page
        window.enter("First")
        until(page, "() => document.querySelector('#text').dir === 'ltr'")
        page.get_by_role("button", name="Add a tag").click()
        window.type("a b, #c ,d")
        window.keys("Alt+PageDown" if window.rows()[0] == "First" else "Alt+PageUp")
        window.title_is("Second")
        until(page, "() => document.querySelector('#text').dir === 'rtl'")
        window.keys("Enter")
        tags = "(id) => notebook.rows().find((row) => row.id === id).tags.join('|')"
        until(page, f"(id) => ({tags})(id) === 'a b|c|d'", window.ids[0])
        self.assertEqual(page.evaluate(tags, window.ids[1]), "")
        page.locator("#title").fill(" Two ")
        page.locator("#text").click()
        until(page, "(id) => notebook.rows().find((row) => row.id === id).title === 'Two'", window.ids[1])
        window.title_is("Two")

    def test_the_field_of_searches_and_its_chips(self):
        window = self.window(notes=[
            {"title": "First", "tags": ["home", "homestead", 'a "b"'], "text": "alpha"}, {"title": "Second", "tags": ["home"]},
            {"title": "Third", "tags": ["home", "two words"]}, {"title": "Un Éclair", "folder": "Work", "text": "beta"}])
        page, field = window.page, window.page.locator("#find")

        def chips(pressed):
            return page.evaluate("(pressed) => [...document.querySelectorAll(`#filters [aria-pressed=${pressed}]`)]"
                                 ".map((chip) => chip.textContent)", pressed)

        field.fill("tag:homestead tag:home")
        window.rows_are("First")
        self.assertEqual(chips("true"), ["tag: homestead", "tag: home"])
        page.locator("#filters button").nth(1).click()
        self.assertEqual(field.input_value(), "tag:homestead")
        for query in ("-tag:winter home", "margin:0", '"x tag:home"'):
            field.fill(query)
            until(page, "() => !document.querySelector('#filters').hidden")
            self.assertEqual(chips("true"), [], query)
        field.fill("tag:home")
        until(page, "() => document.querySelectorAll('.row:not([hidden])').length === 3")
        # There is no term for a name with spaces and quotes.
        self.assertEqual(sorted(chips("false")), ["Trash too", "tag: homestead", "tag: two words"])
        page.locator("#filters button", has_text="two words").click()
        window.rows_are("Third")
        self.assertEqual(field.input_value(), 'tag:home tag:"two words"')
        self.assertEqual(page.evaluate("() => document.activeElement.textContent"), "tag: two words")
        # What it tells is of the place.
        page.locator("#places a", has_text="Work").click()
        window.rows_are("Un Éclair")
        tally = "(words) => document.querySelector('#tally').textContent.trim() === words"
        for query, words in (("alpha zzz", "No note in Work has all of these words."), ("zzz", "No note in Work has “zzz”."),
                             ("beta zzz", "No note in Work has all of these words. Without “zzz” there is 1 note.")):
            field.fill(query)
            until(page, tally, words)
        # Names are found whatever their accents.
        field.fill("")
        window.keys("Control+k")
        window.type("eclair")
        until(page, "() => document.querySelector('[role=option] mark')?.textContent === 'Éclair'")

    def test_a_note_that_came_from_elsewhere_is_new(self):
        window = self.window(notes=[{"title": "Here"}, {"title": "Old"}])
        page = window.page
        until(page, "() => notebook.status.server === 'online' && !notebook.rows().some((row) => row.isWaiting)")
        self.server.insert("note/" + "f" * 32, 0, "there")
        until(page, "(id) => notebook.rows().find((row) => row.id === id)?.isUnseen", "f" * 32)
        self.assertFalse(page.evaluate("() => notebook.rows().find((row) => row.title === 'Here').isUnseen"))
        # A note of the trash has a foot of its own.
        page.evaluate("([, old]) => notebook.edit([old], { isTrashed: true })", window.ids)
        page.evaluate("() => { document.querySelector('#edited').textContent = 'of another note' }")
        page.locator("#to-trash").click()
        page.locator(".card", has_text="Old").get_by_title("Read").click()
        window.title_is("Old")
        until(page, "() => document.querySelector('#edited').textContent.startsWith('Changed')")


if __name__ == "__main__":
    unittest.main(verbosity=2)
