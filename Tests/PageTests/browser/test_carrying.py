# SPDX-License-Identifier: MIT
"""Rows that are carried by mouse and by finger."""

import unittest

from harness import row_of
from waiting import becomes, box_of, drawn, expect, top_becomes, until
from window import DRAW_ROWS, Case


class CarryingTests(Case):
    def test_a_row_that_was_carried_is_announced_at_its_new_place(self):
        window = self.window(notes=[{"title": title} for title in "ABC"])
        first, second, third = "CBA"
        boxes = [box_of(row_of(window.page, title)) for title in (first, third)]
        (x, top), (_, bottom) = [(box["x"] + 40, box["y"] + box["height"] / 2) for box in boxes]
        window.page.mouse.move(x, top)
        window.page.mouse.down()
        window.page.mouse.move(x, bottom, steps=5)
        window.page.mouse.move(x, bottom + boxes[1]["height"] / 2 + 4)
        window.page.mouse.up()
        window.rows_are(second, third, first)
        window.heard("Set down at place 3")

    def test_rows_are_carried_within_their_list_alone(self):
        window = self.window(notes=[{"title": title, "folder": "Work" if title < "C" else ""} for title in "ABCDE"])
        page = window.page
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
        window.rows_are("E", "D", "C", "B")
        # A row that is trashed elsewhere is dropped nowhere.
        page.evaluate("() => { globalThis.moves = 0; notebook.move = async () => { moves++ } }")
        box = box_of(row_of(page, "E"))
        page.mouse.move(box["x"] + 90, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] + 90, box["y"] + 30 + 2.1 * box["height"], steps=3)
        until(page, "() => document.querySelector('.row.lifted b').textContent === 'E'")
        page.evaluate("(id) => notebook.edit([id], { isTrashed: true })", window.ids[4])
        window.rows_are("D", "C", "B")
        page.mouse.move(box["x"] + 90, box["y"] + 30 + box["height"])
        page.mouse.up()
        page.evaluate(DRAW_ROWS)
        becomes(page, "() => [moves, document.querySelectorAll('.row.lifted:not([hidden]), .drop').length]", [0, 0])

    def test_a_mouse_moves_rows_and_files_them(self):
        window = self.window(notes=[{"title": "A"}, {"title": "B"}, {"title": "C", "folder": "Work"}])
        window.page.locator('.row:not([hidden])[aria-posinset="1"]').click()
        first, second, third = "CBA"
        box = box_of(row_of(window.page, first))
        mouse = window.page.mouse
        mouse.move(box["x"] + 90, box["y"] + 30)
        mouse.down()
        mouse.move(box["x"] + 90, box["y"] + 60)
        mouse.move(box["x"] + 90, box["y"] + 30 + 2.1 * box["height"])
        # The list is drawn again while a row is carried, as when a note arrives.
        window.page.evaluate(DRAW_ROWS)
        lifted = window.page.locator(".row.lifted")
        expect(lifted).to_have_count(1)
        # It stays within the list, which has nothing to scroll to.
        top_becomes(lifted, box["y"] + 2 * box["height"])
        mouse.move(box["x"] + 90, 795)
        # The edge scrolls in each frame.
        drawn(window.page, frames=20)
        becomes(window.page, "() => document.querySelector('#rows').scrollTop", 0)
        mouse.move(box["x"] + 90, box["y"] + 30 + 1.1 * box["height"])
        top_becomes(lifted, box["y"] + 1.1 * box["height"])
        mouse.move(box["x"] + 90, box["y"] + 30 + 2.1 * box["height"])
        mouse.up()
        window.rows_are(second, third, first)
        box = box_of(row_of(window.page, "A"))
        folder = box_of(window.page.locator("#places a", has_text="Work"))
        mouse.move(box["x"] + 90, box["y"] + 30)
        mouse.down()
        mouse.move(box["x"] + 60, box["y"] + 40)
        mouse.move(folder["x"] + 60, folder["y"] + 12)
        mouse.up()
        until(window.page, "() => notebook.rows({ folder: 'Work' }).length === 2")

    def test_the_trash_takes_rows(self):
        window = self.window(notes=[{"title": title} for title in "ABC"])
        page, mouse = window.page, window.page.mouse
        row_of(page, "C").click()
        window.keys("Shift+ArrowDown")
        window.selected_are("B", "C")

        def carry(title):
            row, trash = box_of(row_of(page, title)), box_of(page.locator("#to-trash"))
            mouse.move(row["x"] + 90, row["y"] + 30)
            mouse.down()
            mouse.move(row["x"] + 60, row["y"] + 40)
            mouse.move(trash["x"] + 60, trash["y"] + 12)
            expect(page.locator("#to-trash.over")).to_have_count(1)
            mouse.up()
            expect(page.locator("#to-trash.over")).to_have_count(0)

        carry("B")
        window.rows_are("A")
        window.title_is("A")
        window.heard("2 notes are in the trash. Control Z takes it back.")
        page.locator(".toast").get_by_role("button", name="Undo").click()
        window.rows_are("C", "B", "A")
        row_of(page, "A").click()
        carry("C")
        window.rows_are("B", "A")
        window.heard("“C” is in the trash.")
        window.title_is("A")

    def test_a_carried_row_stays_under_the_pointer_while_the_list_scrolls(self):
        window = self.window(notes=[{"title": str(number)} for number in range(40)])
        page, mouse = window.page, window.page.mouse
        first = "39"
        box = box_of(row_of(page, first))
        mouse.move(box["x"] + 90, box["y"] + 30)
        mouse.down()
        mouse.move(box["x"] + 90, box["y"] + 40)
        mouse.move(box["x"] + 90, box["y"] + 30 + 2 * box["height"])
        mouse.wheel(0, 10 * box["height"])
        until(page, "(top) => document.querySelector('#rows').scrollTop === top", 10 * box["height"])
        top_becomes(page.locator(".row.lifted"), box["y"] + 2 * box["height"])
        mouse.up()
        until(page, "([first]) => notebook.rows().findIndex(({ title }) => title === first) === 12", [first])

    def test_a_finger_holds_and_moves_a_row(self):
        window = self.window(notes=[{"title": "A"}, {"title": "B"}, {"title": "C"}])
        first, second, third = "CBA"
        box = box_of(row_of(window.page, first))
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


if __name__ == "__main__":
    unittest.main(verbosity=2)
