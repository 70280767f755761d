# SPDX-License-Identifier: MIT
"""What the browser keeps: what is shown and said of it, and what cannot be read."""

import json
import unittest

from harness import SAVED, SENT, row_of
from waiting import becomes, drawn, expect, until
from window import DRAW_ROWS, Case

DAMAGE = """(id) => new Promise((done) => {
  const open = indexedDB.open('decent-notes-8')
  open.onsuccess = () => {
    const transaction = open.result.transaction('documents', 'readwrite')
    const store = transaction.objectStore('documents')
    store.get('note/' + id).onsuccess = ({ target: { result } }) =>
      store.put({ ...result, bytes: result.bytes.slice(0, -7) }, 'note/' + id)
    transaction.oncomplete = () => { open.result.close(); done() }
  }
})"""

# The storage of an earlier page: of three notes one was sent, and one is there without its text.
FORMER = """(name) => new Promise((done) => {
  const open = indexedDB.open(name, 1)
  open.onupgradeneeded = () => {
    for (const store of ['documents', 'entries', 'texts', 'meta']) open.result.createObjectStore(store)
  }
  open.onsuccess = () => {
    const transaction = open.result.transaction(['documents', 'entries', 'texts'], 'readwrite')
    const put = (store, value, name) => transaction.objectStore(store).put(value, name)
    for (const [letter, isWaiting] of [['a', true], ['b', true], ['c', false]]) {
      const [id, name] = [letter.repeat(32), 'note/' + letter.repeat(32)]
      put('entries', { id, name, title: 'Note ' + letter, isWaiting }, name)
      put('documents', { bytes: new Uint8Array([1, 2]), stamp: 2 }, name)
      put('texts', { text: 'words of ' + letter, stamp: letter === 'b' ? 1 : 2 }, name)
    }
    transaction.oncomplete = () => { open.result.close(); done() }
  }
})"""
STORAGES = "() => indexedDB.databases().then((all) => all.map(({ name }) => name).sort())"


