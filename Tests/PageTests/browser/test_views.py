# SPDX-License-Identifier: MIT
"""The views of the page in Chromium, against the twin server: keys, words, carets, sizes."""

import json
import pathlib
import sys
import unittest

from harness import SAVED, SENT, PageServer, browser, row_of, until

FOCUS = """() => {
  const { activeElement: element } = document
  const row = element.closest('.row')
  return row ? 'row ' + row.querySelector('b').textContent : element.id || element.className || element.tagName
}"""
DRAW_ROWS = """async () => {
  notebook.dispatchEvent(new Event('rows'))
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
}"""

DAMAGE = """(id) => new Promise((done) => {
  const open = indexedDB.open('decent-notes')
  open.onsuccess = () => {
    const transaction = open.result.transaction('documents', 'readwrite')
    const store = transaction.objectStore('documents')
    store.get('note/' + id).onsuccess = ({ target: { result } }) =>
      store.put({ ...result, bytes: result.bytes.slice(0, -7) }, 'note/' + id)
    transaction.oncomplete = () => { open.result.close(); done() }
  }
})"""
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


class KeyboardTests(Case):
    def test_a_note_is_made_and_filed_without_a_mouse(self):
        window = self.window()
        window.keys("Control+Shift+Enter")
        window.focused("title")
        window.type("Spring order")
        window.keys("Enter")
        window.focused("text")
        window.type("- [ ] peas\nbeans")
        window.text_is("- [ ] peas\n- [ ] beans")
        window.keys("Control+Enter")
        window.text_is("- [ ] peas\n- [x] beans")
        window.keys("Alt+ArrowUp")
        window.text_is("- [x] beans\n- [ ] peas")
        window.keys("Escape")
        window.focused("title")
        window.keys("Escape")
        window.focused("row Spring order")
        window.keys("t")
        window.type("garden")
        window.keys("Enter")
        until(window.page, "() => !!document.querySelector('#tags [aria-pressed=true]')")
        window.keys("Escape")
        window.focused("row Spring order")
        window.keys("3")
        until(window.page, "() => document.querySelector('#priority :checked').value === '3'")
        window.keys("p")
        until(window.page, "() => notebook.rows()[0].isPinned")
        window.keys("m")
        until(window.page, "() => !!document.querySelector('[role=menu]')")
        window.keys("End", "Enter")
        until(window.page, "() => document.activeElement.placeholder")
        window.type("Home/Garden")
        window.keys("Enter")
        until(window.page, "() => notebook.rows()[0].folder === 'Home/Garden'")
        window.focused("row Spring order")
        self.assertEqual(
            window.page.evaluate("() => { const { title, tags, priority } = notebook.rows()[0]; return [title, tags, priority] }"),
            ["Spring order", ["garden"], 3])

    def test_trash_undo_restore_and_drop_for_good(self):
        window = self.window(notes=[{"title": "One"}, {"title": "Two"}, {"title": "Three"}])
        window.page.locator(".row").first.click()
        window.keys("Home", "ArrowDown")
        second = window.rows()[1]
        window.keys("Delete")
        window.heard("is in the trash")
        self.assertTrue(window.focus().startswith("row "), window.focus())
        self.assertEqual(len(window.rows()), 2)
        window.keys("Control+z")
        until(window.page, "() => notebook.rows().length === 3")
        window.keys("Control+Shift+z")
        until(window.page, "() => notebook.rows({ view: 'trash' }).length === 1")
        window.page.locator("#to-trash").focus()
        window.keys("Enter")
        until(window.page, "() => !document.querySelector('#page').hidden")
        window.page.locator(f"[aria-label='Drop {second} for good']").focus()
        window.keys("Enter")
        until(window.page, "() => !!document.querySelector('dialog.ask')")
        window.keys("Enter")
        self.assertEqual(window.page.evaluate("() => notebook.rows({ view: 'trash' }).length"), 1)
        window.keys("Enter")
        until(window.page, "() => !!document.querySelector('dialog.ask')")
        window.keys("Tab", "Enter")
        until(window.page, "() => notebook.rows({ view: 'trash' }).length === 0")
        until(window.page, "() => document.querySelector('#page').textContent.includes('The trash is empty.')")
        self.assertFalse(window.page.evaluate("() => said.some((words) => words.includes('elsewhere'))"))

    def test_rows_move_by_keys(self):
        window = self.window(notes=[{"title": title} for title in "ABCD"])
        window.page.locator(".row").first.click()
        window.keys("Home")
        first, second, third, fourth = window.rows()
        window.keys("Alt+ArrowDown")
        window.rows_are(second, first, third, fourth)
        window.heard("Place 2 of 4")
        window.focused(f"row {first}")
        window.keys("Alt+Shift+ArrowDown")
        window.rows_are(second, third, fourth, first)
        window.keys("Space", "ArrowUp", "ArrowUp")
        window.rows_are(second, first, third, fourth)
        window.keys("Escape")
        window.rows_are(second, third, fourth, first)
        window.heard("Back where it was")
        window.keys("Space", "ArrowUp", "Space")
        window.rows_are(second, third, first, fourth)
        window.heard("Set down at place 3")
        window.keys("Control+z")
        window.rows_are(second, third, fourth, first)

    def test_a_failed_action_is_told(self):
        window = self.window(notes=[{"title": title} for title in "AB"])
        window.page.locator(".row").first.click()
        window.page.evaluate("() => { notebook.move = async () => { throw new Error('the index is gone') } }")
        window.keys("Home", "Alt+ArrowDown")
        window.heard("That was not done: the index is gone")
        self.assertEqual(window.page.errors, ["the index is gone"])
        window.page.errors.clear()

    def test_a_row_that_was_carried_is_announced_at_its_new_place(self):
        window = self.window(notes=[{"title": title} for title in "ABC"])
        first, second, third = window.rows()
        boxes = [row_of(window.page, title).bounding_box() for title in (first, third)]
        (x, top), (_, bottom) = [(box["x"] + 40, box["y"] + box["height"] / 2) for box in boxes]
        window.page.mouse.move(x, top)
        window.page.mouse.down()
        window.page.mouse.move(x, bottom, steps=5)
        window.page.mouse.move(x, bottom + boxes[1]["height"] / 2 + 4)
        window.page.mouse.up()
        window.rows_are(second, third, first)
        window.heard("Set down at place 3")

    def test_many_are_chosen_and_go_together(self):
        window = self.window(notes=[{"title": title} for title in "ABCD"])
        window.page.locator(".row").first.click()
        window.keys("Home", "Shift+ArrowDown", "Shift+ArrowDown")
        chosen = "() => document.querySelectorAll('.row[aria-selected=true]').length"
        self.assertEqual(window.page.evaluate(chosen), 3)
        window.keys("Delete")
        until(window.page, "() => document.querySelectorAll('.row:not([hidden])').length === 1")
        window.heard("3 notes are in the trash")
        window.keys("Control+z")
        until(window.page, "() => document.querySelectorAll('.row:not([hidden])').length === 4")
        window.keys("Control+a")
        self.assertEqual(window.page.evaluate(chosen), 4)

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

    def test_a_note_that_left_its_place_is_not_trashed_for_another(self):
        window = self.window(notes=[{"title": "One", "tags": ["week"]}, {"title": "Two", "tags": ["week"]}])
        window.page.locator("#places a", has_text="week").click()
        row_of(window.page, "One").click()
        until(window.page, "() => document.querySelector('#title').value === 'One'")
        window.page.locator("#tags [aria-pressed=true]").click()
        window.rows_are("Two")
        self.assertEqual(window.page.input_value("#title"), "One")
        window.page.evaluate("() => document.querySelector('.row:not([hidden])').focus()")
        window.keys("Delete")
        until(window.page, "() => notebook.rows({ view: 'trash' }).length === 1")
        self.assertEqual(window.page.evaluate("() => notebook.rows({ view: 'trash' })[0].title"), "Two")

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
        self.assertIn("Pixel, 9 typed, 1 removed", window.page.get_attribute("#past .scrub", "aria-valuetext"))
        self.assertEqual(window.page.evaluate(CHECKS), [])
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
        self.assertTrue(window.page.evaluate("() => document.querySelector('#past').hidden"))

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
        self.assertEqual(window.page.evaluate("() => document.activeElement.dataset.index"), "0")
        self.assertEqual(window.page.evaluate("() => document.querySelector('#past-text').textContent"), "a")
        self.assertEqual(window.page.evaluate("() => document.querySelectorAll('#past .lanes > .dev').length"), 2)
        window.keys("End")
        until(window.page, "() => document.querySelector('#past-text').textContent === 'c'")
        self.assertEqual(window.page.evaluate(CHECKS), [])

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
        window.page.wait_for_timeout(100)
        window.text_is("untouched")
        window.page.evaluate("""() => {
          const versions = notebook.history
          notebook.history = () => new Promise((resolve) => { globalThis.list = async () => resolve(await versions()) })
        }""")
        window.keys("Control+Shift+h", "Control+Shift+Enter")
        window.title_is("New note")
        window.page.evaluate("() => list()")
        window.page.wait_for_timeout(100)
        self.assertTrue(window.page.evaluate("() => document.querySelector('#past').hidden"))

    def test_a_folder_that_is_too_long_is_said(self):
        window = self.window(notes=[{"title": "One"}])
        window.page.locator(".row").first.click()
        window.keys("m")
        until(window.page, "() => !!document.querySelector('[role=menu]')")
        window.keys("End", "Enter")
        until(window.page, "() => document.activeElement.placeholder")
        window.page.keyboard.insert_text("f" * 300)
        window.keys("Enter")
        window.heard("Nothing was changed: '" + "f" * 40 + "…' cannot be a folder")
        self.assertEqual(window.page.evaluate("() => notebook.rows()[0].folder"), "")

    def test_go_to_and_panes(self):
        window = self.window(notes=[{"title": "Minutes", "folder": "Work"}, {"title": "Boiler"}])
        window.keys("Control+k")
        window.type("minu")
        window.keys("Enter")
        window.focused("title")
        self.assertEqual(window.page.input_value("#title"), "Minutes")
        window.keys("Control+k")
        window.type("work")
        window.keys("Enter")
        window.focused("row Minutes")
        self.assertEqual(window.page.text_content("#place"), "Work")
        window.keys("F6")
        window.focused("text")
        window.keys("F6")
        window.focused("item")
        window.keys("Shift+F6")
        window.focused("text")
        window.keys("Control+k")
        window.type("nothing like it")
        window.keys("Enter")
        until(window.page, "() => document.querySelector('#title').value === 'nothing like it'")

    def test_a_title_with_the_focus_goes_to_no_other_note(self):
        window = self.window(notes=[{"title": title} for title in ("Alpha", "Bravo", "Charlie")])
        first, second, _ = window.rows()
        row_of(window.page, first).click()
        window.title_is(first)
        window.page.locator("#title").click()
        window.keys("Alt+PageDown")
        window.title_is(second)
        window.keys("End")
        window.type("!")
        until(window.page, "(title) => notebook.rows().some((row) => row.title === title)", second + "!")
        window.keys("Control+Shift+Enter")
        window.title_is("New note")
        window.type("Mine")
        until(window.page, "() => notebook.rows().some(({ title }) => title === 'Mine')")
        window.keys("Control+Shift+Enter")
        window.title_is("New note")


