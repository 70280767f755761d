# SPDX-License-Identifier: MIT
"""Text that an input method composes, in Chromium: keyboards of phones compose each word."""

import unittest

from harness import SENT, PageServer, browser, row_of
from waiting import becomes, expect, until

STORED = """async (id) => {
  const { text } = await notebook.storage.read('note/' + id).then(({ document }) => {
    const note = notebook.module.Note.load(document.bytes)
    const read = { text: note.text.toString(), title: note.summary().title }
    note.free()
    return { text: read.title + ': ' + read.text }
  })
  return text
}"""


class ComposingTests(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(PageServer())
        self.page = self.enterContext(browser()).page(self.server.address)
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.id = self.page.evaluate("() => notebook.create({ title: 'Letter', text: 'Dear Ann, ' })")
        self.page.evaluate("""() => {
          globalThis.wasSaving = false
          document.addEventListener('input', ({ isComposing }) => {
            if (isComposing) wasSaving = notebook.status.saved === 'saving'
          })
        }""")
        self.session = self.page.context.new_cdp_session(self.page)
        row_of(self.page, "Letter").click()
        expect(self.page.locator("#text")).to_have_value("Dear Ann, ")

    def compose(self, word):
        for count in range(1, len(word) + 1):
            self.session.send("Input.imeSetComposition", {
                "text": word[:count], "selectionStart": count, "selectionEnd": count})

    def stored(self, words):
        until(self.page, f"async (given) => await ({STORED})(given[0]) === given[1]", [self.id, words])

    def to_end(self, field):
        self.page.locator(field).click()
        self.page.keyboard.press("Control+End")

    def test_a_composed_word_is_kept_after_a_rest_and_not_called_saved_before(self):
        self.to_end("#text")
        self.compose("see")
        until(self.page, "() => wasSaving")
        self.stored("Letter: Dear Ann, see")
        until(self.page, "() => notebook.status.saved === 'saved'")
        # It is still composed, and goes on.
        self.compose("seen")
        self.session.send("Input.insertText", {"text": "seen "})
        self.stored("Letter: Dear Ann, seen ")

    def test_a_composed_word_is_kept_when_the_window_is_hidden_or_another_note_shown(self):
        other = self.page.evaluate("() => notebook.create({ title: 'Other' })")
        self.to_end("#text")
        self.compose("see")
        self.page.evaluate("""() => {
          Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
          globalThis.savedAtOnce = notebook.openNotes.values().next().value.text
        }""")
        becomes(self.page, "() => savedAtOnce", "Dear Ann, see")
        self.stored("Letter: Dear Ann, see")
        self.compose("seen")
        row_of(self.page, "Other").dispatch_event("click")
        expect(self.page.locator("#title")).to_have_value("Other")
        self.stored("Letter: Dear Ann, seen")
        becomes(self.page, "async (id) => (await notebook.open(id)).text", "", other)

    def test_a_composed_title_is_kept_after_a_rest(self):
        self.to_end("#title")
        self.compose(" home")
        until(self.page, "() => wasSaving")
        self.stored("Letter home: Dear Ann, ")
        expect(self.page.locator("#title")).to_have_value("Letter home")
        until(self.page, "() => notebook.status.saved === 'saved'")

    def test_what_arrives_meanwhile_stands_beside_what_is_kept(self):
        until(self.page, SENT)
        self.to_end("#text")
        self.compose("see")
        self.server.insert("note/" + self.id, 0, "P.S. ", None)
        self.server.insert("note/" + self.id, 15, "\nend")
        until(self.page, "() => notebook.openNotes.values().next().value.text.startsWith('P.S.')")
        self.stored("Letter: P.S. Dear Ann, \nendsee")
        self.compose("seen")
        self.stored("Letter: P.S. Dear Ann, \nendseen")
        self.server.insert("note/" + self.id, 0, "> ")
        until(self.page, "() => notebook.openNotes.values().next().value.text.startsWith('>')")
        self.session.send("Input.insertText", {"text": "seen."})
        expect(self.page.locator("#text")).to_have_value("> P.S. Dear Ann, \nendseen.")
        self.stored("Letter: > P.S. Dear Ann, \nendseen.")


if __name__ == "__main__":
    unittest.main(verbosity=2)
