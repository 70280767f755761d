# SPDX-License-Identifier: MIT
"""The history of a note: its moments, what is restored, and how it is left."""

import re
import unittest

from harness import row_of
from waiting import becomes, drawn, expect, until
from window import HISTORY, Case


class HistoryTests(Case):
    def test_history_by_keys(self):
        window = self.window(notes=[{"title": "Beds", "text": "three packets of peas"}])
        window.enter("Beds")
        window.page.evaluate("""() => {
          const texts = { a: 'two packets', b: 'three packets', c: 'three packets of peas' }
          notebook.history = async () => [2, 1, 0].map((day) => (
            { id: 'abc'[day], time: Date.UTC(2026, 10, 3 + day, 12), inserted: 9, deleted: day,
              device: day === 1 ? { id: 'p', name: 'Pixel', color: 2 } : { id: 'm', name: 'MacBook', color: 1 } }))
          const before = { a: '', b: texts.a, c: texts.b }
          notebook.historyText = async (id, version) => ({ text: texts[version], before: before[version], title: 'Beds' })
        }""")
        window.keys("Control+Shift+h")
        until(window.page, "() => document.querySelector('#past-text')?.querySelector('ins')?.textContent === ' of peas'")
        window.keys("ArrowLeft")
        until(window.page, "() => document.querySelector('#past-text del')?.textContent === 'two'")
        words = re.compile("Pixel, 9 typed, 1 removed")
        expect(window.page.locator("#past .scrub")).to_have_attribute("aria-valuetext", words)
        window.has_no_faults()
        window.keys("Enter")
        window.text_is("three packets")
        window.page.locator("#text").focus()
        window.keys("Control+z")
        window.text_is("three packets of peas")
        # Go to the same note leaves its history.
        window.keys("Control+Shift+h")
        until(window.page, "() => !document.querySelector('#past').hidden")
        window.keys("Control+k")
        window.type("Beds")
        window.keys("Enter")
        until(window.page, "() => document.querySelector('#past').hidden")
        window.focused("title")
        # Without the server nothing is restored, and that is said; with it, the moment can be read.
        window.page.evaluate("""() => {
          globalThis.read = notebook.historyText
          notebook.historyText = async () => { throw new TypeError('Failed to fetch') }
        }""")
        window.keys("Control+Shift+h")
        until(window.page, "() => document.querySelector('#past-text')?.textContent === 'This moment cannot be read now.'")
        window.keys("Enter")
        window.heard("This moment cannot be read now.")
        window.page.evaluate("() => { notebook.historyText = read }")
        window.keys("ArrowLeft", "ArrowRight")
        until(window.page, "() => document.querySelector('#past-text ins')?.textContent === ' of peas'")
        window.keys("Control+Shift+f")
        window.focused("find")
        expect(window.page.locator("#past")).to_be_hidden()

    def test_edits_that_arrive_are_added_to_the_history_shown(self):
        window = self.window(notes=[{"title": "Beds", "text": "peas"}])
        window.enter("Beds")
        window.page.evaluate("""() => {
          globalThis.moments = [1, 0].map((day) => ({ id: 'ab'[day], time: Date.UTC(2026, 10, 3 + day, 12),
            inserted: 9, deleted: 0, device: { id: 'm', name: 'MacBook', color: 1 } }))
          notebook.history = async () => moments
          notebook.historyText = async (id, version) => ({ text: version, before: '', title: 'Beds' })
        }""")
        window.keys("Control+Shift+h")
        until(window.page, "() => document.querySelector('#past-text')?.textContent === 'b'")
        window.keys("ArrowLeft")
        until(window.page, "() => document.querySelector('#past-text').textContent === 'a'")
        tab = self.window().page
        window.page.evaluate("""() => moments.unshift({ id: 'c', time: Date.UTC(2026, 10, 5, 12), inserted: 10, deleted: 0,
          device: { id: 'p', name: 'Pixel', color: 2 } })""")
        tab.evaluate("async (id) => (await notebook.open(id)).replace(4, 4, ' and beans')", window.ids[0])
        until(window.page, "() => document.querySelectorAll('#moments [role=option]').length === 3")
        # The moment that was chosen is still chosen, and has the keyboard.
        becomes(window.page, "() => document.activeElement.dataset.index", "0")
        becomes(window.page, "() => document.querySelector('#past-text').textContent", "a")
        becomes(window.page, "() => document.querySelectorAll('#past .lanes > .dev').length", 2)
        window.keys("End")
        until(window.page, "() => document.querySelector('#past-text').textContent === 'c'")
        window.has_no_faults()

    def test_history_restores_into_its_own_note_alone(self):
        window = self.window(notes=[{"title": "Beds", "text": "three"}, {"title": "Other", "text": "untouched"}])
        window.enter("Beds")
        window.page.evaluate("""() => {
          notebook.history = async () => [{ id: 'a', time: Date.UTC(2026, 10, 3), device: null, inserted: 9, deleted: 0 }]
          notebook.historyText = () => new Promise((resolve) => { globalThis.answer = resolve })
        }""")
        window.keys("Control+Shift+h")
        until(window.page, "() => !document.querySelector('#past').hidden")
        window.keys("Enter")
        window.page.evaluate("(id) => notebook.edit([id], { isTrashed: true }).then(() => notebook.purge([id]))", window.ids[0])
        until(window.page, "() => document.querySelector('#past').hidden")
        window.enter("Other")
        window.page.evaluate("() => answer({ text: 'two', title: 'Beds' })")
        drawn(window.page)
        window.text_is("untouched")
        window.page.evaluate("""() => {
          const versions = notebook.history
          notebook.history = () => new Promise((resolve) => { globalThis.list = async () => resolve(await versions()) })
        }""")
        window.keys("Control+Shift+h", "Control+Shift+Enter")
        window.title_is("New note")
        window.page.evaluate("() => list()")
        drawn(window.page)
        expect(window.page.locator("#past")).to_be_hidden()

    def test_history_is_left_with_its_place(self):
        window = self.window(notes=[{"title": "Beds", "text": "peas"}])
        page = window.page
        page.evaluate(HISTORY)
        window.enter("Beds")
        page.locator("[data-do=history]").click()
        until(page, "() => document.activeElement.closest('#moments')")
        page.locator("#places a", has_text="All notes").click()
        expect(page.locator("#past")).to_be_hidden()
        expect(page.locator("#notes")).to_be_visible()
        page.locator("#text").click()
        window.keys("End")
        window.type(" c\n")
        window.text_is("peas c\n")
        window.keys("Control+Shift+h")
        until(page, "() => document.activeElement.closest('#moments')")
        window.keys("Control+k")
        window.type("Trash")
        window.keys("Enter")
        until(page, "() => !!document.activeElement.closest('#page')")
        expect(page.locator("#note")).to_be_hidden()
        expect(page.locator("#past")).to_be_hidden()
        window.keys("Escape")
        window.focused("to-trash")
        page.locator("#places a", has_text="All notes").click()
        expect(page.locator("#notes")).to_be_visible()
        expect(page.locator("#note")).to_be_visible()
        # In one column, where Back leads out of each.
        page.set_viewport_size({"width": 390, "height": 844})
        row_of(page, "Beds").click()
        window.focused("sheet")
        for place, view in (("Trash", "page"), ("All notes", None)):
            page.locator("[data-do=history]").click()
            until(page, "() => history.state?.view === 'past' && !document.querySelector('#past').hidden")
            window.keys("F6")
            page.locator("#side .item", has_text=place).click()
            # The step of the history is left once the browser is at another one.
            until(page, "(view) => document.querySelector('#past').hidden && (view ? history.state?.view === view"
                  " : document.body.dataset.view === 'list' && history.state?.view !== 'past')", view)
            drawn(page)
            expect(page.locator("#page")).to_be_visible(visible=view == "page")
            expect(page.locator("#notes")).to_be_visible(visible=view is None)
            if view:
                page.go_back()
                until(page, "() => document.querySelector('#page').hidden && document.body.dataset.view === 'list'")
                row_of(page, "Beds").click()
                window.focused("sheet")


if __name__ == "__main__":
    unittest.main(verbosity=2)