class PlacesTests(Case):
    """Places of the sidebar, and what the focus and keys of a place are meant for."""

    HISTORY = """() => {
      notebook.history = async () => [1, 0].map((day) => (
        { id: 'ab'[day], time: Date.UTC(2026, 10, 3 + day, 12), inserted: 9, deleted: 0, device: null }))
      notebook.historyText = async () => ({ text: 'old', title: 'Beds' })
    }"""

    def selected(self, window):
        return window.page.locator(".row[aria-selected=true] b").all_inner_texts()

    def test_history_is_left_with_its_place(self):
        window = self.window(notes=[{"title": "Beds", "text": "peas"}])
        page = window.page
        page.evaluate(self.HISTORY)
        window.enter("Beds")
        page.locator("[data-do=history]").click()
        until(page, "() => document.activeElement.closest('#moments')")
        page.locator("#places a", has_text="All notes").click()
        self.assertTrue(page.locator("#notes").is_visible() and page.locator("#past").is_hidden())
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
        self.assertTrue(page.locator("#note").is_hidden() and page.locator("#past").is_hidden())
        window.keys("Escape")
        window.focused("to-trash")
        page.locator("#places a", has_text="All notes").click()
        self.assertTrue(page.locator("#notes").is_visible() and page.locator("#note").is_visible())
        # In one column, where Back leads out of each.
        page.set_viewport_size({"width": 390, "height": 844})
        row_of(page, "Beds").click()
        window.focused("sheet")
        for place, view in (("Trash", "page"), ("All notes", None)):
            page.locator("[data-do=history]").click()
            until(page, "() => history.state?.view === 'past' && !document.querySelector('#past').hidden")
            window.keys("F6")
            page.locator("#side .item", has_text=place).click()
            until(page, "([place, view]) => document.querySelector('#past').hidden && (view ? history.state?.view === view"
                  " : document.body.dataset.view === 'list')", [place, view])
            page.wait_for_timeout(300)
            self.assertEqual(page.locator("#page").is_visible(), view == "page")
            self.assertEqual(page.locator("#notes").is_visible(), view is None)
            if view:
                page.go_back()
                until(page, "() => document.querySelector('#page').hidden")
                if not page.locator("#note").is_visible():
                    row_of(page, "Beds").click()
                    window.focused("sheet")

    def test_a_row_that_goes_hands_its_focus_on(self):
        window = self.window(notes=[
            {"title": "A", "folder": "Work"}, {"title": "B", "folder": "Work"}, {"title": "C"}, {"title": "D"}])
        page = window.page
        page.evaluate("(ids) => notebook.edit(ids, { isPinned: true })", window.ids[:2])
        page.locator("#places a", has_text="Pinned").click()
        window.rows_are("B", "A")
        row_of(page, "B").click()
        window.keys("p")
        window.rows_are("A")
        window.focused("row A")
        window.keys("3")
        until(page, "() => notebook.rows().find(({ title }) => title === 'A').priority === 3")
        window.keys("p")
        # An empty list has the keys of the list, too.
        window.focused("nothing")
        window.keys("Control+z")
        window.rows_are("A")
        window.focused("row A")
        page.locator("#places a", has_text="Work").click()
        row_of(page, "B").click()
        window.keys("m")
        until(page, "() => !!document.querySelector('[role=menu]')")
        window.keys("Home", "Enter")
        window.rows_are("A")
        window.focused("row A")
        page.locator("#places a", has_text="All notes").click()
        row_of(page, "C").click()
        window.keys("n")
        window.focused("title")
        window.keys("Escape")
        window.focused("row New note")
        window.keys("Control+z")
        until(page, "() => notebook.rows().length === 4")
        until(page, "() => document.activeElement.matches('.row:not([hidden])')")
        window.keys("Control+Shift+z")
        until(page, "() => notebook.rows().length === 5")
        row_of(page, "C").click()
        page.evaluate("(id) => notebook.edit([id], { isTrashed: true })", window.ids[2])
        until(page, "() => document.activeElement.matches('.row:not([hidden])') && notebook.rows().length === 4")
        page.locator("#said").get_by_role("button", name="Restore").click()
        window.focused("title")
        until(page, "() => notebook.rows().length === 5")

    def test_the_last_card_of_the_trash_hands_its_focus_on(self):
        window = self.window(notes=[{"title": "A"}, {"title": "B"}])
        page = window.page
        page.evaluate("(ids) => notebook.edit(ids, { isTrashed: true })", window.ids)
        page.locator("#to-trash").click()
        until(page, "() => document.querySelectorAll('.card').length === 2")
        page.locator(".card").first.focus()
        window.keys("Enter")
        until(page, "() => document.activeElement.matches('.card') && document.querySelectorAll('.card').length === 1")
        window.keys("Enter")
        until(page, "() => notebook.rows({ view: 'trash' }).length === 0 && document.activeElement.id === 'page'")
        # What is announced is so: Control Z takes it back, outside the list.
        window.keys("Control+z")
        until(page, "() => document.querySelectorAll('.card').length === 1")
        page.get_by_role("button", name="Drop all for good").click()
        page.get_by_role("button", name="Drop for good", exact=True).click()
        until(page, "() => notebook.rows({ view: 'trash' }).length === 0 && document.activeElement.id === 'page'")
        window.keys("Escape")
        window.focused("to-trash")

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
        self.assertIn("words ", page.input_value("#text"))
        window.keys("Control+Shift+z")
        until(page, "() => notebook.rows().some(({ folder }) => folder === 'Fo')")
        # In a field it is the field's.
        page.locator("#title").click()
        window.keys("End")
        window.type("!")
        window.keys("Control+z")
        window.title_is("One")
        self.assertTrue(page.evaluate("() => notebook.rows().some(({ folder }) => folder === 'Fo')"))
        page.locator("[data-do=more]").click()
        page.get_by_role("menuitem", name="Move to the trash").click()
        until(page, "() => notebook.rows().length === 1")
        window.keys("Control+z")
        until(page, "() => notebook.rows().length === 2")
        # What was restored from History is text.
        page.evaluate(self.HISTORY)
        window.enter("One")
        text = page.input_value("#text")
        window.keys("Control+Shift+h")
        until(page, "() => document.querySelector('#past-text')?.textContent === 'old'")
        window.keys("Enter")
        window.text_is("old")
        window.keys("Control+z")
        window.text_is(text)
        self.assertEqual(len(window.rows()), 2)

    def test_keys_of_the_list_are_meant_for_its_rows(self):
        window = self.window(notes=[{"title": title, "tags": ["old"]} for title in "ABCD"])
        page = window.page
        page.evaluate(self.HISTORY)
        first, second, third, _ = window.rows()
        row_of(page, first).click()
        window.title_is(first)
        window.keys("Shift+ArrowDown", "t")
        page.get_by_role("dialog", name="Tag 2 notes").wait_for()
        self.assertEqual(page.evaluate(CHECKS), [])
        window.type("many")
        window.keys("Enter")
        until(page, "() => notebook.rows().filter(({ tags }) => tags.includes('many')).length === 2")
        window.focused(f"row {second}")
        window.keys("Enter")
        window.title_is(second)
        window.focused("text")
        self.assertEqual(self.selected(window), [second])
        row_of(page, first).click()
        row_of(page, third).click(modifiers=["Control"])
        self.assertEqual(sorted(self.selected(window)), sorted([first, third]))
        window.keys("h")
        until(page, "(title) => document.querySelector('#past').ariaLabel === 'History of ' + title", third)
        window.keys("Escape")
        until(page, "() => document.querySelector('#past').hidden")
        row_of(page, first).click()
        row_of(page, second).click(modifiers=["Control"])
        window.keys("ArrowRight")
        window.focused("title")
        window.title_is(second)
        row_of(page, first).click()
        # One row that was chosen besides, and is the only one now.
        row_of(page, third).click(modifiers=["Control"])
        row_of(page, first).click(modifiers=["Control"])
        window.keys("t")
        until(page, "() => document.activeElement.matches('#tags input')")
        window.title_is(third)

    def test_what_is_new_is_listed_alone(self):
        window = self.window(notes=[{"title": "Open", "text": "."}, {"title": "Afar", "text": "."}])
        page = window.page
        until(page, SENT)
        window.enter("Open")
        self.server.insert("note/" + window.ids[1], 0, "From afar")
        page.locator("#places a", has_text="New from elsewhere").click()
        window.rows_are("Afar")
        window.title_is("Afar")
        # It stays while it is open.
        until(page, "() => !notebook.rows().some(({ isUnseen }) => isUnseen)")
        page.evaluate(DRAW_ROWS)
        window.rows_are("Afar")

    def test_rows_are_carried_within_their_list_alone(self):
        window = self.window(notes=[{"title": title, "folder": "Work" if title < "C" else ""} for title in "ABCDE"])
        page = window.page
        order = window.rows()
        row_of(page, "C").click()
        window.keys("Space", "ArrowUp", "ArrowUp")
        window.rows_are("C", "E", "D", "B", "A")
        page.locator("#places a", has_text="Work").click()
        row_of(page, "B").click()
        window.keys("Space")
        window.heard("Lifted, place 1 of 2")
        page.locator("#find").fill("e")
        page.locator("#find").fill("")
        row_of(page, "A").click()
        window.keys("Space")
        window.heard("Lifted, place 2 of 2")
        page.evaluate("(id) => notebook.edit([id], { isTrashed: true })", window.ids[0])
        window.rows_are("B")
        window.keys("Space")
        window.heard("Lifted, place 1 of 1")
        window.keys("Escape")
        page.locator("#places a", has_text="All notes").click()
        window.rows_are(*[title for title in order if title != "A"])
        # A row that is trashed elsewhere is dropped nowhere.
        page.evaluate("() => { globalThis.moves = 0; notebook.move = async () => { moves++ } }")
        box = row_of(page, "E").bounding_box()
        page.mouse.move(box["x"] + 90, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] + 90, box["y"] + 30 + 2.1 * box["height"], steps=3)
        until(page, "() => document.querySelector('.row.lifted b').textContent === 'E'")
        page.evaluate("(id) => notebook.edit([id], { isTrashed: true })", window.ids[4])
        window.rows_are("D", "C", "B")
        page.mouse.move(box["x"] + 90, box["y"] + 30 + box["height"])
        page.mouse.up()
        page.evaluate(DRAW_ROWS)
        self.assertEqual(page.evaluate("() => [moves, document.querySelectorAll('.row.lifted:not([hidden]), .drop').length]"), [0, 0])

    def test_a_long_trash_is_drawn_in_parts(self):
        window = self.window(notes=[{"title": "Kept"}])
        page = window.page
        page.evaluate("""() => {
          const ids = Array.from({ length: 450 }, (_, number) => notebook.create({ title: 'Old ' + number }))
          return notebook.edit(ids, { isTrashed: true })
        }""")
        page.locator("#to-trash").click()
        cards = page.locator("#page .card")
        until(page, "() => document.querySelectorAll('#page .card').length === 200")
        cards.nth(199).focus()
        window.keys("ArrowDown", "Enter")
        until(page, "() => document.querySelectorAll('#page .card').length === 400")
        self.assertTrue(cards.nth(200).evaluate("(card) => card === document.activeElement"))
        self.assertEqual(page.evaluate(CHECKS), [])
        window.keys("Enter")
        until(page, "() => notebook.rows({ view: 'trash' }).length === 449")
        until(page, "() => document.querySelectorAll('#page .card')[200] === document.activeElement")
        page.get_by_role("button", name="Show more").click()
        until(page, "() => document.querySelectorAll('#page .card').length === 449")
        self.assertEqual(page.get_by_role("button", name="Show more").count(), 0)
        page.locator("#places a", has_text="All notes").click()
        page.locator("#to-trash").click()
        until(page, "() => document.querySelectorAll('#page .card').length === 200")
        page.get_by_role("button", name="Drop all for good").click()
        page.get_by_text("Drop 449 notes for good?").wait_for()

    def test_one_column_by_keys(self):
        window = self.window(width=390, height=844, notes=[{"title": "One", "text": "Words"}])
        page = window.page
        page.reload()
        until(page, "() => globalThis.notebook?.rows().length === 1 && document.querySelector('.row').tabIndex === 0")
        page.locator(".row").first.focus()
        window.keys("Enter")
        window.focused("text")
        window.text_is("Words")
        window.keys("F6")
        until(page, "() => document.querySelector('#side').matches(':popover-open')")
        window.keys("Escape")
        until(page, "() => !document.querySelector('#side').matches(':popover-open')")
        window.focused("text")
        window.keys("Shift+F6")
        window.focused("row One")
        window.keys("F6")
        window.focused("title")
        page.evaluate("() => document.activeElement.blur()")
        window.keys("Escape")
        window.focused("row One")
        window.keys("n")
        window.focused("title")
        window.type("Shopping")
        window.keys("Enter")
        window.focused("text")
        window.type("- [ ] milk\nbread")
        window.text_is("- [ ] milk\n- [ ] bread")
        window.title_is("Shopping")
        # A menu of the sidebar opens within it.
        window.keys("F6")
        look = page.locator("[data-do=look]")
        look.click()
        menu = page.get_by_role("menu", name="Theme and text size")
        self.assertTrue(look.is_visible() and menu.is_visible())
        self.assertGreaterEqual(menu.bounding_box()["y"], look.bounding_box()["y"] + look.bounding_box()["height"])
        self.assertEqual(page.evaluate(CHECKS), [])
        window.keys("ArrowDown", "Escape")
        until(page, "() => document.activeElement.dataset.do === 'look'")
        self.assertTrue(look.is_visible() and menu.count() == 0)


