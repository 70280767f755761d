# SPDX-License-Identifier: MIT
"""Writing: the text of a note, and the fields of the page: title, tags, searches, and what stands beside the text."""

import unittest

from harness import HEARD, SAVED
from waiting import becomes, drawn, expect, steady, until
from window import Case

HEBREW = "\u05e9\u05dc\u05d5\u05dd"


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
        before = steady(lambda: [window.page.evaluate(top, at)])[0]
        other = self.window()
        other.page.evaluate("""async (id) => {
          const note = await notebook.open(id)
          note.replace(0, 0, 'Five\\nnew\\nlines\\nabove\\nit\\n')
          note.replace(note.length, note.length, ' And an end.')
        }""", window.ids[0])
        until(window.page, "(text) => document.querySelector('#text').value === text",
              "Five\nnew\nlines\nabove\nit\n" + text + " And an end.")
        shift = len("Five\nnew\nlines\nabove\nit\n")
        becomes(window.page, "() => { const area = document.querySelector('#text'); return [area.selectionStart, area.selectionEnd] }",
                [at + shift, at + shift + 8])
        until(window.page, f"([at, before]) => Math.abs(({top})(at) - before) <= 1.5", [at + shift, before])
        expect(area).to_be_focused()
        until(window.page, "() => CSS.highlights.get('a2')?.size > 0")

    def test_words_that_arrive_behind_others_that_went_move_no_caret_and_are_tinted(self):
        before, after = "Milk and bread\nBeer\nTea and more", "Beer\nTea\n**bold**\nand more"
        window = self.window(notes=[{"title": "Both", "text": before}])
        window.enter("Both")
        window.page.evaluate("(at) => document.querySelector('#text').setSelectionRange(at, at + 4)", before.index("more"))
        other = self.window()
        # One delta with a deletion, an insertion behind it, and a replacement that ends in front of the selection.
        other.page.evaluate("async ([id, text]) => (await notebook.open(id)).update(text)", [window.ids[0], after])
        window.text_is(after)
        becomes(window.page, "() => { const area = document.querySelector('#text'); return [area.selectionStart, area.selectionEnd] }",
                [after.index("more"), len(after)])
        until(window.page, """(at) => {
          const word = document.querySelector('#text').createValueRange(at, at + 8)
          const [tinted, ...rest] = CSS.highlights.get('a2') ?? []
          const [there, here, caret] = [word, tinted, document.querySelector('.caret')].map((it) => it.getBoundingClientRect())
          return !rest.length && here.top <= there.top && here.bottom >= there.bottom && here.left <= there.left
            && caret.top >= there.top && !document.querySelector('.caret').hidden
        }""", after.index("**"))

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
        becomes(window.page, "() => document.querySelector('#text').selectionStart", 11)

    def test_a_pasted_or_dropped_file_is_told(self):
        window = self.window(notes=[{"title": "Both", "text": "text"}])
        window.enter("Both")
        give = """([name, words]) => {
          const data = new DataTransfer()
          data.items.add(new File(['bytes'], 'sea.png', { type: 'image/png' }))
          if (words) data.setData('text/plain', words)
          const init = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data }
          const event = name === 'paste' ? new ClipboardEvent(name, init) : new DragEvent(name, init)
          document.querySelector('#text').dispatchEvent(event)
          globalThis.isRefused = event.defaultPrevented
        }"""
        toast = window.page.locator(".toast > span")
        for name in ["paste", "drop"]:
            window.page.evaluate(give, [name, ""])
            becomes(window.page, "() => isRefused", True)
            expect(toast).to_have_text("Notes hold text alone: pictures and other files cannot be kept here yet.")
            window.page.locator(".toast").get_by_role("button", name="Dismiss").click()
            expect(toast).to_have_count(0)
        # A spreadsheet gives a picture beside the words, which are pasted.
        window.page.evaluate(give, ["paste", "words"])
        becomes(window.page, "() => isRefused", False)
        expect(toast).to_have_count(0)

    def test_other_line_ends_stay_where_nothing_is_typed(self):
        window = self.window(notes=[{"title": "Both", "text": "one\r\ntwo\r\nthree\rfour"}])
        window.page.evaluate("async (id) => { globalThis.note = await notebook.open(id) }", window.ids[0])
        window.enter("Both")
        window.text_is("one\ntwo\nthree\nfour")
        window.keys("Control+Home", "ArrowDown", "ArrowDown", "End")
        window.type("!")
        becomes(window.page, "() => note.text", "one\r\ntwo\r\nthree!\rfour")
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
        becomes(window.page, "() => note.text", "one two")

    def test_a_title_that_is_too_long_is_said_and_stays_to_be_mended(self):
        window = self.window(notes=[{"title": "Short", "text": "."}])
        window.enter("Short")
        window.page.fill("#title", "long " * 210)
        window.heard("This title is not saved:")
        window.page.locator("#text").click()
        window.title_is("long " * 210)
        drawn(window.page)
        becomes(window.page, "() => notebook.rows()[0].title", "Short")
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
        drawn(window.page)
        window.title_is("My Beds!")
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
        window.page.evaluate("async (id) => { globalThis.note = await notebook.open(id) }", window.ids[0])
        window.page.evaluate("() => document.querySelector('#text').setSelectionRange(2, 2)")
        session = window.page.context.new_cdp_session(window.page)
        for composed in ["n", "に", "にほn", "にほん"]:
            session.send("Input.imeSetComposition", {
                "text": composed, "selectionStart": len(composed), "selectionEnd": len(composed)})
        window.text_is("京都にほん。")
        other.page.evaluate("""async (id) => {
          globalThis.note = await notebook.open(id)
          note.replace(0, 0, '秋の')
        }""", window.ids[0])
        # The note has what arrived, and the field waits for the end of the composition.
        until(window.page, "() => note.text.startsWith('秋の')")
        drawn(window.page)
        window.text_is("京都にほん。")
        session.send("Input.imeSetComposition", {"text": "日本", "selectionStart": 2, "selectionEnd": 2})
        session.send("Input.insertText", {"text": "日本"})
        window.text_is("秋の京都日本。")
        until(other.page, "() => note.text === '秋の京都日本。'")
        becomes(window.page, "() => document.querySelector('#text').selectionStart", 6)
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
            becomes(window.page, note, text, window.ids[0])


