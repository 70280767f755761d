# SPDX-License-Identifier: MIT
"""The core of the page in a real browser, against the twin server."""

import time
import unittest

import harness
from harness import SAVED, SENT, PageServer, browser, until


class CoreTests(unittest.TestCase):
    def test_two_tabs_type_at_once(self):
        with PageServer("--start", "bare.html") as server, browser() as it:
            one, other = it.page(server.address), it.page(server.address.split("#")[0])
            note = one.evaluate("() => notebook.create({ title: 'Both', text: '|' })")
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
            texts = [page.evaluate("() => note.text") for page in (one, other)]
            self.assertEqual(texts[0], texts[1])
            self.assertEqual(texts[0], "tsrqponmlkjihgfedcba|ABCDEFGHIJKLMNOPQRST")
            for page in (one, other):
                until(page, SENT)
                self.assertEqual(page.errors, [])
            self.assertNotIn("#", one.url)

    def test_reload_without_the_server(self):
        with PageServer("--start", "bare.html") as server, browser() as it:
            page = it.page(server.address)
            page.evaluate("() => notebook.create({ title: 'Here', text: 'stays' })")
            until(page, SENT)
            until(page, "async () => (await caches.keys()).length === 2")
            server.kill()
            until(page, "() => notebook.status.server === 'offline'")
            page.evaluate("() => notebook.create({ title: 'Offline' })")
            until(page, SAVED)
            page.reload()
            until(page, "() => globalThis.notebook?.rows().length === 2")
            self.assertEqual(page.evaluate("() => notebook.status.waiting"), 1)
            it.kill()
            it.open()
            page = it.page(server.address.split("#")[0])
            self.assertEqual(
                sorted(page.evaluate("() => notebook.rows().map(({ title }) => title)")), ["Here", "Offline"])
            server.start()
            until(page, SENT)

    def test_the_browser_is_killed_while_one_types(self):
        with PageServer("--start", "bare.html") as server, browser() as it:
            page = it.page(server.address)
            note = page.evaluate("() => notebook.create({ title: 'Typed' })")
            until(page, SAVED)
            page.evaluate("async (id) => { globalThis.note = await notebook.open(id) }", note)
            saved = 0
            for number in range(60):
                page.evaluate("() => note.replace(note.length, note.length, 'x')")
                if number % 10 == 9:
                    page.evaluate("() => note.save()")
                    saved = number + 1
            it.kill()
            it.open()
            page = it.page(server.address.split("#")[0])
            count = page.evaluate("async (id) => (await notebook.open(id)).length", note)
            self.assertGreaterEqual(count, saved)
            until(page, SENT)

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
              await notebook.search.prepare()
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
    unittest.main(verbosity=2)