class WritingTests(Case):
    def test_caret_and_view_stay_while_another_tab_types(self):
        text = "\n".join(f"Line {number} of the note, which is long enough to scroll." for number in range(200))
        window = self.window(notes=[{"title": "Both", "text": text}])
        window.enter("Both")
        area = window.page.locator("#text")
        at = text.index("Line 150")
        window.page.evaluate("""(at) => {
          const area = document.querySelector('#text')
          area.setSelectionRange(at, at + 8)
          document.querySelector('#note > .scroll').scrollTop = 4000
        }""", at)
        top = "(at) => document.querySelector('#text').createValueRange(at, at + 8).getBoundingClientRect().top"
        before = window.page.evaluate(top, at)
        other = self.window()
        other.page.evaluate("""async (id) => {
          const note = await notebook.open(id)
          note.replace(0, 0, 'Five\\nnew\\nlines\\nabove\\nit\\n')
          note.replace(note.length, note.length, ' And an end.')
        }""", window.ids[0])
        until(window.page, "(text) => document.querySelector('#text').value === text",
              "Five\nnew\nlines\nabove\nit\n" + text + " And an end.")
        shift = len("Five\nnew\nlines\nabove\nit\n")
        self.assertEqual(
            window.page.evaluate("() => { const area = document.querySelector('#text'); return [area.selectionStart, area.selectionEnd] }"),
            [at + shift, at + shift + 8])
        self.assertAlmostEqual(window.page.evaluate(top, at + shift), before, delta=1.5)
        self.assertEqual(area.evaluate("(area) => area === document.activeElement"), True)
        until(window.page, "() => CSS.highlights.get('a2')?.size > 0")

    def test_undo_takes_back_own_words_alone(self):
        window = self.window(notes=[{"title": "Both", "text": "."}])
        window.enter("Both")
        window.keys("Control+Home")
        window.type("mine ")
        other = self.window()
        other.page.evaluate("async (id) => (await notebook.open(id)).replace(0, 0, 'yours ')", window.ids[0])
        window.text_is("yours mine .")
        window.keys("Control+z")
        window.text_is("yours .")
        window.keys("Control+Shift+z")
        window.text_is("yours mine .")
        self.assertEqual(window.page.evaluate("() => document.querySelector('#text').selectionStart"), 11)

    def test_other_line_ends_stay_where_nothing_is_typed(self):
        window = self.window(notes=[{"title": "Both", "text": "one\r\ntwo\r\nthree\rfour"}])
        window.page.evaluate("async (id) => { globalThis.note = await notebook.open(id) }", window.ids[0])
        window.enter("Both")
        window.text_is("one\ntwo\nthree\nfour")
        window.keys("Control+Home", "ArrowDown", "ArrowDown", "End")
        window.type("!")
        self.assertEqual(window.page.evaluate("() => note.text"), "one\r\ntwo\r\nthree!\rfour")
        other = self.window()
        other.page.evaluate("""async (id) => {
          globalThis.note = await notebook.open(id)
          note.replace(3, 5, '\\r\\n1.5\\r\\n')
        }""", window.ids[0])
        window.text_is("one\n1.5\ntwo\nthree!\nfour")
        window.type("?")
        until(other.page, "(text) => note.text === text", "one\r\n1.5\r\ntwo\r\nthree!?\rfour")
        window.keys("Control+Enter")
        until(other.page, "(text) => note.text === text", "one\r\n1.5\r\ntwo\r\n- [ ] three!?\rfour")
        window.keys("Control+z", "End", "Delete")
        until(other.page, "(text) => note.text === text", "one\r\n1.5\r\ntwo\r\nthree!?four")

    def test_an_edit_that_the_note_refuses_is_said_and_not_shown(self):
        window = self.window(notes=[{"title": "Both", "text": "one"}])
        window.page.evaluate("""async (id) => {
          globalThis.note = await notebook.open(id)
          const { replace } = note.constructor.prototype
          note.constructor.prototype.replace = function (...all) {
            note.constructor.prototype.replace = replace
            throw new Error('No room.')
          }
        }""", window.ids[0])
        window.enter("Both")
        window.keys("Control+End")
        window.type("x")
        window.text_is("one")
        window.heard("This edit was not taken: No room.")
        window.type(" two")
        window.text_is("one two")
        self.assertEqual(window.page.evaluate("() => note.text"), "one two")

    def test_a_title_that_is_too_long_is_said_and_stays_to_be_mended(self):
        window = self.window(notes=[{"title": "Short", "text": "."}])
        window.enter("Short")
        window.page.fill("#title", "long " * 210)
        window.heard("This title is not saved:")
        window.page.locator("#text").click()
        window.title_is("long " * 210)
        self.assertEqual(window.page.evaluate("() => notebook.rows()[0].title"), "Short")
        window.page.fill("#title", "Mended")
        until(window.page, "() => notebook.rows()[0].title === 'Mended'")

    def test_a_title_with_the_focus_follows_another_tab_until_it_is_typed_in(self):
        window = self.window(notes=[{"title": "Beds"}])
        other = self.window()
        other.page.evaluate("async (id) => { globalThis.note = await notebook.open(id) }", window.ids[0])
        window.page.bring_to_front()
        window.title_is("Beds")
        window.page.locator("#title").click()
        window.keys("End")
        other.page.evaluate("() => note.setTitle('My Beds')")
        window.title_is("My Beds")
        window.type("!")
        until(other.page, "() => note.title === 'My Beds!'")
        other.page.evaluate("() => note.setTitle('Theirs')")
        until(window.page, "() => notebook.rows()[0].title === 'Theirs'")
        self.assertEqual(window.page.input_value("#title"), "My Beds!")
        window.page.locator("#text").click()
        window.title_is("Theirs")

    def test_a_note_that_is_dropped_elsewhere_while_it_is_typed_in_is_said(self):
        window = self.window(notes=[{"title": "Beds", "text": "."}])
        other = self.window()
        window.page.bring_to_front()
        window.enter("Beds")
        window.type("mine ")
        until(window.page, SAVED)
        other.page.evaluate("(id) => notebook.edit([id], { isTrashed: true }).then(() => notebook.purge([id]))", window.ids[0])
        window.heard("“Beds” was dropped for good elsewhere.")
        until(window.page, "() => document.querySelector('#note').classList.contains('blank')")

    def test_composition_is_one_edit_that_arrivals_do_not_break(self):
        window = self.window(notes=[{"title": "Kyoto", "text": "京都。"}])
        other = self.window()
        window.page.bring_to_front()
        window.enter("Kyoto")
        window.page.evaluate("() => document.querySelector('#text').setSelectionRange(2, 2)")
        session = window.page.context.new_cdp_session(window.page)
        for composed in ["n", "に", "にほn", "にほん"]:
            session.send("Input.imeSetComposition", {
                "text": composed, "selectionStart": len(composed), "selectionEnd": len(composed)})
        self.assertEqual(window.page.input_value("#text"), "京都にほん。")
        other.page.evaluate("""async (id) => {
          globalThis.note = await notebook.open(id)
          note.replace(0, 0, '秋の')
        }""", window.ids[0])
        window.page.wait_for_timeout(300)
        self.assertEqual(window.page.input_value("#text"), "京都にほん。")
        session.send("Input.imeSetComposition", {"text": "日本", "selectionStart": 2, "selectionEnd": 2})
        session.send("Input.insertText", {"text": "日本"})
        window.text_is("秋の京都日本。")
        until(other.page, "() => note.text === '秋の京都日本。'")
        self.assertEqual(window.page.evaluate("() => document.querySelector('#text').selectionStart"), 6)
        window.keys("Control+z")
        window.text_is("秋の京都。")

    def test_all_ways_to_edit_reach_the_note(self):
        window = self.window(notes=[{"title": "Ways", "text": "one two three"}])
        window.enter("Ways")
        steps = [
            (["Control+Home", "Control+Shift+ArrowRight", "Shift+ArrowRight", "Delete"], "two three"),
            (["Control+End", "Control+Backspace"], "two "),
            (["Control+a", "Control+c", "ArrowRight", "Control+v"], "two two "),
            (["Shift+Home", "Control+x", "Control+v", "Control+v"], "two two two two "),
            (["Home", "Shift+ArrowRight", "Control+b"], "**t**wo two two two "),
            (["Control+b"], "two two two two "),
            (["Control+]"], "  two two two two "),
        ]
        for keys, text in steps:
            window.keys(*keys)
            window.text_is(text)
            note = "async (id) => { const note = await notebook.open(id); const { text } = note; note.close(); return text }"
            self.assertEqual(window.page.evaluate(note, window.ids[0]), text, keys)