class FieldTests(Case):
    def test_what_is_typed_goes_to_its_note(self):
        window = self.window(notes=[{"title": "First"}, {"title": "Second", "text": f"1. {HEBREW}"}])
        page = window.page
        window.enter("First")
        until(page, "() => document.querySelector('#text').dir === 'ltr'")
        page.get_by_role("button", name="Add a tag").click()
        window.type("a b, #c ,d")
        window.keys("Alt+PageUp")
        window.title_is("Second")
        until(page, "() => document.querySelector('#text').dir === 'rtl'")
        window.keys("Enter")
        tags = "(id) => notebook.rows().find((row) => row.id === id).tags.join('|')"
        until(page, f"(id) => ({tags})(id) === 'a b|c|d'", window.ids[0])
        becomes(page, tags, "", window.ids[1])
        page.locator("#title").fill(" Two ")
        page.locator("#text").click()
        until(page, "(id) => notebook.rows().find((row) => row.id === id).title === 'Two'", window.ids[1])
        window.title_is("Two")

    def test_the_field_of_searches_and_its_chips(self):
        window = self.window(notes=[
            {"title": "First", "tags": ["home", "homestead", 'a "b"'], "text": "alpha"}, {"title": "Second", "tags": ["home"]},
            {"title": "Third", "tags": ["home", "two words"]}, {"title": "Un Éclair", "folder": "Work", "text": "beta"}])
        page, field = window.page, window.page.locator("#find")

        def chips_are(pressed, *words):
            becomes(page, "(pressed) => [...document.querySelectorAll(`#filters [aria-pressed=${pressed}]`)]"
                    ".map((chip) => chip.textContent).sort()", sorted(words), pressed)

        field.fill("tag:homestead tag:home")
        window.rows_are("First")
        chips_are("true", "tag: homestead", "tag: home")
        page.locator("#filters button").nth(1).click()
        expect(field).to_have_value("tag:homestead")
        for query in ("-tag:winter home", "margin:0", '"x tag:home"'):
            field.fill(query)
            until(page, "() => !document.querySelector('#filters').hidden")
            drawn(page)
            chips_are("true")
        field.fill("tag:home")
        until(page, "() => document.querySelectorAll('.row:not([hidden])').length === 3")
        # There is no term for a name with spaces and quotes.
        chips_are("false", "Trash too", "tag: homestead", "tag: two words")
        page.locator("#filters button", has_text="two words").click()
        window.rows_are("Third")
        expect(field).to_have_value('tag:home tag:"two words"')
        becomes(page, "() => document.activeElement.textContent", "tag: two words")
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
        until(page, HEARD)
        self.server.add("note/" + "f" * 32, "there", device="1" * 32)
        until(page, "(id) => notebook.rows().find((row) => row.id === id)?.isUnseen", "f" * 32)
        becomes(page, "() => notebook.rows().find((row) => row.title === 'Here').isUnseen", False)
        # A note of the trash has a foot of its own.
        page.evaluate("([, old]) => notebook.edit([old], { isTrashed: true })", window.ids)
        page.evaluate("() => { document.querySelector('#edited').textContent = 'of another note' }")
        page.locator("#to-trash").click()
        page.locator(".card", has_text="Old").get_by_title("Read").click()
        window.title_is("Old")
        until(page, "() => document.querySelector('#edited').textContent.startsWith('Changed')")


if __name__ == "__main__":
    unittest.main(verbosity=2)
