# SPDX-License-Identifier: MIT
"""A page of a stranger, in the same browser: it tries all ways to `decent serve`, and nothing gets in or out."""

import contextlib
import http.server
import os
import threading
import unittest

from harness import KEPT, SENT, Program, browser
from waiting import becomes, result_of, until

SECRET = "The secret title"

# Each attempt returns what the stranger learned, as text; a refusal that throws is no news.
ATTEMPTS = """async ({ target, token, note, code }) => {
  const learned = []
  const tries = []
  const attempt = (name, body) => tries.push((async () => {
    try {
      const news = await Promise.race([body(), new Promise((_, no) => setTimeout(no, 15_000, new Error('silence')))])
      learned.push(`${name}: ${news}`)
    } catch (error) {
      learned.push(`${name} failed: ${error.name}`)
    }
  })())
  const described = async (answer) => `${answer.type} ${answer.status} ${await answer.text()}`
  const headers = token ? { Authorization: `Bearer ${token}` } : {}
  const hostile = new TextEncoder().encode('\\0\\0\\0\\0\\x04\\0\\0\\0evil')
  for (const mode of ['cors', 'no-cors']) {
    for (const path of ['', 'v1/changes?after=0', 'v1/status', `v1/documents?name=note/${note}`, `v1/history/note/${note}`]) {
      attempt(`${mode} GET ${path}`, async () => described(await fetch(target + path, { mode, headers })))
      attempt(`${mode} GET ${path} with credentials`, async () => described(
        await fetch(target + path, { mode, credentials: 'include' })))
    }
    for (const path of ['v1/sync', 'v1/documents', 'v1/documents/index', `v1/documents/note/${note}`]) {
      attempt(`${mode} POST ${path}`, async () => described(
        await fetch(target + path, { mode, method: 'POST', body: hostile, headers })))
      attempt(`${mode} simple POST ${path}`, async () => described(
        await fetch(target + path, { mode, method: 'POST', body: `token=${token}` })))
    }
    attempt(`${mode} POST v1/token`, async () => described(
      await fetch(target + 'v1/token', { mode, method: 'POST', body: `${code}\\n${'k'.repeat(22)}` })))
    attempt(`${mode} PUT`, async () => described(await fetch(target + 'v1/status', { mode, method: 'PUT' })))
  }
  attempt('beacon', async () => navigator.sendBeacon(target + `v1/documents/note/${note}`, 'x') && 'queued')
  attempt('events', () => new Promise((yes, no) => {
    const events = new EventSource(target + `v1/events?after=0&token=${token}`, { withCredentials: true })
    events.onmessage = ({ data }) => yes(data)
    events.onopen = () => yes('open')
    events.onerror = () => no(new Error('refused'))
  }))
  attempt('socket', () => new Promise((yes, no) => {
    const socket = new WebSocket(target.replace('http', 'ws') + 'v1/events')
    socket.onopen = () => yes('open')
    socket.onerror = () => no(new Error('refused'))
  }))
  for (const path of ['v1/changes', 'core/notebook.mjs', 'view/main.mjs', 'decent.mjs']) {
    for (const type of ['module', 'text/javascript']) {
      attempt(`${type} ${path}`, () => new Promise((yes, no) => {
        const script = document.createElement('script')
        Object.assign(script, { src: target + path, type, onload: () => yes('ran'), onerror: no })
        document.head.append(script)
      }))
    }
  }
  attempt('style', () => new Promise((yes, no) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href: target + 'style/tokens.css', onload: () => yes('read'), onerror: no })
    document.head.append(link)
  }))
  attempt('image', () => new Promise((yes, no) => {
    Object.assign(new Image(), { src: target + 'icons/mark.svg', onload: () => yes('read'), onerror: no })
  }))
  attempt('frame', () => new Promise((yes, no) => {
    const frame = document.createElement('iframe')
    frame.onload = () => {
      try { yes(frame.contentWindow.document.documentElement.outerHTML || 'empty') } catch (error) { no(error) }
    }
    frame.src = target + (token ? `#${token}` : '')
    document.body.append(frame)
  }))
  attempt('worker', () => new Promise((yes, no) => {
    Object.assign(new Worker(target + 'core/filling-worker.mjs'), { onmessage: yes, onerror: no })
  }))
  for (const enctype of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
    for (const path of ['v1/sync', `v1/documents/note/${note}`, 'v1/documents']) {
      attempt(`form ${enctype} ${path}`, () => new Promise((yes, no) => {
        const frame = Object.assign(document.createElement('iframe'), { name: `f${Math.random()}` })
        const form = Object.assign(document.createElement('form'), { method: 'POST', enctype, action: target + path, target: frame.name })
        form.append(Object.assign(document.createElement('input'), { name: 'Authorization', value: `Bearer ${token}` }))
        document.body.append(frame, form)
        // The frame has loaded its empty page; the next one is the answer, or the browser's words about none.
        frame.onload = () => {
          try { yes(frame.contentWindow.document.body.textContent || 'empty') } catch (error) { no(error) }
        }
        form.submit()
      }))
    }
  }
  await Promise.all(tries)
  return learned
}"""


