# SPDX-License-Identifier: MIT
"""The window of the tour: two devices side by side, each with a `decent serve` of its own."""

import contextlib
import http.server
import os
import threading
import unittest

from harness import PAGE, SENT, Tour, browser
from waiting import becomes, expect, result_of, stays, until


@contextlib.contextmanager
def stranger_page(body):
    """The address of a page on a port of its own."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


@unittest.skipUnless(os.environ.get("DECENT") and PAGE, "no program, or no page")
class TourTests(unittest.TestCase):
    def text_has(self, frame, *words):
        until(frame, "(words) => words.every((word) => document.querySelector('#text').value.includes(word))", list(words))

    def test_two_devices_part_and_meet(self):
        with Tour() as tour, browser() as it:
            window = it.context.new_page()
            window.set_viewport_size({"width": 1280, "height": 800})
            laptop, phone = tour.open(window)
            laptop.locator("#text").press("Control+Home")
            laptop.locator("#text").press_sequentially("From the laptop. ")
            self.text_has(phone, "From the laptop.")

            window.locator("#phone button").click()
            until(window, "() => document.querySelector('#phone').classList.contains('offline')")
            until(phone, "() => notebook.status.server === 'offline'")
            phone.locator("#text").press("Control+End")
            phone.locator("#text").press_sequentially(" Offline on the phone.")
            laptop.locator("#text").press_sequentially("Meanwhile. ")
            self.text_has(phone, "Offline on the phone.")
            until(laptop, SENT)
            stays(phone, "() => document.querySelector('#text').value.includes('Meanwhile.')", False,
                  after="() => notebook.status.server === 'offline'")

            window.locator("#phone button").click()
            until(window, "() => !document.querySelector('.offline')")
            for frame in (laptop, phone):
                self.text_has(frame, "From the laptop. Meanwhile.", "Offline on the phone.")
            text = "() => document.querySelector('#text').value"
            becomes(phone, text, until(laptop, text))
        self.assertEqual(tour.status, 0)

    def test_a_second_browser_shows_the_devices_too(self):
        with Tour() as tour, browser() as it, it.another() as other:
            for each in (it, other):
                for device in tour.open(each.context.new_page()):
                    until(device, SENT)

    def test_no_other_page_shows_a_device_in_a_frame_or_switches_it(self):
        with Tour() as tour, browser() as it:
            window = it.context.new_page()
            window.goto(tour.address)
            device = until(window, "() => document.querySelector('#phone iframe').src")
            stranger = it.context.new_page()
            with stranger_page(f'<iframe src="{device}"></iframe>') as address:
                stranger.goto(address)
                for mode in ("cors", "no-cors"):
                    stranger.evaluate("""async ([address, mode]) => {
                      await fetch(address + 'offline?phone', { method: 'POST', mode }).catch(() => {})
                    }""", [tour.address.split("#")[0], mode])
                # The browser shows a page of its own in place of one that refuses.
                frame = stranger.locator("iframe").element_handle().content_frame()
                until(frame, "() => location.protocol === 'chrome-error:'")
                expect(frame.locator("#rows")).to_have_count(0)
            devices = result_of(window, """async () => {
              const headers = { 'tour-secret': location.hash.slice(1) }
              return (await fetch('devices', { method: 'POST', headers })).json()
            }""")
            self.assertEqual([device["isOnline"] for device in devices], [True, True])
            # A page that is not the window's: the address by another name.
            window.goto(tour.address.replace("127.0.0.1", "localhost"))
            expect(window.locator("body")).to_have_text("not this host")


if __name__ == "__main__":
    unittest.main(verbosity=2)
