# SPDX-License-Identifier: MIT
"""What the views draw: rows, devices, theme, names and contrast."""

import unittest

from harness import SENT, PageServer, row_of
from waiting import becomes, box_of, drawn, expect, until
from window import Case


class ViewsTests(Case):
    def test_only_rows_in_the_window_exist(self):
        self.server.kill()
        self.server = self.enterContext(PageServer("--notes", "2000"))
        window = self.window()
        until(window.page, "() => notebook.rows().length === 2000 && !notebook.status.fetching", limit=60)
        until(window.page, "() => document.querySelectorAll('.row:not([hidden])').length > 10")
        window.page.locator('.row:not([hidden])[aria-posinset="1"]').click()
        window.keys("End")
        until(window.page, "() => document.activeElement.ariaPosInSet === '2000'")
        until(window.page, "() => document.activeElement.getBoundingClientRect().bottom <= innerHeight")
        window.keys("Home")
        until(window.page, "() => document.activeElement.ariaPosInSet === '1'")
        until(window.page, """() => [...document.querySelectorAll('.row:not([hidden])')]
          .every((row, place, rows) => !place || Number(row.ariaPosInSet) > Number(rows[place - 1].ariaPosInSet))""")
        becomes(window.page, "() => document.activeElement.ariaPosInSet", "1")
        until(window.page, "() => document.querySelectorAll('.row').length < 60")

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
        expect(who).to_have_attribute("data-dev", "2")
        window.page.get_by_text("Pixel: 11 characters added").wait_for()
        self.server.insert("note/" + window.ids[1], 0, "Too, ", device="2" * 32)
        row = row_of(page, "Other")
        row.get_by_text("Old tablet").wait_for()
        expect(row).to_have_attribute("data-dev", "3")
        page.locator("#to-sync").click()
        page.locator("li.card", has_text="Old tablet").get_by_role("button").click()
        page.get_by_text("Forget Old tablet?").wait_for()
        window.has_no_faults()
        page.get_by_role("button", name="Forget", exact=True).click()
        page.locator(".toast", has_text="Old tablet is forgotten.").wait_for()
        until(page, "() => !document.querySelector('#page').textContent.includes('Old tablet')")
        expect(page.locator("li.card", has_text="Pixel")).to_be_visible()

    def test_theme_text_size_and_face_are_remembered(self):
        window = self.window(notes=[{"title": "One", "text": "Words"}])
        page = window.page
        look = """() => {
          const { colorScheme, fontSize } = getComputedStyle(document.documentElement)
          const bars = [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)
          return [colorScheme, fontSize, getComputedStyle(document.querySelector('#text')).fontFamily.includes('mono'), bars]
        }"""
        bars = until(page, "() => [...document.querySelectorAll('meta[name=theme-color]')].map((meta) => meta.content)")
        becomes(page, look, ["light dark", "16px", False, bars])
        for words in ("Dark", "Large text", "All letters equally wide"):
            page.get_by_role("button", name="Theme and text size").click()
            page.get_by_role("menuitemradio", name=words).click()
        dark = [bars[1]] * 2
        becomes(page, look, ["dark", "18px", True, dark])
        window.has_no_faults()
        page.reload()
        until(page, "() => !!globalThis.notebook")
        becomes(page, look, ["dark", "18px", True, dark])
        # By keys alone, and back.
        page.locator('.row:not([hidden])[aria-posinset="1"]').click()
        window.keys("Control+k")
        window.type("text size")
        window.keys("Enter")
        until(page, "() => !!document.querySelector('[role=menu]')")
        window.keys("Home", "Enter")
        becomes(page, f"() => ({look})()[0]", "light dark")

    def test_names_and_contrast(self):
        notes = [{"title": "Seen", "text": "## Head\n- [x] done", "tags": ["garden"], "folder": "Home"}, {"title": "Two"}]
        window = self.window(notes=notes)
        page = window.page
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for place in ("notes", "trash", "sync"):
                with self.subTest(scheme=scheme, place=place):
                    if place == "notes":
                        page.locator("#places a").first.click()
                        page.locator('.row:not([hidden])[aria-posinset="1"]').click()
                        expect(page.locator("#note")).to_be_visible()
                    else:
                        page.locator(f"#to-{place}").click()
                        expect(page.locator("#page")).to_have_attribute("aria-label", place.capitalize())
                    drawn(page)
                    window.has_no_faults()
        page.keyboard.press("Control+k")
        expect(page.get_by_role("combobox", expanded=True)).to_be_focused()
        window.has_no_faults()
        page.keyboard.press("Escape")

    def test_a_page_from_right_to_left(self):
        window = self.window(notes=[{"title": "חלה לשבת", "text": "קילו קמח"}])
        window.page.evaluate("() => { document.documentElement.dir = 'rtl' }")
        self.assertGreater(box_of(window.page.locator("#side"))["x"], box_of(window.page.locator("#note"))["x"])
        until(window.page, "() => document.documentElement.scrollWidth <= 1280")
        window.enter("חלה לשבת")
        window.keys("Control+End")
        window.type("!")
        window.text_is("קילו קמח!")


if __name__ == "__main__":
    unittest.main(verbosity=2)
