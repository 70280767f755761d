# SPDX-License-Identifier: MIT
"""Site data that is cleared under an open page, in Chromium."""

import os
import unittest

from harness import SENT, Program, browser, row_of
from waiting import expect, reads, until


@unittest.skipUnless(os.environ.get("DECENT"), "no program")
class ClearedTests(unittest.TestCase):
    def setUp(self):
        self.program = self.enterContext(Program(os.environ["DECENT"], is_bare=False))
        self.it = self.enterContext(browser())
        self.program.run("add", "Open", "--text", "one")
        self.program.run("add", "Other", "--text", "two")
        self.page = self.it.page(self.program.address)
        row_of(self.page, "Open").click()
        expect(self.page.locator("#text")).to_have_value("one")
        until(self.page, SENT)

    def clear(self, kind):
        origin = self.program.origin.rstrip("/")
        self.page.context.new_cdp_session(self.page).send(
            "Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kind})

    def write(self, text):
        self.page.locator("#text").click()
        self.page.keyboard.press("Control+Home")
        self.page.keyboard.type(text)

    def library_has(self, text):
        reads(lambda: self.program.run("show", "Open", "--text").rstrip("\n"), text)

    def test_all_comes_back_and_is_said(self):
        for kind, text in (("indexeddb", "one"), ("all", "after one")):
            with self.subTest(kind):
                self.clear(kind)
                self.write("after ")
                until(self.page, SENT)
                self.library_has("after " + text)
                expect(self.page.locator("#alarm")).to_contain_text("The browser cleared this notebook.")
                expect(self.page.locator("#saved")).to_have_text("Saved")
                expect(row_of(self.page, "Other")).to_be_visible()
                self.page.locator("#alarm button", has_text="I have read it").click()
                expect(self.page.locator("#alarm")).to_be_empty()
                self.page.reload()
                until(self.page, "() => globalThis.notebook?.rows().length === 2")
                row_of(self.page, "Open").click()
                expect(self.page.locator("#text")).to_have_value("after " + text)

    def test_edits_are_sent_while_the_storage_does_not_open(self):
        self.page.evaluate("""() => {
          const { open } = IDBFactory.prototype
          globalThis.letOpen = () => { IDBFactory.prototype.open = open }
          IDBFactory.prototype.open = () => { throw new DOMException('not now', 'AbortError') }
        }""")
        self.clear("indexeddb")
        until(self.page, "() => notebook.status.saved === 'failed'")
        self.write("kept ")
        self.library_has("kept one")
        self.program.run("append", "Open", "--text", "from the program")
        expect(self.page.locator("#text")).to_have_value("kept one\nfrom the program")
        self.write("still ")
        self.library_has("still kept one\nfrom the program")
        expect(self.page.locator("#saved")).to_have_text("Not saved")
        self.page.evaluate("() => letOpen()")
        until(self.page, SENT)
        expect(self.page.locator("#saved")).to_have_text("Saved")
        until(self.page, "() => notebook.rows().length === 2")


if __name__ == "__main__":
    unittest.main(verbosity=2)