class WindowTests(Case):
    def test_only_rows_in_the_window_exist(self):
        self.server.kill()
        self.server = self.enterContext(PageServer("--notes", "2000"))
        window = self.window()
        until(window.page, "() => notebook.rows().length === 2000 && !notebook.status.fetching", limit=60)
        until(window.page, "() => document.querySelectorAll('.row:not([hidden])').length > 10")
        window.page.locator(".row").first.click()
        window.keys("End")
        until(window.page, "() => document.activeElement.ariaPosInSet === '2000'")
        until(window.page, "() => document.activeElement.getBoundingClientRect().bottom <= innerHeight")
        window.keys("Home")
        until(window.page, "() => document.activeElement.ariaPosInSet === '1'")
        until(window.page, """() => [...document.querySelectorAll('.row:not([hidden])')]
          .every((row, place, rows) => !place || Number(row.ariaPosInSet) > Number(rows[place - 1].ariaPosInSet))""")
        self.assertEqual(window.page.evaluate("() => document.activeElement.ariaPosInSet"), "1")
        self.assertLess(window.page.evaluate("() => document.querySelectorAll('.row').length"), 60)

    def test_the_rows_of_last_time_are_shown_until_the_notes_are_read(self):
        window = self.window(notes=[{"title": f"Note {number}"} for number in range(60)])
        until(window.page, "() => localStorage.getItem('decent-first-rows')?.includes('\"count\":60')")
        window.page.evaluate("() => notebook.edit([notebook.rows()[0].id], { isTrashed: true })")
        until(window.page, "() => localStorage.getItem('decent-first-rows').includes('\"count\":59')")
        until(window.page, SAVED)
        rows = "() => [...document.querySelectorAll('.row:not([hidden])')].slice(0, 8).map((row) => row.innerText)"
        shown = window.page.evaluate(rows)
        window.page.add_init_script("""{
          const { open } = IDBFactory.prototype
          IDBFactory.prototype.open = function (...given) {
            const request = open.apply(this, given)
            const listen = { set(listener) { globalThis.goOn = () => listener.call(request) } }
            Object.defineProperty(request, 'onsuccess', listen)
            return request
          }
        }""")
        window.page.reload()
        until(window.page, "() => !!globalThis.goOn")
        self.assertEqual(window.page.evaluate(rows), shown)
        self.assertEqual(window.page.evaluate("() => document.querySelectorAll('.lifted').length"), 0)
        # A click is done once the note can be shown.
        window.page.locator(".row").nth(2).click()
        window.page.evaluate("() => goOn()")
        window.title_is("Note 56")
        self.assertEqual(window.page.evaluate("() => document.querySelectorAll('.row').length"),
                         window.page.evaluate("() => document.querySelectorAll('.row:not([hidden])').length"))
        # In one column, too, and wherever the row stands.
        window.page.set_viewport_size({"width": 390, "height": 1100})
        window.page.reload()
        until(window.page, "() => !!globalThis.goOn")
        window.page.locator(".row").nth(9).click()
        window.page.evaluate("() => goOn()")
        window.title_is("Note 49")
        until(window.page, "() => document.body.dataset.view === 'note'")

    def test_rows_of_last_time_hold_nothing_that_was_dropped_and_keep_no_page_from_starting(self):
        window = self.window(notes=[{"title": "Secret", "tags": ["a"]}, {"title": "Other", "tags": ["a"]}])
        kept = "(word) => localStorage.getItem('decent-first-rows').includes(word)"
        until(window.page, kept, "Secret")
        window.page.locator("[aria-labelledby=tag-head] a").click()
        until(window.page, "() => document.querySelector('#place').textContent === 'a'")
        id_ = window.page.evaluate("() => notebook.rows().find(({ title }) => title === 'Secret').id")
        window.page.evaluate("(id) => notebook.edit([id], { isTrashed: true })", id_)
        window.page.evaluate("(id) => notebook.purge([id])", id_)
        until(window.page, f"() => !({kept})('Secret') && ({kept})('Other')")
        until(window.page, SAVED)
        for old in ('{"rows":[{"id":"a","title":"x"}],"count":1}', '{', 'null', '{"rows":7}'):
            window.page.add_init_script(f"localStorage.setItem('decent-first-rows', {json.dumps(old)})")
            window.page.reload()
            until(window.page, "() => globalThis.notebook?.rows().length === 1")
            until(window.page, "() => document.querySelectorAll('.row:not([hidden])').length === 1")

    def test_a_note_is_shown_once_it_is_stored(self):
        window = self.window(notes=[{"title": "Early"}, {"title": "Late"}])
        window.enter("Early")
        window.page.evaluate("() => { notebook.open = async () => null }")
        row_of(window.page, "Late").click()
        until(window.page, "() => document.querySelector('#note').classList.contains('blank')")
        window.page.evaluate("() => { delete notebook.open; notebook.dispatchEvent(new Event('rows')) }")
        window.title_is("Late")
        self.assertFalse(window.page.evaluate("() => document.querySelector('#note').classList.contains('blank')"))

    def test_devices_have_names_and_colours_and_can_be_forgotten(self):
        devices = [{"id": digit * 32, "name": name, "isThisDevice": digit == "0", "isRetired": False, "lastSeen": None,
                    "holdsBack": 0} for digit, name in (("0", "desk"), ("1", "Pixel"), ("2", "Old tablet"))]
        self.server.tell({"devices": devices})
        window = self.window(notes=[{"title": "Shared", "text": "one"}, {"title": "Other", "text": "two"}])
        page = window.page
        until(page, SENT)
        page.reload()
        window.enter("Shared")
        self.server.insert("note/" + window.ids[0], 0, "From afar, ", device="1" * 32)
        window.text_is("From afar, one")
        who = page.locator("#who")
        who.get_by_text("Pixel").wait_for()
        window.page.locator(".row .who", has_text="Pixel is writing…").wait_for()
        self.assertEqual(who.get_attribute("data-dev"), "2")
        window.page.get_by_text("Pixel: 11 characters added").wait_for()
        self.server.insert("note/" + window.ids[1], 0, "Too, ", device="2" * 32)
        row = row_of(page, "Other")
        row.get_by_text("Old tablet").wait_for()
        self.assertEqual(row.get_attribute("data-dev"), "3")
        page.locator("#to-sync").click()
        page.locator("li.card", has_text="Old tablet").get_by_role("button").click()
        page.get_by_text("Forget Old tablet?").wait_for()
        self.assertEqual(page.evaluate(CHECKS), [])
        page.get_by_role("button", name="Forget", exact=True).click()
        page.locator(".toast", has_text="Old tablet is forgotten.").wait_for()
        until(page, "() => !document.querySelector('#page').textContent.includes('Old tablet')")
        self.assertTrue(page.locator("li.card", has_text="Pixel").is_visible())

    def test_an_address_shows_its_note(self):
        notes = [{"title": title} for title in ("One", "Two", "Three")]
        window = self.window(notes=notes)
        page = window.page
        until(page, SENT)
        address, token = self.server.address.split("#")
        page.goto("about:blank")
        page.goto(f"{address}#{token}/note/{window.ids[1]}")
        window.title_is("Two")
        self.assertNotIn("#", page.url)
        self.assertEqual(page.evaluate("() => document.querySelector('.row[aria-selected=true] b').textContent"), "Two")
        # The page is open already, and shows something else.
        page.locator("#to-sync").click()
        page.evaluate("(hash) => { location.hash = hash }", f"{token}/note/{window.ids[0]}")
        window.title_is("One")
        self.assertNotIn("#", page.url)
        # A phone shows the note's pane.
        page.goto("about:blank")
        page.set_viewport_size({"width": 390, "height": 800})
        page.goto(f"{address}#{token}/note/{window.ids[2]}")
        page.locator("#title").wait_for()
        window.title_is("Three")

    def test_theme_text_size_and_face_are_remembered(self):
        window = self.window(notes=[{"title": "One", "text": "Words"}])
        page = window.page
        look = """() => {
          const { colorScheme, fontSize } = getComputedStyle(document.documentElement)
          const bars = [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)
          return [colorScheme, fontSize, getComputedStyle(document.querySelector('#text')).fontFamily.includes('mono'), bars]
        }"""
        first = page.evaluate(look)
        self.assertEqual(first[:3], ["light dark", "16px", False])
        for words in ("Dark", "Large text", "All letters equally wide"):
            page.get_by_role("button", name="Theme and text size").click()
            page.get_by_role("menuitemradio", name=words).click()
        dark = [first[3][1]] * 2
        self.assertEqual(page.evaluate(look), ["dark", "18px", True, dark])
        self.assertEqual(page.evaluate(CHECKS), [])
        page.reload()
        until(page, "() => !!globalThis.notebook")
        self.assertEqual(page.evaluate(look), ["dark", "18px", True, dark])
        # By keys alone, and back.
        page.locator(".row").first.click()
        window.keys("Control+k")
        window.type("text size")
        window.keys("Enter")
        until(page, "() => !!document.querySelector('[role=menu]')")
        window.keys("Home", "Enter")
        self.assertEqual(page.evaluate(look)[0], "light dark")

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

    def test_a_storage_that_was_cleared_is_said(self):
        window = self.window(notes=[{"title": "Kept"}])
        page = window.page
        until(page, SENT)
        address = self.server.address.split("#")[0]
        page.goto(address + "icons/mark.svg")
        page.evaluate("""() => new Promise((done, fail) => {
          Object.assign(indexedDB.deleteDatabase('decent-notes'), { onsuccess: done, onerror: fail, onblocked: fail })
        })""")
        page.goto(address)
        alarm = page.locator("#alarm")
        alarm.get_by_text("The browser cleared this notebook.").wait_for()
        alarm.get_by_text("Open the address that decent serve prints.").wait_for()
        self.assertEqual(page.evaluate(CHECKS), [])
        page.goto(self.server.address)
        window.rows_are("Kept")
        alarm.get_by_role("button", name="I have read it").click()
        until(page, "() => document.querySelector('#alarm').textContent === ''")
        page.reload()
        window.rows_are("Kept")
        self.assertEqual(page.text_content("#alarm"), "")

    def test_a_damaged_note_says_so_in_its_pane(self):
        window = self.window(notes=[{"title": "Whole"}, {"title": "Broken", "text": "words"}])
        page = window.page
        until(page, SENT)
        address = self.server.address.split("#")[0]

        def damage():
            # Beside the page, which would write what it has open.
            page.goto(address + "icons/mark.svg")
            page.evaluate(DAMAGE, window.ids[1])
            page.goto(address)
            until(page, "() => !!globalThis.notebook")
            row_of(page, "Broken").click()
            page.locator("#trouble").get_by_text("A note cannot be read.").wait_for()
            self.assertTrue(page.locator("#text").is_hidden())
            return page.locator("#trouble").get_by_role("button", name="Fetch it from decent")

        damage().click()
        window.text_is("words")
        window.title_is("Broken")
        self.assertEqual(page.text_content("#trouble"), "")
        fetch = damage()
        # It is said once, and not with each change of the list.
        page.evaluate("() => { globalThis.failures = 0; notebook.addEventListener('failed', () => failures++) }")
        page.evaluate("() => notebook.dispatchEvent(new Event('rows'))")
        page.wait_for_timeout(100)
        self.assertEqual(page.evaluate("() => failures"), 0)
        page.set_viewport_size({"width": 390, "height": 800})
        row_of(page, "Broken").click()
        page.get_by_label("Back to the list").wait_for()
        page.set_viewport_size({"width": 1280, "height": 800})
        self.server.kill()
        until(page, "() => notebook.status.server === 'offline'")
        fetch.click()
        page.get_by_text("decent does not answer").wait_for()
        self.server.start()
        until(page, "() => notebook.status.server === 'online'")
        # The twin has no notes after its start, so that nothing has this one.
        fetch.click()
        page.get_by_role("button", name="Remove it from this browser").click()
        window.rows_are("Whole")
        window.title_is("Whole")
        self.assertEqual([error for error in page.errors if "net::ERR_" not in error], [])
        page.errors.clear()

    def test_a_mouse_moves_rows_and_files_them(self):
        window = self.window(notes=[{"title": "A"}, {"title": "B"}, {"title": "C", "folder": "Work"}])
        window.page.locator(".row").first.click()
        first, second, third = window.rows()
        box = row_of(window.page, first).bounding_box()
        mouse = window.page.mouse
        mouse.move(box["x"] + 90, box["y"] + 30)
        mouse.down()
        mouse.move(box["x"] + 90, box["y"] + 60)
        mouse.move(box["x"] + 90, box["y"] + 30 + 2.1 * box["height"])
        # The list is drawn again while a row is carried, as when a note arrives.
        window.page.evaluate(DRAW_ROWS)
        lifted = window.page.locator(".row.lifted")
        self.assertEqual(lifted.count(), 1)
        # It stays within the list, which has nothing to scroll to.
        self.assertAlmostEqual(lifted.bounding_box()["y"], box["y"] + 2 * box["height"], delta=2)
        mouse.move(box["x"] + 90, 795)
        window.page.wait_for_timeout(400)
        self.assertEqual(window.page.evaluate("() => document.querySelector('#rows').scrollTop"), 0)
        mouse.move(box["x"] + 90, box["y"] + 30 + 1.1 * box["height"])
        self.assertAlmostEqual(lifted.bounding_box()["y"], box["y"] + 1.1 * box["height"], delta=2)
        mouse.move(box["x"] + 90, box["y"] + 30 + 2.1 * box["height"])
        mouse.up()
        window.rows_are(second, third, first)
        box = row_of(window.page, "A").bounding_box()
        folder = window.page.locator("#places a", has_text="Work").bounding_box()
        mouse.move(box["x"] + 90, box["y"] + 30)
        mouse.down()
        mouse.move(box["x"] + 60, box["y"] + 40)
        mouse.move(folder["x"] + 60, folder["y"] + 12)
        mouse.up()
        until(window.page, "() => notebook.rows({ folder: 'Work' }).length === 2")

    def test_a_carried_row_stays_under_the_pointer_while_the_list_scrolls(self):
        window = self.window(notes=[{"title": str(number)} for number in range(40)])
        page, mouse = window.page, window.page.mouse
        first, second = window.rows()[:2]
        box = row_of(page, first).bounding_box()
        mouse.move(box["x"] + 90, box["y"] + 30)
        mouse.down()
        mouse.move(box["x"] + 90, box["y"] + 40)
        mouse.move(box["x"] + 90, box["y"] + 30 + 2 * box["height"])
        mouse.wheel(0, 10 * box["height"])
        until(page, "(top) => document.querySelector('#rows').scrollTop === top", 10 * box["height"])
        page.wait_for_timeout(200)
        lifted = page.locator(".row.lifted")
        self.assertAlmostEqual(lifted.bounding_box()["y"], box["y"] + 2 * box["height"], delta=2)
        mouse.up()
        until(page, "([first]) => notebook.rows().findIndex(({ title }) => title === first) === 12", [first])

    def test_a_finger_holds_and_moves_a_row(self):
        window = self.window(notes=[{"title": "A"}, {"title": "B"}, {"title": "C"}])
        first, second, third = window.rows()
        box = row_of(window.page, first).bounding_box()
        session = window.page.context.new_cdp_session(window.page)

        def touch(kind, *points):
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

        x, y = box["x"] + 90, box["y"] + 30
        touch("touchStart", (x, y))
        until(window.page, "() => !!document.querySelector('.row.lifted')")
        for part in (0.3, 0.6, 1.2):
            touch("touchMove", (x, y + part * box["height"]))
        touch("touchEnd")
        window.rows_are(second, first, third)

    def test_a_phone_goes_from_list_to_note_and_back(self):
        window = self.window(width=390, height=844, notes=[{"title": "One", "text": "Text"}, {"title": "Two"}])
        page = window.page
        self.assertFalse(page.locator("#note").is_visible())
        row_of(page, "One").click()
        window.focused("sheet")
        self.assertFalse(page.locator("#notes").is_visible())
        page.go_back()
        until(page, "() => document.body.dataset.view === 'list'")
        row_of(page, "One").click()
        window.focused("sheet")
        page.locator("[data-do=back]").click()
        until(page, "() => document.body.dataset.view === 'list'")
        page.locator("[popovertarget=side]").first.click()
        until(page, "() => document.querySelector('#side').matches(':popover-open')")
        page.locator("#to-trash").click()
        until(page, "() => !document.querySelector('#page').hidden")
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 700})
            self.assertLessEqual(page.evaluate("() => document.documentElement.scrollWidth"), width)

    def test_a_note_in_the_trash_can_be_read(self):
        window = self.window(width=390, height=844, notes=[{"title": "One", "text": "First words"}, {"title": "Two"}])
        page = window.page
        page.evaluate("() => notebook.edit(notebook.rows().map((row) => row.id), { isTrashed: true })")
        page.locator("[popovertarget=side]").first.click()
        page.locator("#to-trash").click()
        until(page, "() => !document.querySelector('#page').hidden")
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 700})
            self.assertLessEqual(page.evaluate("() => document.documentElement.scrollWidth"), width)
        page.locator(".card .words", has_text="One").click()
        until(page, "() => document.querySelector('#text').value === 'First words'")
        self.assertTrue(page.locator("#text").is_visible())
        window.focused("sheet")
        # What the note's menu offers is meant for this note.
        page.locator("[data-do=more]:visible").first.click()
        page.get_by_role("menuitem", name="Pin", exact=True).click()
        until(page, "() => notebook.rows({ view: 'trash' }).find(({ title }) => title === 'One').isPinned")
        page.locator("[data-do=more]:visible").first.click()
        self.assertEqual(page.get_by_role("menuitem", name="Move to the trash").count(), 0)
        page.get_by_role("menuitem", name="Restore").click()
        until(page, "() => notebook.rows().length === 1")

    def test_a_page_of_its_own_is_left_once_when_it_is_read_again(self):
        window = self.window(width=390, height=844, notes=[{"title": "One"}])
        page = window.page
        page.locator("[popovertarget=side]").first.click()
        page.locator("#to-trash").click()
        until(page, "() => history.state?.view === 'page'")
        page.reload()
        until(page, "() => globalThis.notebook?.rows().length === 1 && !history.state?.view")
        page.wait_for_timeout(300)
        self.assertTrue(row_of(page, "One").is_visible())

    def test_links_are_made_and_followed(self):
        window = self.window(notes=[{"title": "Plan", "text": "see "}, {"title": "The garden"}, {"title": "A [b]"}])
        window.enter("Plan")
        window.keys("Control+End", "Control+Shift+k")
        until(window.page, "() => document.activeElement.role === 'combobox'")
        items = window.page.locator("#jump-list [role=option]")
        self.assertEqual(items.all_inner_texts(), ["The garden"])
        window.page.keyboard.type("gard")
        window.keys("Enter")
        until(window.page, "() => document.querySelector('#text').value === 'see [[The garden]]'")
        until(window.page, "() => document.activeElement.id === 'text'")
        window.page.keyboard.type(" soon, [[Nowhere]]")
        window.keys("Home", *["ArrowRight"] * 8, "Control+Shift+k")
        window.title_is("The garden")
        row_of(window.page, "Plan").click()
        window.title_is("Plan")
        window.page.locator("#text").focus()
        window.keys("End", "ArrowLeft", "Control+Shift+k")
        window.page.locator(".toast", has_text="There is no note “Nowhere”.").locator("button", has_text="Make it").click()
        window.title_is("Nowhere")

    def test_back_on_a_phone_leaves_history_and_pages(self):
        window = self.window(width=390, height=844, notes=[{"title": "One", "text": "Text"}])
        page = window.page
        page.evaluate("""() => {
          notebook.history = async () => [{ id: 'a', time: Date.UTC(2026, 10, 3), device: null, inserted: 9, deleted: 0 }]
          notebook.historyText = async () => ({ text: 'Text', title: 'One' })
        }""")
        row_of(page, "One").click()
        window.focused("sheet")
        page.locator("[data-do=history]").click()
        until(page, "() => !document.querySelector('#past').hidden")
        page.go_back()
        until(page, "() => document.querySelector('#past').hidden && document.body.dataset.view === 'note'")
        self.assertTrue(page.locator("#text").is_visible())
        page.locator("[data-do=history]").click()
        until(page, "() => !document.querySelector('#past').hidden")
        page.get_by_label("Back to the note").click()
        until(page, "() => document.querySelector('#past').hidden && history.state?.view === 'note'")
        page.go_back()
        until(page, "() => document.body.dataset.view === 'list'")
        for place in ("trash", "sync"):
            page.locator("[popovertarget=side]").first.click()
            page.locator(f"#to-{place}").click()
            until(page, "() => !document.querySelector('#page').hidden")
            page.go_back()
            until(page, "() => document.querySelector('#page').hidden && document.body.dataset.view === 'list'")
            self.assertEqual(page.locator(".row").count(), 1)

    def test_a_phone_without_notes_says_how_to_begin(self):
        window = self.window(width=390, height=844)
        page = window.page
        self.assertTrue(page.locator("#notes .start h1").is_visible())
        self.assertFalse(page.locator("#nothing").is_visible())
        self.assertEqual(page.get_by_role("main").count(), 1)
        page.set_viewport_size({"width": 1200, "height": 844})
        until(page, "() => !!document.querySelector('#note .start h1')")
        self.assertEqual(page.get_by_role("main").count(), 1)
        page.set_viewport_size({"width": 390, "height": 844})
        until(page, "() => !!document.querySelector('#notes .start h1')")
        page.get_by_role("button", name="Write the first note").click()
        window.focused("title")
        page.go_back()
        until(page, "() => document.body.dataset.view === 'list' && !document.querySelector('.start')")

    def test_the_chosen_row_is_the_note_that_is_shown(self):
        window = self.window(notes=[{"title": "Shopping"}, {"title": "Plan", "tags": ["garden"]}, {"title": "Beds", "tags": ["garden"]}])
        page = window.page
        row_of(page, "Shopping").click()
        window.title_is("Shopping")
        page.locator("#places a", has_text="garden").click()
        window.rows_are("Beds", "Plan")
        window.title_is("Beds")
        page.locator("#places a", has_text="All notes").click()
        window.title_is("Beds")
        self.assertEqual(page.locator(".row[aria-selected=true]").all_inner_texts()[0].split("\n")[0], "Beds")

    def test_a_tag_that_is_taken_off_comes_back(self):
        window = self.window(notes=[{"title": "Plan", "tags": ["garden"]}])
        page = window.page
        row_of(page, "Plan").click()
        page.get_by_role("button", name="garden", pressed=True).click()
        page.locator(".toast", has_text="Tag garden taken off.").get_by_role("button", name="Undo").click()
        until(page, "() => notebook.rows()[0].tags.join() === 'garden'")

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

    def test_go_to_leaves_a_page_and_enters_what_it_makes(self):
        window = self.window(notes=[{"title": "gamma"}, {"title": "alpha"}])
        page = window.page
        page.locator("#to-sync").click()
        window.keys("Control+k")
        window.type("gamma")
        window.keys("Enter")
        until(page, "() => document.querySelector('#page').hidden")
        window.title_is("gamma")
        window.keys("Control+k")
        window.type("Delta")
        window.keys("Enter")
        window.focused("text")
        window.title_is("Delta")
        window.keys("Control+k")
        window.type("Trash")
        window.keys("Enter")
        until(page, "() => document.activeElement !== document.body && !!document.activeElement.closest('#page')")

    def test_names_and_contrast(self):
        notes = [{"title": "Seen", "text": "## Head\n- [x] done", "tags": ["garden"], "folder": "Home"}, {"title": "Two"}]
        window = self.window(notes=notes)
        page = window.page
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for place in ("notes", "trash", "sync"):
                if place == "notes":
                    page.locator("#places a").first.click()
                    page.locator(".row").first.click()
                else:
                    page.locator(f"#to-{place}").click()
                page.wait_for_timeout(200)
                self.assertEqual(page.evaluate(CHECKS), [], (scheme, place))
        page.keyboard.press("Control+k")
        self.assertEqual(page.evaluate(CHECKS), [])
        page.keyboard.press("Escape")

    def test_what_is_the_matter_is_said(self):
        window = self.window(notes=[{"title": "One"}])
        page = window.page
        page.evaluate("""() => {
          const failure = { code: 'full', title: 'The disk is full.', text: 'Keep this window open.', detail: 'QuotaExceededError' }
          const status = { ...notebook.status, saved: 'failed', failure }
          Object.defineProperty(notebook, 'status', { get: () => status, configurable: true })
          notebook.dispatchEvent(new Event('status'))
          notebook.dispatchEvent(Object.assign(new Event('failed'), { failure }))
        }""")
        until(page, "() => document.querySelector('#urgent').textContent.startsWith('The disk is full.')")
        self.assertEqual(page.text_content("#to-sync .first-word"), "Not saved")
        self.assertIn("Keep this window open.", page.text_content("#alarm"))
        self.assertEqual(page.evaluate(CHECKS), [])
        page.evaluate("() => { delete notebook.status; notebook.dispatchEvent(new Event('status')) }")
        until(page, "() => document.querySelector('#to-sync .first-word').textContent === 'Saved on this device'")
        self.assertEqual(page.text_content("#alarm"), "")

    def test_one_timer_looks_at_the_status_again(self):
        window = self.window(notes=[{"title": "One"}])
        page = window.page
        page.wait_for_timeout(1200)
        timers = page.evaluate("""async () => {
          const status = { ...notebook.status, saved: 'saving' }
          Object.defineProperty(notebook, 'status', { get: () => status, configurable: true })
          const waiting = new Set()
          const { setTimeout, clearTimeout } = window
          window.setTimeout = (body, delay) => {
            const timer = setTimeout(body, delay)
            if (delay === 1050) waiting.add(timer)
            return timer
          }
          window.clearTimeout = (timer) => { waiting.delete(timer); clearTimeout(timer) }
          for (let turn = 0; turn < 5; turn++) {
            notebook.dispatchEvent(new Event('status'))
            await new Promise(requestAnimationFrame)
            await new Promise(requestAnimationFrame)
          }
          Object.assign(window, { setTimeout, clearTimeout })
          return waiting.size
        }""")
        self.assertEqual(timers, 1)
        until(page, "() => document.querySelector('#saved').textContent === 'Saving…'")

    def test_a_window_with_unsaved_edits_saves_when_hidden_and_asks_before_it_goes(self):
        window = self.window(notes=[{"title": "One", "text": "."}])
        page = window.page
        held = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
        window.enter("One")
        until(page, SAVED)
        self.assertFalse(page.evaluate(held))
        page.evaluate("""() => {
          const { documents } = notebook
          documents.scheduleSave = () => {}
          globalThis.finish = () => { delete documents.scheduleSave; documents.scheduleSave(0) }
        }""")
        window.type("mine")
        self.assertTrue(page.evaluate(held))
        self.assertFalse(page.evaluate("() => notebook.documents.isSaved"))
        page.evaluate("""() => {
          Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }""")
        until(page, SAVED)
        self.assertFalse(page.evaluate(held))
        page.evaluate("() => { delete document.visibilityState; finish() }")

    def test_a_page_from_right_to_left(self):
        window = self.window(notes=[{"title": "חלה לשבת", "text": "קילו קמח"}])
        window.page.evaluate("() => { document.documentElement.dir = 'rtl' }")
        side = window.page.locator("#side").bounding_box()
        note = window.page.locator("#note").bounding_box()
        self.assertGreater(side["x"], note["x"])
        self.assertLessEqual(window.page.evaluate("() => document.documentElement.scrollWidth"), 1280)
        window.enter("חלה לשבת")
        window.keys("Control+End")
        window.type("!")
        window.text_is("קילו קמח!")


