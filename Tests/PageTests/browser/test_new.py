# SPDX-License-Identifier: MIT
"""New notes, refused titles and news from elsewhere, in Chromium."""

import unittest

from harness import HEARD, SAVED, SENT, PageServer, browser, row_of
from waiting import expect, until


class NewTests(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(PageServer())
        self.page = self.enterContext(browser()).page(self.server.address)
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.page.evaluate("() => notebook.create({ title: 'Here', text: 'text' })")
        # A window that shows nothing shows the first note that comes, which is seen then.
        row_of(self.page, "Here").click()
        expect(self.page.locator("#title")).to_have_value("Here")
        until(self.page, SENT)
        until(self.page, HEARD)

    def titles(self, *titles):
        until(self.page, "(titles) => notebook.rows({ sort: 'title' }).map(({ title }) => title).join('|') === titles",
              "|".join(titles))

    def test_a_new_note_that_is_left_untouched_goes(self):
        page = self.page
        create = page.locator("#notes button[data-do=create]").first
        create.click()
        self.titles("Here", "New note")
        create.click()
        self.titles("Here", "New note")
        row_of(page, "Here").click()
        self.titles("Here")
        create.click()
        page.keyboard.type("Second")
        row_of(page, "Here").click()
        self.titles("Here", "Second")
        until(page, SENT)
        page.reload()
        until(page, "() => globalThis.notebook?.rows().length === 2")
        self.assertEqual(page.errors, [])

    def test_a_refused_title_is_not_called_saved(self):
        page = self.page
        row_of(page, "Here").click()
        page.locator("#title").fill("x" * 2000)
        expect(page.locator("#saved")).to_have_text("Title not saved")
        expect(page.locator("#title")).to_have_attribute("aria-invalid", "true")
        page.locator("#title").fill("There")
        expect(page.locator("#saved")).to_have_text("Saved")
        until(page, SAVED)
        self.titles("There")

    def test_all_news_are_marked_as_seen(self):
        page = self.page
        for id in ("e", "f"):
            self.server.add("note/" + id * 32, "from afar", device="1" * 32)
        until(page, "() => notebook.rows().filter((row) => row.isUnseen).length === 2")
        expect(page.locator("#see-all")).to_be_hidden()
        page.locator("#places a", has_text="New from elsewhere").click()
        page.locator("#see-all").click()
        until(page, "() => !notebook.rows().some((row) => row.isUnseen)")
        expect(page.locator("#see-all")).to_be_hidden()
        expect(page.locator("#places a", has_text="New from elsewhere")).to_have_count(0)

    def test_what_the_command_line_writes_here_is_not_new_from_elsewhere(self):
        page = self.page
        self.server.add("note/" + "f" * 32, "own")
        until(page, "() => notebook.rows().length === 2")
        until(page, SENT)
        expect(page.locator("#places a", has_text="New from elsewhere")).to_have_count(0)
        expect(page.locator(".row .who", has_text="elsewhere")).to_have_count(0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
