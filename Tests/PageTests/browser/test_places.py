# SPDX-License-Identifier: MIT
"""Places of the sidebar, their rows and cards, and where the focus goes when these go."""

import os
import pathlib
import unittest

from harness import SENT, Program, browser, row_of
from waiting import becomes, expect, until
from window import DRAW_ROWS, Case


class PlacesTests(Case):
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

    def test_what_is_said_counts_the_notes_to_which_it_was_done(self):
        window = self.window(notes=[{"title": title} for title in "ABCD"])
        page = window.page
        page.evaluate("async (ids) => notebook.edit(ids, { isTrashed: true })", window.ids[:2])
        page.locator("#to-trash").click()
        page.get_by_role("button", name="Drop all for good").click()
        page.get_by_text("Drop 2 notes for good?").wait_for()
        page.evaluate("async (id) => notebook.edit([id], { isTrashed: false })", window.ids[0])
        page.get_by_role("button", name="Drop for good", exact=True).click()
        window.heard("1 of 2 notes dropped for good. What was restored or edited meanwhile stays.")
        page.locator("#places a", has_text="All notes").click()
        window.rows_are("D", "C", "A")
        # Two are chosen, and one is there already when the name is typed.
        row_of(page, "D").click()
        window.keys("Shift+ArrowDown", "m")
        page.get_by_role("menuitem", name="New folder…").click()
        page.evaluate("async (id) => notebook.edit([id], { folder: 'Work' })", window.ids[2])
        page.get_by_role("textbox", name="New folder").fill("Work")
        window.keys("Enter")
        window.heard("“D” moved to Work.")

    def test_a_copy_has_all_notes_with_all_they_have(self):
        window = self.window(notes=[{"title": "Beds", "text": "Old", "tags": ["garden"], "folder": "Home"}, {"title": "Gone"}])
        page = window.page
        page.evaluate("""async ([kept, gone]) => {
          await notebook.edit([kept], { isPinned: true, priority: 3 })
          await notebook.edit([gone], { isTrashed: true })
          navigator.storage.persisted = async () => false
        }""", window.ids)
        page.locator("#to-sync").click()
        with page.expect_download() as coming:
            page.get_by_role("button", name="Save a copy…").click()
        copy = pathlib.Path(coming.value.path()).read_text()
        self.assertRegex(copy, r'\n# Beds \(pinned, changed 20.*\)\n\n---\ntitle: "Beds"\ntags: \["garden"\]\npriority: high\nfolder: "Home"\n')
        self.assertRegex(copy, rf"\nid: {window.ids[0]}\n---\nOld\n\n# Gone \(in the trash, changed 20")
        window.heard("A copy of 2 notes is on its way to your downloads, with those in the trash.")

    def test_what_is_new_is_listed_alone(self):
        window = self.window(notes=[{"title": "Open", "text": "."}, {"title": "Afar", "text": "."}])
        page = window.page
        until(page, SENT)
        window.enter("Open")
        self.server.insert("note/" + window.ids[1], 0, "From afar", device="1" * 32)
        page.locator("#places a", has_text="New from elsewhere").click()
        window.rows_are("Afar")
        window.title_is("Afar")
        # It stays while it is open.
        until(page, "() => !notebook.rows().some(({ isUnseen }) => isUnseen)")
        page.evaluate(DRAW_ROWS)
        window.rows_are("Afar")

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
        expect(cards.nth(200)).to_be_focused()
        window.has_no_faults()
        window.keys("Enter")
        until(page, "() => notebook.rows({ view: 'trash' }).length === 449")
        until(page, "() => document.querySelectorAll('#page .card')[200] === document.activeElement")
        page.get_by_role("button", name="Show more").click()
        until(page, "() => document.querySelectorAll('#page .card').length === 449")
        expect(page.get_by_role("button", name="Show more")).to_have_count(0)
        page.locator("#places a", has_text="All notes").click()
        page.locator("#to-trash").click()
        until(page, "() => document.querySelectorAll('#page .card').length === 200")
        page.get_by_role("button", name="Drop all for good").click()
        page.get_by_text("Drop 449 notes for good?").wait_for()

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
        window.selected_are("Beds")

    def test_an_address_shows_its_note(self):
        notes = [{"title": title} for title in ("One", "Two", "Three")]
        window = self.window(notes=notes)
        page = window.page
        until(page, SENT)

        def opens(note):
            page.goto("about:blank")
            page.goto(f"{self.server.new_address()}/note/{note}")

        opens(window.ids[1])
        window.title_is("Two")
        becomes(page, "() => location.hash", f"#/note/{window.ids[1]}")
        window.selected_are("Two")
        # The page is open already, and shows something else.
        page.locator("#to-sync").click()
        page.evaluate("(address) => { location.href = address }", f"{self.server.new_address()}/note/{window.ids[0]}")
        window.title_is("One")
        becomes(page, "() => location.hash", f"#/note/{window.ids[0]}")
        # A phone shows the note's pane.
        page.set_viewport_size({"width": 390, "height": 800})
        opens(window.ids[2])
        page.locator("#title").wait_for()
        window.title_is("Three")

    def test_links_are_made_and_followed(self):
        window = self.window(notes=[{"title": "Plan", "text": "see "}, {"title": "The garden"}, {"title": "A [b]"}])
        window.enter("Plan")
        window.keys("Control+End", "Control+Shift+k")
        until(window.page, "() => document.activeElement.role === 'combobox'")
        items = window.page.locator("#jump-list [role=option]")
        expect(items).to_have_text(["The garden"])
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


@unittest.skipUnless(os.environ.get("DECENT"), "no program")
class PurgedElsewhereTests(unittest.TestCase):
    def test_a_note_that_came_back_says_so(self):
        with Program(os.environ["DECENT"], is_bare=False) as program, browser() as it:
            folder = os.path.join(program.folder.name, "shared")
            os.mkdir(folder)
            for device in ("phone", "tablet"):
                program.run_on(device, "remote", "add", "shared", folder)
            program.run_on("phone", "add", "Beds", "--text", "one")
            program.run_on("phone", "delete", "Beds")
            for device in ("phone", "tablet"):
                program.run_on(device, "sync")
            program.run_on("phone", "purge", "Beds", "--yes")
            program.run_on("tablet", "append", "Beds", "--text", "two")
            for device in ("phone", "tablet", "phone"):
                program.run_on(device, "sync")
            page = it.page(program.address)
            program.run("remote", "add", "shared", folder)
            until(page, "() => notebook.rows({ view: 'trash' }).length === 1")
            page.locator("#to-trash").click()
            warning = page.locator("li.card b.warn")
            expect(warning).to_have_text("Edited elsewhere after it was dropped for good, so it came back")
            page.reload()
            until(page, "() => globalThis.notebook?.rows({ view: 'trash' }).length === 1")
            page.locator("#to-trash").click()
            expect(warning).to_be_visible()


if __name__ == "__main__":
    unittest.main(verbosity=2)
