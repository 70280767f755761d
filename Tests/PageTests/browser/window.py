# SPDX-License-Identifier: MIT
"""A window of the page, against the twin server: its keys, words and rows."""

import pathlib
import unittest

from harness import SAVED, PageServer, browser, row_of, until

FOCUS = """() => {
  const { activeElement: element } = document
  const row = element.closest('.row')
  return row ? 'row ' + row.querySelector('b').textContent : element.id || element.className || element.tagName
}"""
DRAW_ROWS = """async () => {
  notebook.dispatchEvent(new Event('rows'))
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
}"""
HISTORY = """() => {
  notebook.history = async () => [1, 0].map((day) => (
    { id: 'ab'[day], time: Date.UTC(2026, 10, 3 + day, 12), inserted: 9, deleted: 0, device: null }))
  notebook.historyText = async () => ({ text: 'old', title: 'Beds' })
}"""
CHECKS = (pathlib.Path(__file__).parent / "accessible.js").read_text()


class Window:
    """A page with the notes of a test, and the keys of its person."""

    def __init__(self, it, address, width=1280, height=800, notes=()):
        self.page = it.page(address)
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.reload()
        until(self.page, "() => !!globalThis.notebook")
        self.page.evaluate("""() => {
          globalThis.said = []
          const region = document.querySelector('#polite')
          new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true })
        }""")
        self.ids = [self.page.evaluate("(parts) => notebook.create(parts)", note) for note in notes]
        if notes:
            # Of a long list only the rows in the window are drawn.
            until(self.page, "(count) => document.querySelectorAll('.row:not([hidden])').length >= count", min(len(notes), 10))
            until(self.page, SAVED)

    def keys(self, *chords):
        for chord in chords:
            self.page.keyboard.press(chord)

    def type(self, text):
        self.page.keyboard.type(text)

    def focus(self):
        return self.page.evaluate(FOCUS)

    def focused(self, what):
        until(self.page, f"(what) => ({FOCUS})() === what", what)

    def rows(self):
        return self.page.evaluate("""() => [...document.querySelectorAll('.row:not([hidden])')]
          .sort((one, other) => one.ariaPosInSet - other.ariaPosInSet)
          .map((row) => row.querySelector('b').textContent)""")

    def rows_are(self, *titles):
        until(self.page, """(titles) => [...document.querySelectorAll('.row:not([hidden])')]
          .sort((one, other) => one.ariaPosInSet - other.ariaPosInSet)
          .map((row) => row.querySelector('b').textContent).join('|') === titles""", "|".join(titles))

    def text_is(self, text):
        until(self.page, "(text) => document.querySelector('#text').value === text", text)

    def title_is(self, title):
        until(self.page, "(title) => document.querySelector('#title').value === title", title)

    def heard(self, words):
        until(self.page, "(words) => said.some((each) => each.includes(words))", words)
        self.page.evaluate("() => { said.length = 0 }")

    def enter(self, title):
        """Chooses a note and goes into its text."""
        row_of(self.page, title).click()
        until(self.page, "(title) => document.querySelector('#title').value === title", title)
        self.page.locator("#text").click()


class Case(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(PageServer())
        self.it = self.enterContext(browser())
        self.windows = []

    def window(self, **options):
        address = self.server.address if not self.windows else self.server.address.split("#")[0]
        self.windows.append(Window(self.it, address, **options))
        return self.windows[-1]

    def tearDown(self):
        for window in self.windows:
            self.assertEqual(window.page.errors, [])