class Stranger(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>A stranger</title><body>Let in")

    do_POST = do_PUT = do_GET

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def stranger():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()


@unittest.skipUnless(os.environ.get("DECENT"), "no program")
class HostileTests(unittest.TestCase):
    def setUp(self):
        self.program = self.enterContext(Program(os.environ["DECENT"], is_bare=False))
        self.it = self.enterContext(browser("--host-resolver-rules=MAP evil.test 127.0.0.1"))
        self.port = self.enterContext(stranger())
        self.program.run("add", SECRET, "--text", "and its text")
        self.address, self.token = self.program.origin, self.program.token
        # A page that has the right token: the browser knows the server.
        self.mine = self.it.page(self.program.address)
        # The code of an address that is printed and not opened yet.
        self.code = self.program.new_address().split("#")[1]
        until(self.mine, "(title) => notebook.rows().some((row) => row.title === title)", SECRET)
        until(self.mine, SENT)
        until(self.mine, KEPT)
        self.note = self.mine.evaluate("() => notebook.rows()[0].id")
        self.before = self.state()

    def state(self):
        return [self.program.run(*words) for words in (
            ("list", "--json"), ("log", SECRET), ("list", "--trash"), ("check",))]

    def tearDown(self):
        self.assertEqual(self.state(), self.before)
        self.assertEqual(self.mine.errors, [])
        # The code was not taken.
        with self.it.another() as other:
            until(other.page(f"{self.address}#{self.code}"), SENT)
        # The server and the page go on.
        self.mine.evaluate("() => notebook.create({ title: 'Afterwards' })")
        until(self.mine, SENT)
        self.assertIn("Afterwards", self.program.run("list"))

    def assert_nothing_learned(self, learned):
        text = "\n".join(learned)
        self.assertGreater(len(learned), 50)
        self.assertNotIn(SECRET, text)
        self.assertNotIn("its text", text)
        self.assertNotIn(self.token, text)
        # What is not refused outright is opaque: neither status nor body. The beacon tells nothing either.
        news = [line for line in learned if " failed: " not in line]
        self.assertEqual([line for line in news if ": opaque 0 " not in line and line != "beacon: queued"], [])

    def test_a_page_on_another_port_without_a_token(self):
        page = self.it.context.new_page()
        page.goto(f"http://127.0.0.1:{self.port}/")
        self.assert_nothing_learned(result_of(
            page, ATTEMPTS, {"target": self.address, "token": "", "note": self.note, "code": self.code}))

    def test_a_page_on_another_port_with_a_guessed_token(self):
        page = self.it.context.new_page()
        page.goto(f"http://127.0.0.1:{self.port}/")
        self.assert_nothing_learned(result_of(
            page, ATTEMPTS, {"target": self.address, "token": "A" * 22, "note": self.note, "code": self.code}))

    def test_a_page_of_another_site_with_the_right_token(self):
        page = self.it.context.new_page()
        page.goto(f"http://evil.test:{self.port}/")
        learned = result_of(page, ATTEMPTS, {"target": self.address, "token": self.token, "note": self.note, "code": self.code})
        self.assert_nothing_learned([line.replace(self.token, "") for line in learned])

    def test_the_attempts_reach_a_server_that_lets_them_in(self):
        page = self.it.context.new_page()
        page.goto(f"http://127.0.0.1:{self.port}/")
        learned = result_of(
            page, ATTEMPTS, {"target": f"http://127.0.0.1:{self.port}/", "token": "A" * 22, "note": self.note, "code": self.code})
        for words in ("cors GET v1/status: basic 200", "no-cors simple POST v1/sync: basic 200", "frame: <html>",
                      "form text/plain v1/documents: Let in"):
            self.assertTrue(any(line.startswith(words) for line in learned), (words, learned))

    def test_a_name_that_leads_here(self):
        page = self.it.context.new_page()
        port = self.address.split(":")[2].strip("/")
        answer = page.goto(f"http://evil.test:{port}/#{self.token}")
        self.assertEqual(answer.status, 421)
        learned = result_of(page, """async (token) => Promise.all(['/v1/changes', '/v1/status', '/', '/core/notebook.mjs'].map(
          async (path) => {
            const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` } })
            return `${answer.status} ${(await answer.text()).slice(0, 200)}`
          }))""", self.token)
        self.assertEqual([line[:3] for line in learned], ["421"] * 4)
        self.assertNotIn(SECRET, "\n".join(learned))

    def test_a_window_that_a_stranger_opens(self):
        page = self.it.context.new_page()
        page.goto(f"http://127.0.0.1:{self.port}/")
        with self.it.context.expect_page() as opened:
            page.evaluate("(address) => { globalThis.other = open(address) }", self.address + "#" + "A" * 22)
        window = opened.value
        until(window, "() => !!globalThis.notebook")
        # The page keeps the token that the server accepts, and the stranger sees nothing of it.
        until(window, SENT)
        becomes(window, "() => opener", None)
        seen = result_of(page, """async () => {
          const seen = []
          for (const look of [() => other.document.title, () => other.notebook, () => other.location.href]) {
            try { seen.push(String(look())) } catch (error) { seen.push(error.name) }
          }
          try { other.postMessage({ kind: 'token', token: 'A'.repeat(22) }, '*') } catch (error) { seen.push(error.name) }
          try { other.location = 'about:blank#' } catch (error) { seen.push(error.name) }
          return [seen, other.closed]
        }""")
        self.assertNotIn(SECRET, str(seen))
        # To the stranger the window is gone, and the window shows what it showed.
        self.assertTrue(seen[1], seen)
        becomes(window, "() => !!globalThis.notebook", True)
        self.mine.reload()
        until(self.mine, "() => !!globalThis.notebook")
        until(self.mine, SENT)


if __name__ == "__main__":
    unittest.main(verbosity=2)
