# SPDX-License-Identifier: MIT
"""Which addresses let a browser in, in Chromium, and what its history tells."""

import contextlib
import os
import pathlib
import sqlite3
import unittest

from harness import SENT, Program, browser, row_of
from waiting import becomes, expect, reads, until


def opened_addresses(it):
    """The addresses in the history of a browser that was closed."""
    with contextlib.closing(sqlite3.connect(os.path.join(it.profile, "Default/History"))) as history:
        return [address for address, in history.execute("SELECT url FROM urls ORDER BY id")]


def files_with(it, secret):
    """The files of a browser's profile that have a secret, but for those of the page's own storage."""
    files = [path for path in pathlib.Path(it.profile).rglob("*") if path.is_file() and "IndexedDB" not in path.parts]
    return [str(path) for path in files if secret.encode() in path.read_bytes()]


@unittest.skipUnless(os.environ.get("DECENT"), "no program")
class EnteringTests(unittest.TestCase):
    def setUp(self):
        self.program = self.enterContext(Program(os.environ["DECENT"], is_bare=False))
        self.program.run("add", "Plan", "--text", "the text")
        self.it = self.enterContext(browser())

    def shows(self, page):
        expect(row_of(page, "Plan")).to_be_visible()
        until(page, SENT)

    def test_the_history_lets_nobody_in(self):
        page = self.it.page(self.program.address)
        self.shows(page)
        becomes(page, "() => location.href.startsWith(location.origin + '/#/note/')", True)
        page.goto("about:blank")
        self.it.context.close()
        reads(lambda: self.program.address in opened_addresses(self.it), True)
        self.assertEqual(files_with(self.it, self.program.token), [])
        with self.it.another() as other:
            for address in opened_addresses(self.it):
                if address.startswith(self.program.origin):
                    page = other.page(address)
                    expect(page.locator(".start h1")).to_be_visible()
                    expect(page.locator(".start")).to_contain_text("Run decent serve --open in a terminal")
                    expect(page.locator(".row:not([hidden])")).to_have_count(0)
            # As another tab shows the new address, this one is let in, too.
            self.shows(other.page(self.program.new_address()))
            self.shows(page)

    def test_a_browser_that_was_let_in_stays_so(self):
        page = self.it.page(self.program.address)
        self.shows(page)
        page.reload()
        self.shows(page)
        page.close()
        # A bookmark of the page, and one of the printed address.
        for address in (self.program.origin, self.program.address):
            page = self.it.page(address)
            self.shows(page)
            becomes(page, "() => notebook.status.problem", None)
            page.close()
        self.program.kill()
        self.program.start()
        self.it.context.close()
        self.it.open()
        self.shows(self.it.page(self.program.origin))


if __name__ == "__main__":
    unittest.main(verbosity=2)
