# SPDX-License-Identifier: MIT
"""What is done to notes: the message that tells it, and its undo."""

import unittest

from harness import row_of
from waiting import becomes, drawn, until
from window import HISTORY, Case


class ActionsTests(Case):
    def undo(self, window, words, verb="Undo"):
        """Presses what the message with these words offers."""
        window.page.locator(".toast", has_text=words).get_by_role("button", name=verb, exact=True).click()

    def told(self, window, words):
        until(window.page, "(words) => document.querySelector('.toast > span')?.textContent === words", words)

    def test_control_z_takes_back_what_is_said_to_be_done(self):
        window = self.window(notes=[{"title": "One", "text": "."}, {"title": "Two"}])
        page = window.page
        window.enter("One")
        window.type("words ")
        page.locator("#folder").click()
        page.get_by_role("menuitem", name="New folder").click()
        until(page, "() => document.activeElement.placeholder")
        window.type("Fo")
        window.keys("Enter")
        until(page, "() => notebook.rows().some(({ folder }) => folder === 'Fo')")
        window.focused("folder")
        window.keys("Control+z")
        until(page, "() => notebook.rows().every(({ folder }) => !folder)")
        window.text_is(".words ")
        window.keys("Control+Shift+z")
        until(page, "() => notebook.rows().some(({ folder }) => folder === 'Fo')")
        # In a field it is the field's.
        page.locator("#title").click()
        window.keys("End")
        window.type("!")
        window.keys("Control+z")
        window.title_is("One")
        drawn(page)
        becomes(page, "() => notebook.rows().some(({ folder }) => folder === 'Fo')", True)
        page.locator("[data-do=more]").click()
        page.get_by_role("menuitem", name="Move to the trash").click()
        until(page, "() => notebook.rows().length === 1")
        window.keys("Control+z")
        until(page, "() => notebook.rows().length === 2")
        # What was restored from History is text.
        page.evaluate(HISTORY)
        window.enter("One")
        window.text_is(".words ")
        window.keys("Control+Shift+h")
        until(page, "() => document.querySelector('#past-text')?.textContent === 'old'")
        window.keys("Enter")
        window.text_is("old")
        window.keys("Control+z")
        window.text_is(".words ")
        window.rows_are("Two", "One")

    def test_a_tag_that_is_taken_off_comes_back(self):
        window = self.window(notes=[{"title": "Plan", "tags": ["garden"]}])
        page = window.page
        row_of(page, "Plan").click()
        page.get_by_role("button", name="garden", pressed=True).click()
        page.locator(".toast", has_text="Tag garden taken off.").get_by_role("button", name="Undo").click()
        until(page, "() => notebook.rows()[0].tags.join() === 'garden'")

    def test_a_message_undoes_the_action_that_it_names(self):
        window = self.window(notes=[{"title": title} for title in ("Alpha", "Beta", "Gamma")])
        page = window.page
        row_of(page, "Beta").click()
        window.keys("Delete")
        window.rows_are("Gamma", "Alpha")
        window.keys("Control+Shift+Enter")
        window.focused("title")
        window.type("Fresh")
        window.keys("Enter")
        window.focused("text")
        window.type("words")
        self.undo(window, "“Beta” is in the trash.")
        self.told(window, "Undone: “Beta” is back.")
        window.rows_are("Fresh", "Gamma", "Beta", "Alpha")
        self.undo(window, "Undone", "Redo")
        self.told(window, "Done again: “Beta” is in the trash.")
        self.undo(window, "Done again")
        window.rows_are("Fresh", "Gamma", "Beta", "Alpha")
        row_of(page, "Gamma").click()
        window.keys("Delete")
        window.rows_are("Fresh", "Beta", "Alpha")
        window.keys("1")
        until(page, "() => notebook.rows().some(({ priority }) => priority === 1)")
        self.undo(window, "“Gamma” is in the trash.")
        window.rows_are("Fresh", "Gamma", "Beta", "Alpha")
        becomes(page, "() => notebook.rows().filter(({ priority }) => priority === 1).length", 1)
        # What was dropped for good does not come back, and that is said.
        row_of(page, "Gamma").click()
        window.keys("Delete")
        window.rows_are("Fresh", "Beta", "Alpha")
        page.evaluate("() => notebook.purge([notebook.rows({ view: 'trash' })[0].id])")
        until(page, "() => !notebook.rows({ view: 'trash' }).length")
        self.undo(window, "“Gamma” is in the trash.")
        self.told(window, "This cannot be undone any more.")

    def test_undo_in_the_list_tells_what_is_so_now(self):
        long = "A title that goes on and on, so that no message has room for it and for what was done"
        window = self.window(notes=[{"title": "One", "tags": ["week"], "folder": "Home"}, {"title": long}])
        page = window.page
        page.locator("#places a", has_text="week").click()
        window.rows_are("One")
        window.keys("Control+Shift+Enter")
        window.focused("title")
        window.type("Fresh")
        window.rows_are("Fresh", "One")
        row_of(page, "Fresh").click()
        window.keys("Control+z")
        self.told(window, "Undone: “Fresh” is in the trash.")
        window.rows_are("One")
        self.undo(window, "Undone", "Redo")
        window.rows_are("Fresh", "One")
        self.told(window, "Done again: “Fresh” is back.")
        row_of(page, "One").click()
        window.keys("m", "Home", "Enter")
        self.told(window, "“One” is in no folder now.")
        row_of(page, "One").click()
        for key, words in (("Control+z", "Undone: “One” is in Home."), ("3", None), ("Control+z", "Undone: “One” has normal priority."),
                           ("p", None), ("Control+z", "Undone: “One” is not pinned.")):
            window.keys(key)
            if words:
                self.told(window, words)
        page.locator("#tags [aria-pressed=true]").click()
        self.undo(window, "Tag week taken off.")
        self.told(window, "Undone: “One” has the tag week.")
        page.locator("#places a", has_text="All notes").click()
        row_of(page, long).click()
        window.keys("Delete")
        self.told(window, "“A title that goes on and on, so that no…” is in the trash.")

    def test_undo_of_a_text_is_offered_while_it_is_the_last_edit(self):
        window = self.window(notes=[{"title": "Beds", "text": "peas now"}, {"title": "Other"}])
        page = window.page
        window.enter("Beds")
        page.evaluate("""() => {
          navigator.clipboard.writeText = async () => {}
          notebook.history = async () => [{ id: 'a', time: Date.UTC(2026, 10, 3), inserted: 4, deleted: 0 }]
          notebook.historyText = async () => ({ text: 'peas', before: '', title: 'Beds' })
        }""")
        restored = page.locator(".toast", has_text="Restored as on")

        def to_history():
            page.locator("#text").focus()
            window.keys("Control+Shift+h")
            until(page, "() => document.querySelector('#past-text')?.textContent === 'peas'")

        to_history()
        window.keys("c")
        self.told(window, "The text is copied.")
        window.keys("Enter")
        window.text_is("peas")
        self.undo(window, "Restored as on")
        window.text_is("peas now")
        to_history()
        window.keys("Enter")
        restored.wait_for()
        page.locator("#text").focus()
        window.keys("Control+End")
        window.type("!")
        restored.wait_for(state="detached")
        window.keys("Control+z", "Control+z")
        window.text_is("peas now")
        to_history()
        window.keys("Enter")
        restored.wait_for()
        page.locator("#text").focus()
        window.keys("Control+z")
        window.text_is("peas now")
        restored.wait_for(state="detached")
        to_history()
        window.keys("Enter")
        restored.wait_for()
        row_of(page, "Other").click()
        window.title_is("Other")
        restored.wait_for(state="detached")
        window.enter("Beds")
        to_history()
        window.keys("Enter")
        self.told(window, "The note is as it was then.")


if __name__ == "__main__":
    unittest.main(verbosity=2)
