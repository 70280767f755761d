# SPDX-License-Identifier: MIT
"""What keeps its place, in Chromium: addresses of notes, reloading, Back, and paper."""

import re
import unittest

from harness import SAVED, SENT, PageServer, browser, row_of
from waiting import becomes, expect, result_of, until


class PlaceTests(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(PageServer())
        self.page = self.enterContext(browser()).page(self.server.address)
        self.page.set_viewport_size({"width": 1280, "height": 800})

    def notes(self, *notes):
        ids = [self.page.evaluate("(parts) => notebook.create(parts)", note) for note in notes]
        expect(row_of(self.page, notes[-1]["title"])).to_be_visible()
        until(self.page, SAVED)
        return ids

    def show(self, title):
        row_of(self.page, title).click()
        self.shows(title)
        self.stay()

    def stay(self):
        """Waits until what is shown was shown for as long as a step of Back needs."""
        now = result_of(self.page, "() => performance.now()")
        until(self.page, "(end) => performance.now() > end", now + 600)

    def shows(self, title):
        expect(self.page.locator("#title")).to_have_value(title)

    def test_notes_have_addresses_that_reloading_and_back_lead_to(self):
        page = self.page
        first, second, _ = self.notes({"title": "First"}, {"title": "Second", "folder": "Home/Garden"}, {"title": "Third"})
        self.show("First")
        expect(page).to_have_url(re.compile(f"#/note/{first}$"))
        self.show("Second")
        page.reload()
        self.shows("Second")
        expect(page).to_have_url(re.compile(f"#/note/{second}$"))
        page.go_back()
        self.shows("First")
        page.go_forward()
        self.shows("Second")
        page.locator("#places a.item", has_text="Garden").click()
        expect(page).to_have_url(re.compile(f"#/folder/Home%2FGarden/note/{second}$"))
        self.stay()
        page.reload()
        expect(page.locator("#place")).to_have_text("Garden")
        self.shows("Second")
        page.locator("#to-sync").click()
        expect(page.locator("#page h1")).to_have_text("Sync")
        page.reload()
        expect(page.locator("#page h1")).to_have_text("Sync")
        page.go_back()
        expect(page.locator("#place")).to_have_text("Garden")
        page.go_back()
        expect(page.locator("#place")).to_have_text("All notes")
        self.shows("Second")
        self.assertEqual(page.errors, [])

    def test_the_address_of_a_note_that_is_gone_opens_no_other(self):
        page = self.page
        first, _ = self.notes({"title": "First"}, {"title": "Second"})
        self.show("First")
        self.show("Second")
        page.evaluate("""async (id) => {
          await notebook.edit([id], { isTrashed: true })
          await notebook.purge([id])
        }""", first)
        until(page, SENT)
        self.stay()
        words = page.locator("#trouble").get_by_text("This note is not here.")

        def is_said():
            expect(words).to_be_visible()
            expect(page.locator("#polite")).to_have_text("This note is not here.")
            expect(page).to_have_url(re.compile(f"#/note/{first}$"))
            expect(page.locator("#title")).not_to_be_visible()

        page.go_back()
        is_said()
        page.reload()
        is_said()
        # A window that becomes narrow once the page has started shows the list. This one is narrow before.
        address = page.url
        page.goto("about:blank")
        page.set_viewport_size({"width": 400, "height": 800})
        page.goto(address)
        is_said()
        page.set_viewport_size({"width": 1280, "height": 800})
        row_of(page, "Second").click()
        self.shows("Second")
        expect(words).to_have_count(0)
        # One that comes is shown.
        page.goto(page.url.split("#")[0] + f"#/note/{'f' * 32}")
        expect(words).to_be_visible()
        self.server.add(f"note/{'f' * 32}", "It came.")
        expect(page.locator("#text")).to_have_value("It came.")
        expect(words).to_have_count(0)
        self.assertEqual(page.errors, [])

    def test_rows_that_the_keys_pass_are_no_steps_of_back(self):
        page = self.page
        self.notes(*[{"title": f"Note {number}"} for number in range(9)])
        self.show("Note 0")
        length = result_of(page, "() => history.length")
        # At once, however busy the machine is.
        page.evaluate("""() => {
          for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'End'])
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        }""")
        until(page, "() => location.hash.endsWith(notebook.rows().at(-1).id)")
        becomes(page, "(most) => history.length <= most", True, length + 3)

    def test_a_note_stays_open_in_a_window_of_one_column(self):
        page = self.page
        self.notes({"title": "First"}, {"title": "Second"})
        page.set_viewport_size({"width": 400, "height": 800})
        row_of(page, "Second").click()
        self.shows("Second")
        until(page, "() => document.body.dataset.view === 'note'")
        page.reload()
        until(page, "() => !!globalThis.notebook && document.body.dataset.view === 'note'")
        self.shows("Second")
        page.go_back()
        until(page, "() => document.body.dataset.view === 'list'")
        expect(page).to_have_url(re.compile("[0-9]/$"))

    def test_the_whole_note_is_printed(self):
        page = self.page
        text = "\n".join(f"Line {number} of a long note." for number in range(400))
        self.notes({"title": "Long", "text": text})
        self.show("Long")
        for width in (1280, 400):
            page.set_viewport_size({"width": width, "height": 800})
            pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
            self.assertGreater(pages, 8)
        until(page, "() => !document.querySelector('.printed')")
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(page.locator("#text")).to_be_visible()


if __name__ == "__main__":
    unittest.main(verbosity=2)
