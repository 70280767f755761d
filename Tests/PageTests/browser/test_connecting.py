# SPDX-License-Identifier: MIT
"""What the page says of its way to decent, in Chromium: no code, a wrong one, and a connection that dies."""

import contextlib
import select
import socket
import threading
import unittest

from harness import SENT, PageServer, browser, row_of
from waiting import becomes, expect, until

WRONG = "A" * 22


class SilentWay:
    """A way to a server that can fall silent: it then takes all, and passes nothing on."""

    def __init__(self, port):
        self.target = port
        self.is_silent = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                one, _ = self.listener.accept()
                other = socket.create_connection(("127.0.0.1", self.target))
                threading.Thread(target=self.join, args=(one, other), daemon=True).start()

    def join(self, one, other):
        with contextlib.suppress(OSError), one, other:
            while True:
                for each in select.select([one, other], [], [])[0]:
                    data = each.recv(65536)
                    if not data:
                        return
                    if not self.is_silent:
                        (other if each is one else one).sendall(data)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()


class ConnectingTests(unittest.TestCase):
    def setUp(self):
        self.server = self.enterContext(PageServer())
        self.it = self.enterContext(browser())
        self.origin = self.server.origin

    def test_without_a_code_the_page_takes_no_notes_and_says_why(self):
        for address, words in (
            (self.origin, "This page is not connected to decent."),
            (f"{self.origin}#{WRONG}", "This address was used before, or is too old."),
        ):
            for width in (1280, 400):
                with self.subTest(address=address, width=width):
                    page = self.it.page(address)
                    page.set_viewport_size({"width": width, "height": 800})
                    expect(page.locator(".start h1")).to_have_text(words)
                    expect(page.locator(".start")).to_contain_text("Run decent serve --open in a terminal")
                    expect(page.locator(".start button")).to_have_count(0)
                    expect(page.locator("[data-do=create]:visible")).to_have_count(0)
                    expect(page.locator("#alarm")).to_be_empty()
                    expect(page.locator("#to-sync .small")).to_have_text(words.rstrip("."))
                    page.keyboard.press("Control+Shift+Enter")
                    expect(page.locator(".toast")).to_contain_text(words)
                    becomes(page, "() => notebook.rows().length", 0)
                    page.close()

    def test_the_right_address_opens_a_page_that_was_shut(self):
        page = self.it.page(self.origin)
        expect(page.locator(".start h1")).to_have_text("This page is not connected to decent.")
        page.goto(self.server.address)
        expect(page.locator(".start h1")).to_have_text("Write something down.")
        page.get_by_role("button", name="Write the first note").click()
        page.keyboard.type("First")
        until(page, SENT)
        self.assertEqual(page.errors, [])

    def test_a_connection_that_dies_without_a_word_is_noticed(self):
        with SilentWay(int(self.server.port)) as way:
            page = self.it.page(self.server.address.replace(f":{self.server.port}/", f":{way.port}/"))
            page.evaluate("() => notebook.create({ title: 'Sent' })")
            until(page, SENT)
            way.is_silent = True
            # As a window that is looked at again.
            page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
            expect(page.locator("#to-sync .small")).to_have_text("decent does not answer")
            page.evaluate("() => notebook.create({ title: 'Waits' })")
            way.is_silent = False
            page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
            until(page, SENT)

    def test_only_a_server_that_is_gone_is_said_not_to_run(self):
        page = self.it.page(self.server.address)
        until(page, "() => notebook.status.server === 'online'")
        page.evaluate("() => notebook.create({ title: 'Sent' })")
        # The words follow the status once per frame, and a busy machine draws few.
        page.evaluate("""() => {
          globalThis.told = []
          notebook.addEventListener('status', () => told.push(notebook.status.server))
        }""")
        self.server.kill()
        expect(page.locator("#to-sync .small")).to_contain_text("decent is not running")
        self.server.start()
        until(page, "() => notebook.status.server === 'online'")
        # The first words after the loss claim nothing.
        becomes(page, "() => told.find((server) => server !== 'online')", "connecting")

    def test_who_writes_in_a_note_that_cannot_be_sent_reads_why(self):
        page = self.it.page(self.server.address)
        ids = page.evaluate("() => ['Large', 'Small'].map((title) => notebook.create({ title }))")
        until(page, SENT)
        page.route(f"**/documents/note/{ids[0]}", lambda route: route.fulfill(status=413, body="too large"))
        row_of(page, "Large").click()
        page.locator("#text").click()
        page.keyboard.type("Much")
        alarm = page.locator("#alarm")
        expect(alarm).to_contain_text("“Large”: A proxy between finds it too large")
        row_of(page, "Small").click()
        expect(alarm).to_contain_text("“Large”: A proxy between finds it too large")
        page.unroute(f"**/documents/note/{ids[0]}")
        row_of(page, "Large").click()
        page.locator("#text").click()
        page.keyboard.type(" more")
        expect(alarm).to_be_empty()
        until(page, SENT)


if __name__ == "__main__":
    unittest.main(argv=["test_connecting.py"])
