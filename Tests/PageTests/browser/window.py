# SPDX-License-Identifier: MIT
"""A window of the page, against the fake server: its keys, words and rows."""

import pathlib
import unittest

from harness import SAVED, PageServer, browser, row_of
from waiting import becomes, reads, until

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
STILL = """() => document.getAnimations().every(({ playState, effect }) =>
  playState !== 'running' || effect.getTiming().iterations === Infinity)"""
# Notes of one millisecond would be listed in the order of their ids, which are left to chance.
CREATE = """async (parts) => {
  const began = Date.now()
  while (Date.now() === began) await new Promise((fulfill) => setTimeout(fulfill))
  return notebook.create(parts)
}"""
# Messages, marks of what arrived and the name of its device go after seconds. A busy machine may need longer for the
# steps of a test that lead to them, so that here they go after minutes.
LONG_SHOWN = """{
  const { setTimeout } = window
  const times = new Set([1500, 2400, 3300, 4000, 5000, 10_000])
  window.setTimeout = (body, delay, ...rest) => setTimeout(body, times.has(delay) ? 600_000 : delay, ...rest)
}"""


class Window:
    """A page with the notes of a test, the last one listed first, and the keys of its person."""

    def __init__(self, it, address, width=1280, height=800, notes=()):
        self.page = it.page(address)
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.add_init_script(LONG_SHOWN)
        self.page.reload()
        until(self.page, "() => !!globalThis.notebook")
        self.page.evaluate("""() => {
          globalThis.said = []
          const region = document.querySelector('#polite')
          new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true })
        }""")
        self.ids = [self.page.evaluate(CREATE, note) for note in notes]
        if notes:
            # Of a long list only the rows in the window are drawn.
            if len(notes) > 10:
                until(self.page, "() => document.querySelectorAll('.row:not([hidden])').length >= 10")
            else:
                self.rows_are(*[note["title"] for note in reversed(notes)])
            until(self.page, SAVED)

    def keys(self, *chords):
        for chord in chords:
            self.page.keyboard.press(chord)

    def type(self, text):
        self.page.keyboard.type(text)

    def focused(self, what):
        until(self.page, f"(what) => ({FOCUS})() === what", what)

    def rows_are(self, *titles):
        becomes(self.page, """() => [...document.querySelectorAll('.row:not([hidden])')]
          .sort((one, other) => one.ariaPosInSet - other.ariaPosInSet)
          .map((row) => row.querySelector('b').textContent)""", list(titles))

    def selected_are(self, *titles):
        becomes(self.page, """() => [...document.querySelectorAll('.row[aria-selected=true] b')]
          .map((title) => title.textContent).sort()""", sorted(titles))

    def text_is(self, text):
        becomes(self.page, "() => document.querySelector('#text').value", text)

    def title_is(self, title):
        becomes(self.page, "() => document.querySelector('#title').value", title)

    def heard(self, words):
        until(self.page, "(words) => said.some((each) => each.includes(words))", words)
        self.page.evaluate("() => { said.length = 0 }")

    def errors_are(self, *messages):
        """Waits for these errors of the page, and forgets them."""
        def errors():
            # Errors arrive while the page is asked for something.
            self.page.evaluate("0")
            return self.page.errors

        reads(errors, list(messages))
        self.page.errors.clear()

    def has_no_faults(self):
        """Checks names, ids and contrast, once nothing moves."""
        until(self.page, STILL)
        becomes(self.page, CHECKS, [])

    def enter(self, title):
        """Chooses a note and goes into its text."""
        row_of(self.page, title).click()
        self.title_is(title)
        self.page.locator("#text").click()


class Case(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(PageServer())
        self.it = self.enterContext(browser())
        self.windows = []

    def window(self, **options):
        address = self.server.address if not self.windows else self.server.origin
        self.windows.append(Window(self.it, address, **options))
        return self.windows[-1]

    def tearDown(self):
        for window in self.windows:
            self.assertEqual(window.page.errors, [])
