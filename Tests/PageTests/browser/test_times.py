# SPDX-License-Identifier: MIT
"""How long things take in Chromium: printed, for the table of Browser/README.md. No time is asserted.

Usage: test_times.py --long     (without --long nothing is run)
"""

import os
import pathlib
import statistics
import sys
import tempfile
import time
import unittest

from harness import KEPT, PAGE, SAVED, SENT, PageServer, Program, browser
from waiting import steady, until

LONG = "--long" in sys.argv

# Notes when the first row is drawn and when all are known, in milliseconds from the start of the navigation.
FIRST_ROW = """(() => {
  const look = () => {
    if (document.querySelector('.row:not([hidden])')) globalThis.firstRow ??= performance.now()
    if (globalThis.notebook?.list.size === 10000) globalThis.allRows ??= performance.now()
    if (!globalThis.firstRow || !globalThis.allRows) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()"""

# Notes for each key how long the handlers of its events run, and how long it takes from the key to the frame that
# shows it.
WATCH_KEYS = """(area) => {
  globalThis.keys = []
  let key = null
  for (const type of ['keydown', 'beforeinput', 'input']) {
    let began = 0
    addEventListener(type, (event) => {
      if (event.target !== area) return
      if (type === 'keydown') key = { at: event.timeStamp, handled: 0 }
      began = performance.now()
    }, true)
    addEventListener(type, (event) => {
      if (event.target !== area) return
      key.handled += performance.now() - began
      if (type !== 'input') return
      const typed = key
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => keys.push({ handled: typed.handled, painted: performance.now() - typed.at })
        port2.postMessage(null)
      })
    })
  }
}"""


def spread(times):
    """The median and the 95th hundredth."""
    ordered = sorted(times)
    return f"{statistics.median(ordered):.1f} ms, 95th hundredth {ordered[int(len(ordered) * 0.95)]:.1f} ms"


def memory(it):
    """The memory of the largest process of a page in MB, its share of what is shared included."""
    processes = it.context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pids = [process["id"] for process in processes if process["type"] == "renderer"]
    sizes = []
    for pid in pids:
        text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
        sizes.append(int(next(line for line in text.splitlines() if line.startswith("Pss:")).split()[1]) / 1000)
    return max(sizes)


# Whether the storage has the text of each note. Reading the texts would cost the page memory.
ALL_TEXTS = """() => new Promise((fulfill) => {
  indexedDB.open("decent-notes-8").onsuccess = ({ target: { result: database } }) => {
    database.transaction("texts").objectStore("texts").count().onsuccess = ({ target: { result: count } }) => {
      database.close()
      fulfill(count === 10000)
    }
  }
})"""