class KeepingTests(Case):
    def test_what_an_earlier_page_did_not_send_is_saved_as_a_copy(self):
        window = self.window(notes=[{"title": "New"}])
        page = window.page
        until(page, SENT)
        page.evaluate(FORMER, "decent-notes-7")
        page.evaluate(FORMER.replace("true]", "false]"), "decent-notes")
        page.reload()
        told = page.locator("#alarm .tell", has_text="An earlier Decent Notes kept notes in this browser.")
        with page.expect_download() as saved:
            told.get_by_role("button", name="Save a copy…").click()
        with open(saved.value.path(), encoding="utf-8") as file:
            self.assertEqual(file.read(), "# Note a\n\nwords of a\n\n# Note b\n\n"
                             "The bytes of this note, in Base64:\n\nAQI=\n")
        becomes(page, STORAGES, ["decent-notes", "decent-notes-7", "decent-notes-8"])
        told.get_by_role("button", name="I have the copy").click()
        expect(told).to_have_count(0)
        becomes(page, STORAGES, ["decent-notes-8"])
        window.rows_are("New")

    def test_what_an_earlier_page_sent_goes_without_a_word(self):
        window = self.window(notes=[{"title": "New"}])
        page = window.page
        until(page, SENT)
        for name in ["decent-notes", "decent-notes-7"]:
            page.evaluate(FORMER.replace("true]", "false]"), name)
        page.reload()
        becomes(page, STORAGES, ["decent-notes-8"])
        window.rows_are("New")
        expect(page.locator("#alarm")).to_have_text("")

    def test_the_rows_of_last_time_are_shown_until_the_notes_are_read(self):
        window = self.window(notes=[{"title": f"Note {number}"} for number in range(60)])
        until(window.page, "() => localStorage.getItem('decent-first-rows')?.includes('\"count\":60')")
        window.page.evaluate("() => notebook.edit([notebook.rows()[0].id], { isTrashed: true })")
        until(window.page, "() => localStorage.getItem('decent-first-rows').includes('\"count\":59')")
        until(window.page, SAVED)
        # The elements of rows may stand in another order for a while.
        rows = """() => [...document.querySelectorAll('.row:not([hidden])')]
          .sort((one, other) => one.ariaPosInSet - other.ariaPosInSet).slice(0, 8).map((row) => row.innerText)"""
        titles = f"() => ({rows})().map((text) => text.split('\\n')[0]).join()"
        becomes(window.page, titles, ",".join(f"Note {number}" for number in range(58, 50, -1)))
        drawn(window.page)
        shown = window.page.evaluate(rows)
        window.page.add_init_script("""{
          const { open } = IDBFactory.prototype
          IDBFactory.prototype.open = function (...given) {
            const request = open.apply(this, given)
            // What an earlier page kept is looked for beside it.
            if (given[0] !== 'decent-notes-8') return request
            const listen = { set(listener) { globalThis.goOn = () => listener.call(request) } }
            Object.defineProperty(request, 'onsuccess', listen)
            return request
          }
        }""")
        window.page.reload()
        until(window.page, "() => !!globalThis.goOn")
        becomes(window.page, rows, shown)
        expect(window.page.locator(".lifted")).to_have_count(0)
        # A click is done once the note can be shown.
        window.page.locator('.row:not([hidden])[aria-posinset="3"]').click()
        window.page.evaluate("() => goOn()")
        window.title_is("Note 56")
        expect(window.page.locator(".row[hidden]")).to_have_count(0)
        # In one column, too, and wherever the row stands.
        window.page.set_viewport_size({"width": 390, "height": 1100})
        window.page.reload()
        until(window.page, "() => !!globalThis.goOn")
        window.page.locator('.row:not([hidden])[aria-posinset="10"]').click()
        window.page.evaluate("() => goOn()")
        window.title_is("Note 49")
        until(window.page, "() => document.body.dataset.view === 'note'")

    def test_rows_of_last_time_hold_nothing_that_was_dropped_and_keep_no_page_from_starting(self):
        window = self.window(notes=[{"title": "Secret", "tags": ["a"]}, {"title": "Other", "tags": ["a"]}])
        kept = "(word) => localStorage.getItem('decent-first-rows').includes(word)"
        until(window.page, kept, "Secret")
        window.page.locator("[aria-labelledby=tag-head] a").click()
        until(window.page, "() => document.querySelector('#place').textContent === 'a'")
        id_ = window.page.evaluate("() => notebook.rows().find(({ title }) => title === 'Secret').id")
        window.page.evaluate("(id) => notebook.edit([id], { isTrashed: true })", id_)
        window.page.evaluate("(id) => notebook.purge([id])", id_)
        until(window.page, f"() => !({kept})('Secret') && ({kept})('Other')")
        until(window.page, SAVED)
        for old in ('{"rows":[{"id":"a","title":"x"}],"count":1}', '{', 'null', '{"rows":7}'):
            window.page.add_init_script(f"localStorage.setItem('decent-first-rows', {json.dumps(old)})")
            window.page.reload()
            until(window.page, "() => globalThis.notebook?.rows().length === 1")
            until(window.page, "() => document.querySelectorAll('.row:not([hidden])').length === 1")

    def test_a_note_is_shown_once_it_is_stored(self):
        window = self.window(notes=[{"title": "Early"}, {"title": "Late"}])
        window.enter("Early")
        window.page.evaluate("() => { notebook.open = async () => null }")
        row_of(window.page, "Late").click()
        until(window.page, "() => document.querySelector('#note').classList.contains('blank')")
        window.page.evaluate("() => { delete notebook.open; notebook.dispatchEvent(new Event('rows')) }")
        window.title_is("Late")
        becomes(window.page, "() => document.querySelector('#note').classList.contains('blank')", False)

    def test_a_storage_that_was_cleared_is_said(self):
        window = self.window(notes=[{"title": "Kept"}])
        page = window.page
        until(page, SENT)
        address = self.server.origin
        page.goto(address + "icons/mark.svg")
        page.evaluate("""() => new Promise((done, fail) => {
          Object.assign(indexedDB.deleteDatabase('decent-notes-8'), { onsuccess: done, onerror: fail, onblocked: fail })
        })""")
        page.goto(address)
        alarm = page.locator("#alarm")
        alarm.get_by_text("The browser cleared this notebook.").wait_for()
        expect(page.locator(".start")).to_contain_text("Run decent serve --open in a terminal")
        window.has_no_faults()
        page.goto(self.server.new_address())
        window.rows_are("Kept")
        alarm.get_by_role("button", name="I have read it").click()
        until(page, "() => document.querySelector('#alarm').textContent === ''")
        page.reload()
        # The row of last time is shown before the storage is read.
        until(page, "() => globalThis.notebook?.status.server === 'online'")
        window.rows_are("Kept")
        drawn(page)
        expect(alarm).to_have_text("")

    def test_a_damaged_note_says_so_in_its_pane(self):
        window = self.window(notes=[{"title": "Whole"}, {"title": "Broken", "text": "words"}])
        page = window.page
        until(page, SENT)
        address = self.server.origin

        def damage():
            # Beside the page, which would write what it has open.
            page.goto(address + "icons/mark.svg")
            page.evaluate(DAMAGE, window.ids[1])
            page.goto(address)
            until(page, "() => !!globalThis.notebook")
            row_of(page, "Broken").click()
            page.locator("#trouble").get_by_text("A note cannot be read.").wait_for()
            expect(page.locator("#text")).to_be_hidden()
            return page.locator("#trouble").get_by_role("button", name="Fetch it from decent")

        damage().click()
        window.text_is("words")
        window.title_is("Broken")
        expect(page.locator("#trouble")).to_have_text("")
        fetch = damage()
        # It is read and said once, and not with each change of the list.
        page.evaluate("""() => {
          globalThis.opened = []
          const { open } = notebook
          notebook.open = function (id) { opened.push(id); return open.call(this, id) }
        }""")
        page.evaluate(DRAW_ROWS)
        becomes(page, "() => opened", [])
        page.set_viewport_size({"width": 390, "height": 800})
        row_of(page, "Broken").click()
        page.get_by_label("Back to the list").wait_for()
        page.set_viewport_size({"width": 1280, "height": 800})
        self.server.kill()
        until(page, "() => notebook.status.server === 'offline'")
        fetch.click()
        page.get_by_text("decent does not answer").wait_for()
        self.server.start()
        until(page, "() => notebook.status.server === 'online'")
        # The fake server has no notes after its start, so that nothing has this one.
        fetch.click()
        page.get_by_role("button", name="Remove it from this browser").click()
        window.rows_are("Whole")
        window.title_is("Whole")
        self.assertEqual([error for error in page.errors if "net::ERR_" not in error], [])
        page.errors.clear()

    def test_what_is_the_matter_is_said(self):
        window = self.window(notes=[{"title": "One"}])
        page = window.page
        page.evaluate("""() => {
          const failure = { code: 'full', title: 'The disk is full.', text: 'Keep this window open.', detail: 'QuotaExceededError' }
          const status = { ...notebook.status, saved: 'failed', failure }
          Object.defineProperty(notebook, 'status', { get: () => status, configurable: true })
          notebook.dispatchEvent(new Event('status'))
          notebook.dispatchEvent(Object.assign(new Event('failed'), { failure }))
        }""")
        until(page, "() => document.querySelector('#urgent').textContent.startsWith('The disk is full.')")
        expect(page.locator("#to-sync .first-word")).to_have_text("Not saved")
        expect(page.locator("#alarm")).to_contain_text("Keep this window open.")
        window.has_no_faults()
        page.evaluate("() => { delete notebook.status; notebook.dispatchEvent(new Event('status')) }")
        until(page, "() => document.querySelector('#to-sync .first-word').textContent === 'Saved on this device'")
        expect(page.locator("#alarm")).to_have_text("")

    def test_one_timer_looks_at_the_status_again(self):
        window = self.window(notes=[{"title": "One"}])
        page = window.page
        # The timers that look at the status again end when the test says so.
        page.add_init_script("""{
          const { setTimeout, clearTimeout } = window
          globalThis.looks = new Map()
          window.setTimeout = (body, delay, ...rest) => {
            if (delay !== 1050) return setTimeout(body, delay, ...rest)
            const timer = -1 - looks.size - Math.random()
            looks.set(timer, body)
            return timer
          }
          window.clearTimeout = (timer) => looks.delete(timer) || clearTimeout(timer)
        }""")
        page.reload()
        until(page, "() => globalThis.notebook?.rows().length === 1")
        page.evaluate("""() => {
          const status = { ...notebook.status, saved: 'saving' }
          Object.defineProperty(notebook, 'status', { get: () => status, configurable: true })
        }""")
        for _ in range(5):
            page.evaluate("() => notebook.dispatchEvent(new Event('status'))")
            drawn(page)
        becomes(page, "() => looks.size", 1)
        until(page, """() => {
          const bodies = [...looks.values()]
          looks.clear()
          for (const body of bodies) body()
          return document.querySelector('#saved').textContent === 'Saving…'
        }""")

    def test_a_window_with_unsaved_edits_saves_when_hidden_and_asks_before_it_goes(self):
        window = self.window(notes=[{"title": "One", "text": "."}])
        page = window.page
        held = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
        window.enter("One")
        until(page, SAVED)
        becomes(page, held, False)
        page.evaluate("""() => {
          const { documents } = notebook
          documents.scheduleSave = () => {}
          globalThis.finish = () => { delete documents.scheduleSave; documents.scheduleSave(0) }
        }""")
        window.type("mine")
        becomes(page, held, True)
        becomes(page, "() => notebook.documents.isSaved", False)
        page.evaluate("""() => {
          Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }""")
        until(page, SAVED)
        becomes(page, held, False)
        page.evaluate("() => { delete document.visibilityState; finish() }")

    def test_a_window_whose_list_is_ahead_of_the_disk_asks_before_it_goes(self):
        window = self.window(notes=[{"title": f"Note {number}"} for number in range(12)])
        page = window.page
        held = "() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))"
        page.reload()
        until(page, "() => globalThis.notebook?.rows().length === 12")
        page.locator('.row:not([hidden])[aria-posinset="1"]').click()
        until(page, SAVED)
        becomes(page, held, False)
        page.evaluate("""() => {
          const { storage } = notebook
          const { read } = storage
          const isSlow = new Promise((resolve) => { globalThis.goOn = resolve })
          storage.read = async (name) => { await isSlow; return read.call(storage, name) }
        }""")
        window.keys("Control+a", "Delete")
        window.rows_are()
        becomes(page, held, True)
        becomes(page, "() => notebook.status.saved", "saving")
        until(page, "() => document.querySelector('#saved').textContent === 'Saving…'")
        page.evaluate("() => goOn()")
        until(page, SAVED)
        becomes(page, held, False)
        page.reload()
        until(page, "() => globalThis.notebook?.rows({ view: 'trash' }).length === 12")


if __name__ == "__main__":
    unittest.main(verbosity=2)
