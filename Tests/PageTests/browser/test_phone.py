# SPDX-License-Identifier: MIT
"""A window of one column."""

import unittest

from harness import row_of
from waiting import becomes, box_of, expect, until
from window import Case


class PhoneTests(Case):
    def test_one_column_by_keys(self):
        window = self.window(width=390, height=844, notes=[{"title": "One", "text": "Words"}])
        page = window.page
        page.reload()
        until(page, "() => globalThis.notebook?.rows().length === 1 && document.querySelector('.row').tabIndex === 0")
        page.locator('.row:not([hidden])[aria-posinset="1"]').focus()
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
        button = box_of(look)
        self.assertGreaterEqual(box_of(menu)["y"], button["y"] + button["height"])
        window.has_no_faults()
        window.keys("ArrowDown", "Escape")
        until(page, "() => document.activeElement.dataset.do === 'look'")
        expect(menu).to_have_count(0)
        expect(look).to_be_visible()

    def test_a_phone_goes_from_list_to_note_and_back(self):
        window = self.window(width=390, height=844, notes=[{"title": "One", "text": "Text"}, {"title": "Two"}])
        page = window.page
        expect(page.locator("#note")).to_be_hidden()
        row_of(page, "One").click()
        window.focused("sheet")
        expect(page.locator("#notes")).to_be_hidden()
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
            until(page, "(width) => innerWidth === width && document.documentElement.scrollWidth <= width", width)

    def test_a_note_in_the_trash_can_be_read(self):
        window = self.window(width=390, height=844, notes=[{"title": "One", "text": "First words"}, {"title": "Two"}])
        page = window.page
        page.evaluate("() => notebook.edit(notebook.rows().map((row) => row.id), { isTrashed: true })")
        page.locator("[popovertarget=side]").first.click()
        page.locator("#to-trash").click()
        until(page, "() => !document.querySelector('#page').hidden")
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 700})
            until(page, "(width) => innerWidth === width && document.documentElement.scrollWidth <= width", width)
        page.locator(".card .words", has_text="One").click()
        window.text_is("First words")
        expect(page.locator("#text")).to_be_visible()
        window.focused("sheet")
        # What the note's menu offers is meant for this note.
        page.locator("[data-do=more]:visible").first.click()
        page.get_by_role("menuitem", name="Pin", exact=True).click()
        until(page, "() => notebook.rows({ view: 'trash' }).find(({ title }) => title === 'One').isPinned")
        page.locator("[data-do=more]:visible").first.click()
        expect(page.get_by_role("menuitem", name="Restore")).to_be_visible()
        expect(page.get_by_role("menuitem", name="Move to the trash")).to_have_count(0)
        page.get_by_role("menuitem", name="Restore").click()
        until(page, "() => notebook.rows().length === 1")

    def test_a_page_of_its_own_is_left_once_when_it_is_read_again(self):
        window = self.window(width=390, height=844, notes=[{"title": "One"}])
        page = window.page
        page.locator("[popovertarget=side]").first.click()
        page.locator("#to-trash").click()
        until(page, "() => history.state?.view === 'page'")
        page.reload()
        until(page, "() => globalThis.notebook?.rows().length === 1 && !document.querySelector('#page').hidden")
        becomes(page, "() => history.state?.view", "page")
        page.go_back()
        until(page, "() => document.querySelector('#page').hidden && !history.state?.view")
        expect(row_of(page, "One")).to_be_visible()

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
        expect(page.locator("#text")).to_be_visible()
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
            expect(page.locator(".row")).to_have_count(1)

    def test_a_phone_without_notes_says_how_to_begin(self):
        window = self.window(width=390, height=844)
        page = window.page
        expect(page.locator("#notes .start h1")).to_be_visible()
        expect(page.locator("#nothing")).to_be_hidden()
        expect(page.get_by_role("main")).to_have_count(1)
        page.set_viewport_size({"width": 1200, "height": 844})
        until(page, "() => !!document.querySelector('#note .start h1')")
        expect(page.get_by_role("main")).to_have_count(1)
        page.set_viewport_size({"width": 390, "height": 844})
        until(page, "() => !!document.querySelector('#notes .start h1')")
        page.get_by_role("button", name="Write the first note").click()
        window.focused("title")
        page.go_back()
        until(page, "() => document.body.dataset.view === 'list' && !document.querySelector('.start')")


if __name__ == "__main__":
    unittest.main(verbosity=2)