@unittest.skipUnless(LONG, "takes long")
class TimesTests(unittest.TestCase):
    @unittest.skipUnless(os.environ.get("DECENT"), "no program")
    def test_the_command_line_and_the_page_tell_each_other(self):
        with Program(os.environ["DECENT"]) as program, browser() as it:
            program.run("add", "Both", "--text", "one")
            page = it.page(program.address)
            until(page, "async () => !!(globalThis.note ??= await notebook.open(notebook.rows()[0].id))")
            page.evaluate("""() => {
              globalThis.arrivals = []
              note.addEventListener('arrived', () => arrivals.push(performance.timeOrigin + performance.now()))
            }""")
            there, back = [], []
            for number in range(40):
                program.run("append", "Both", "--text", f"program {number}")
                ended = time.time()
                until(page, "(text) => note.text.includes(text)", f"program {number}")
                there.append(max(0, page.evaluate("() => arrivals.at(-1)") - ended * 1000))
                began = time.time()
                page.evaluate("(text) => note.replace(0, 0, text)", f"page {number} ")
                while f"page {number} " not in program.run("show", "Both", "--text"):
                    pass
                back.append((time.time() - began) * 1000)
                until(page, SENT)
            print(f"  from the end of a command to the page: {spread(there)}")
            print(f"  from an edit in the page to the end of a 'decent show' with it: {spread(back)}")

    @unittest.skipUnless(os.environ.get("DECENT") and PAGE, "no program or page")
    def test_ten_thousand_notes_in_the_whole_page(self):
        with Program(os.environ["DECENT"], is_bare=False) as program, browser() as it:
            with tempfile.TemporaryDirectory() as folder:
                for number in range(10_000):
                    text = f"Note {number} says this and that. " * (10 + number % 40)
                    pathlib.Path(folder, f"Note {number}.md").write_text(text)
                program.run("import", folder)
            it.context.add_init_script(FIRST_ROW)
            blank = it.context.new_page()
            blank.goto("about:blank")
            bare = memory(it)
            began = time.monotonic()
            page = it.page(program.address)
            until(page, "() => !!globalThis.firstRow", limit=60)
            print(f"  10,000 notes, first row: {page.evaluate('() => firstRow'):.0f} ms after the start of the navigation")
            until(page, "() => notebook.rows().length === 10000", limit=60)
            print(f"  all rows: {time.monotonic() - began:.1f} s")
            until(page, "() => notebook.status.server === 'online' && !notebook.status.fetching", limit=120)
            until(page, "() => notebook.rows().every((row) => !row.isLoading)", limit=60)
            print(f"  all notes stored: {time.monotonic() - began:.1f} s")
            until(page, ALL_TEXTS, limit=60)
            print(f"  their texts stored for searches: {time.monotonic() - began:.1f} s")
            until(page, KEPT)
            first, every = [], []
            for _ in range(7):
                page.reload()
                until(page, "() => !!globalThis.firstRow && !!globalThis.allRows")
                first.append(page.evaluate("() => firstRow"))
                every.append(page.evaluate("() => allRows"))
                until(page, "() => notebook.status.server === 'online'")
            print(f"  first row, later: {spread(first)}")
            print(f"  all rows, later: {spread(every)}")
            page.locator('.row:not([hidden])[aria-posinset="1"]').click()
            until(page, "() => !!document.querySelector('#text').value")
            print(f"  memory of the page's process: {memory(it):.0f} MB; of an empty page's {bare:.0f} MB")
            it.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
            print(f"    without garbage: {steady(lambda: [memory(it)], within=0.5, limit=60)[0]:.0f} MB")

    def type_keys(self, page, area):
        page.evaluate("(area) => { area.focus(); area.setSelectionRange(area.value.length / 2, area.value.length / 2) }", area)
        for _ in range(10):
            page.keyboard.press("a")
        area.evaluate(WATCH_KEYS)
        for _ in range(100):
            page.keyboard.press("a")
        until(page, "() => keys.length === 100")
        keys = page.evaluate("() => keys")
        return [key["handled"] for key in keys], [key["painted"] for key in keys]

    def test_keys_in_long_notes(self):
        line = "A line of a long note, as people write them, with some words.\n"
        for size in (100_000, 1_000_000):
            text = line * (size // len(line))
            with PageServer() as server, browser() as it:
                page = it.page(server.address)
                page.evaluate("(text) => notebook.create({ title: 'Long', text })", text)
                until(page, SAVED)
                page.locator('.row:not([hidden])[aria-posinset="1"]').click()
                until(page, "(length) => document.querySelector('#text').value.length === length", len(text), limit=60)
                handled, painted = self.type_keys(page, page.locator("#text").element_handle())
                own = it.context.new_page()
                own.set_content("<textarea style='width:460px;height:600px;font:18px/1.6 serif'></textarea>")
                area = own.locator("textarea").element_handle()
                area.evaluate("(area, text) => { area.value = text }", text)
                _, alone = self.type_keys(own, area)
                print(f"  a key in a note of {size // 1000} kB: handlers {spread(handled)}")
                print(f"    shown after {spread(painted)}; in a textarea of an empty page after {spread(alone)}")


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--long"], verbosity=2)