class ActionsTests(Case):
    def undo(self, window, words, verb="Undo"):
        """Presses what the message with these words offers."""
        window.page.locator(".toast", has_text=words).get_by_role("button", name=verb, exact=True).click()

    def told(self, window, words):
        until(window.page, "(words) => document.querySelector('.toast > span')?.textContent === words", words)

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
        self.assertEqual(page.evaluate("() => notebook.rows().filter(({ priority }) => priority === 1).length"), 1)
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
        window.keys("Control+z")
        self.told(window, "Nothing to undo since you opened this note. Older texts are in History.")
        to_history()
        window.keys("Enter")
        self.told(window, "The note is as it was then.")

    def test_a_window_whose_list_is_ahead_of_the_disk_asks_before_it_goes(self):
        window = self.window(notes=[{"title": f"Note {number}"} for number in range(12)])
        page = window.page
        held = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
        page.reload()
        until(page, "() => globalThis.notebook?.rows().length === 12")
        page.locator(".row").first.click()
        until(page, SAVED)
        self.assertFalse(page.evaluate(held))
        page.evaluate("""() => {
          const { storage } = notebook
          const { read } = storage
          const isSlow = new Promise((resolve) => { globalThis.goOn = resolve })
          storage.read = async (name) => { await isSlow; return read.call(storage, name) }
        }""")
        window.keys("Control+a", "Delete")
        window.rows_are()
        self.assertTrue(page.evaluate(held))
        self.assertEqual(page.evaluate("() => notebook.status.saved"), "saving")
        until(page, "() => document.querySelector('#saved').textContent === 'Saving…'")
        page.evaluate("() => goOn()")
        until(page, SAVED)
        self.assertFalse(page.evaluate(held))
        page.reload()
        until(page, "() => globalThis.notebook?.rows({ view: 'trash' }).length === 12")


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--long"], verbosity=2)
