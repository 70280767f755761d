# SPDX-License-Identifier: MIT
"""The core of the page in a real browser, against the fake server and against `decent serve`.

Usage: test_core.py [--long]     (--long: also that of 10,000 notes)
"""

import json
import os
import sys
import time
import unittest

from harness import KEPT, SAVED, SENT, PageServer, Program, browser
from waiting import becomes, result_of, until

LONG = "--long" in sys.argv


class CoreTests(unittest.TestCase):
    def test_two_tabs_type_at_once(self):
        with PageServer("--start", "bare.html") as server, browser() as it:
            one, other = it.page(server.address), it.page(server.origin)
            note = result_of(one, "() => notebook.create({ title: 'Both', text: '|' })")
            until(other, "(id) => notebook.rows().some((row) => row.id === id)", note)
            for page in (one, other):
                until(page, "async (id) => !!(globalThis.note ??= await notebook.open(id))", note)
            began = time.monotonic()
            for letter in range(20):
                one.evaluate("(letter) => note.replace(0, 0, letter)", chr(97 + letter))
                other.evaluate("(letter) => note.replace(note.length, note.length, letter)", chr(65 + letter))
            until(one, "() => note.length === 41")
            until(other, "() => note.length === 41")
            print(f"  20 letters in each of two tabs: {time.monotonic() - began:.2f} s")
            for page in (one, other):
                becomes(page, "() => note.text", "tsrqponmlkjihgfedcba|ABCDEFGHIJKLMNOPQRST")
                until(page, SENT)
                self.assertEqual(page.errors, [])
            becomes(one, "() => location.hash", "")

    def test_reload_without_the_server(self):
        with PageServer("--start", "bare.html") as server, browser() as it:
            page = it.page(server.address)
            page.evaluate("() => notebook.create({ title: 'Here', text: 'stays' })")
            until(page, SENT)
            until(page, KEPT)
            server.kill()
            until(page, "() => notebook.status.server === 'offline'")
            page.evaluate("() => notebook.create({ title: 'Offline' })")
            until(page, SAVED)
            page.reload()
            until(page, "() => globalThis.notebook?.rows().length === 2")
            becomes(page, "() => notebook.status.waiting", 1)
            it.kill()
            it.open()
            page = it.page(server.origin)
            becomes(page, "() => notebook.rows().map(({ title }) => title).sort()", ["Here", "Offline"])
            server.start()
            until(page, SENT)

    def test_the_browser_is_killed_while_one_types(self):
        with PageServer("--start", "bare.html") as server, browser() as it:
            page = it.page(server.address)
            note = result_of(page, "() => notebook.create({ title: 'Typed' })")
            until(page, SAVED)
            page.evaluate("async (id) => { globalThis.note = await notebook.open(id) }", note)
            until(page, KEPT)
            saved = 0
            # The last letters are not saved when the browser ends.
            for number in range(65):
                page.evaluate("() => note.replace(note.length, note.length, 'x')")
                if number % 10 == 9:
                    page.evaluate("() => note.save()")
                    saved = number + 1
            it.kill()
            it.open()
            page = it.page(server.origin)
            self.assertGreaterEqual(result_of(page, "async (id) => (await notebook.open(id)).length", note), saved)
            until(page, SENT)

    def test_a_full_disk_is_said_and_nothing_is_lost(self):
        with PageServer("--start", "bare.html") as server, browser() as it:
            page = it.page(server.address)
            note = result_of(page, "() => notebook.create({ title: 'Full' })")
            until(page, SENT)
            until(page, KEPT)
            server.kill()
            page.evaluate("async (id) => { globalThis.note = await notebook.open(id) }", note)
            page.evaluate("""() => {
              const { put } = IDBObjectStore.prototype
              globalThis.makeRoom = () => { IDBObjectStore.prototype.put = put }
              IDBObjectStore.prototype.put = () => { throw new DOMException('no room', 'QuotaExceededError') }
              note.replace(0, 0, 'kept '.repeat(400_000))
            }""")
            failure = until(page, "() => notebook.status.saved === 'failed' && notebook.status.failure")
            self.assertEqual(failure["code"], "full")
            page.evaluate("() => makeRoom()")
            until(page, SAVED)
            it.kill()
            it.open()
            page = it.page(server.origin)
            self.assertEqual(result_of(page, "async (id) => (await notebook.open(id)).length", note), 2_000_000)

    @unittest.skipUnless(os.environ.get("DECENT"), "no program")
    def test_the_page_and_the_command_line_at_once(self):
        with Program(os.environ["DECENT"]) as program, browser() as it:
            program.run("add", "From the program", "--text", "one", "--tag", "home")
            page = it.page(program.address)
            until(page, "() => notebook.rows().some(({ title, tags }) => title === 'From the program')")
            note = result_of(page, "() => notebook.create({ title: 'From the page', text: 'two', folder: 'F' })")
            until(page, SENT)
            self.assertIn("two", program.run("show", "From the page", "--text"))
            page.evaluate("async (id) => { globalThis.note = await notebook.open(id) }", note)
            began = time.monotonic()
            program.run("append", "From the page", "--text", "by the program")
            page.evaluate("() => note.replace(0, 0, 'by the page ')")
            until(page, "() => note.text.startsWith('by the page two') && note.text.includes('by the program')")
            until(page, SENT)
            print(f"  page and command line: {time.monotonic() - began:.2f} s")
            text = program.run("show", "From the page", "--text")
            self.assertIn("by the page two", text)
            self.assertIn("by the program", text)
            # An edit of the page tells the same device as one of the program.
            log = json.loads(program.run("log", "From the page", "--json"))
            self.assertEqual(len({entry["device"] for entry in log["entries"]}), 1)
            versions = result_of(page, "(id) => notebook.history(id)", note)
            self.assertEqual({version["device"]["id"] for version in versions}, {log["entries"][0]["device"]})
            # The page goes on without the program, and the program without the page.
            until(page, KEPT)
            program.kill()
            until(page, "() => notebook.status.server === 'offline'")
            page.evaluate("(id) => notebook.edit([id], { addTag: 'offline', isTrashed: true })", note)
            program.run("title", "From the page", "Another title")
            page.reload()
            until(page, "() => globalThis.notebook?.rows({ view: 'trash' }).length === 1")
            program.start()
            until(page, SENT)
            until(page, "() => notebook.rows({ view: 'trash' })[0].title === 'Another title'")
            self.assertIn("offline", program.run("list", "--tag", "offline", "--trash"))
            program.run("purge", "Another title", "--yes")
            until(page, "() => notebook.rows({ view: 'trash' }).length === 0")
            self.assertEqual([error for error in page.errors if "net::ERR_" not in error], [])

    @unittest.skipUnless(LONG, "takes long")
    def test_ten_thousand_notes(self):
        with PageServer("--start", "bare.html", "--notes", "10000") as server, browser() as it:
            began = time.monotonic()
            page = it.page(server.address)
            opened = time.monotonic() - began
            until(page, "() => notebook.rows().length === 10000", limit=60)
            listed = time.monotonic() - began
            until(page, "() => notebook.status.server === 'online' && !notebook.status.fetching", limit=120)
            until(page, "() => notebook.rows().every((row) => !row.isLoading)", limit=60)
            print(f"  10,000 notes: opened {opened:.2f} s, listed {listed:.2f} s, "
                  f"stored {time.monotonic() - began:.2f} s")
            page.reload()
            until(page, "() => globalThis.notebook?.rows().length === 10000", limit=30)
            print(f"  opened again: {page.evaluate('() => opened'):.0f} ms")
            took = page.evaluate("""async () => {
              const times = []
              notebook.rows({ query: 'n' })
              while (notebook.isSearching) await new Promise((fulfill) => setTimeout(fulfill, 2))
              for (const query of ['n', 'no', 'note 77', 'note 777', 'that -this', 'tag:tag7 "note 777"']) {
                const began = performance.now()
                const count = notebook.rows({ query }).length
                times.push(`${query}: ${count} in ${(performance.now() - began).toFixed(0)} ms`)
              }
              return times
            }""")
            print("  " + "; ".join(took))
            self.assertEqual(page.errors, [])


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--long"], verbosity=2)
