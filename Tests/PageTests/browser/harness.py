# SPDX-License-Identifier: MIT
"""Runs the page in Chromium: servers and browsers."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.request

from playwright.sync_api import sync_playwright

from waiting import LIMIT, until

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The folder that Scripts/page made; without it the sources are served.
PAGE = os.environ.get("DECENT_PAGE")


class PageServer:
    """The fake server of page-server.mjs, as a process that can be killed and started again."""

    def __init__(self, *arguments):
        # The core without a view imports modules that are joined where there is one.
        is_whole = PAGE and "bare.html" not in arguments
        self.arguments = [*arguments, *(["--page", PAGE] if is_whole else [])]
        self.port = "0"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["node", str(ROOT / "Tests/PageTests/page-server.mjs"), "--port", self.port, *self.arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        self.origin = self.address.split("#")[0]
        self.port = self.origin.split(":")[2].strip("/")

    def new_address(self):
        """An address that lets another browser in."""
        with urllib.request.urlopen(self.origin + "new-code") as answer:
            return f"{self.origin}#{answer.read().decode()}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    def insert(self, name, at, text, device=None):
        """Edits a note of the library. A page that made it has SENT it."""
        self.tell({"name": name, "at": at, "insert": text, "device": device})

    def add(self, name, text, device=None):
        """A note that is new to the library."""
        self.tell({"name": name, "at": 0, "insert": text, "device": device, "isNew": True})

    def tell(self, record):
        self.process.stdin.write(json.dumps(record) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        assert answer == "done", answer or "the server has ended"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


class Program:
    """`decent serve` with a library of its own, and the core of the page alone or the whole page."""

    def __init__(self, program, is_bare=True):
        self.program = program
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.library = os.path.join(self.folder.name, "library")
        page = pathlib.Path(self.folder.name, "page")
        shutil.copytree(ROOT / "Page", page)
        for name in ("Browser/decent.mjs", "Browser/.build/decent-notes.wasm", "Tests/PageTests/browser/bare.mjs"):
            shutil.copy(ROOT / name, page)
        if is_bare:
            shutil.copy(ROOT / "Tests/PageTests/browser/bare.html", page / "index.html")
        self.page = str(page) if is_bare or not PAGE else PAGE
        self.start()

    def run(self, *arguments):
        return self.run_on("library", *arguments)

    def run_on(self, device, *arguments):
        """Runs the program with the library of another device, which is made at first."""
        library = os.path.join(self.folder.name, device)
        return subprocess.run(
            [self.program, "--library", library, *arguments], capture_output=True, text=True, check=True).stdout

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "--library", self.library, "serve", "--page", self.page],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        self.origin = self.address.split("#")[0]

    def new_address(self):
        """An address that lets another browser in: a second server names it when it gives way."""
        words = [self.program, "--library", self.library, "serve", "--page", self.page]
        return re.search("http:[^;]*", subprocess.run(words, capture_output=True, text=True).stderr).group()

    @property
    def token(self):
        return json.loads(pathlib.Path(self.library, "serve.json").read_text())["token"]

    def kill(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self.folder.cleanup()


class Tour:
    """The window of the tour: two devices, each with a `decent serve` of its own."""

    def __enter__(self):
        program = os.environ["DECENT"]
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        subprocess.run([str(ROOT / "Scripts/tour/devices"), program, self.folder.name], check=True)
        self.server = subprocess.Popen(
            ["node", str(ROOT / "Scripts/tour/server.mjs"), program, self.folder.name, PAGE],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.address = self.server.stdout.readline().strip()
        return self

    def open(self, window):
        """Opens the window, and the note of both devices."""
        window.goto(self.address)
        until(window, "() => [...document.querySelectorAll('button')].every((button) => !button.disabled)")
        self.devices = [
            window.locator(f"#{device} iframe").element_handle().content_frame() for device in ("laptop", "phone")]
        for device in self.devices:
            until(device, "() => !!globalThis.notebook")
            row_of(device, "Welcome").click()
            until(device, "() => document.querySelector('#text').value.includes('two devices')")
        return self.devices

    def __exit__(self, *_):
        self.server.terminate()
        self.status = self.server.wait(LIMIT)
        self.server.stdout.close()
        self.folder.cleanup()


class Browser:
    """Chromium with a profile that outlives it."""

    def __init__(self, playwright, profile, arguments):
        self.playwright = playwright
        self.profile = profile
        self.arguments = arguments
        self.open()

    def open(self):
        self.context = self.playwright.chromium.launch_persistent_context(
            self.profile, executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-gpu", *self.arguments], timeout=LIMIT * 1000)
        self.context.set_default_timeout(LIMIT * 1000)

    @classmethod
    @contextlib.contextmanager
    def opened(cls, playwright, arguments):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            it = cls(playwright, profile, arguments)
            try:
                yield it
            finally:
                with contextlib.suppress(Exception):
                    it.context.close()

    def another(self):
        """A second browser, with a profile of its own."""
        return Browser.opened(self.playwright, self.arguments)

    def page(self, address):
        page = self.context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda message: message.type == "error"
                and "favicon" not in message.location["url"] and page.errors.append(message.text))
        page.goto(address)
        until(page, "() => !!globalThis.notebook")
        return page

    def kill(self):
        """Ends the browser at once, as a crash does."""
        pids = subprocess.run(
            ["pgrep", "-f", f"user-data-dir={self.profile}"], capture_output=True, text=True).stdout.split()
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), 9)
        with contextlib.suppress(Exception):
            self.context.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(self.profile, "SingletonLock"))


@contextlib.contextmanager
def browser(*arguments):
    with sync_playwright() as playwright, Browser.opened(playwright, arguments) as it:
        yield it


def row_of(page, title):
    """The row of the note with exactly this title: other words of a row, such as AM, contain others."""
    its = page.locator("b").filter(has_text=re.compile(f"^{re.escape(title)}$"))
    return page.locator(".row:not([hidden])").filter(has=its)


# The files of the page are kept, so that it starts without the server.
KEPT = "async () => !!navigator.serviceWorker.controller" \
    " && !!await (await caches.open('decent-current')).match('/')"
SAVED = "() => notebook.status.saved === 'saved' && notebook.documents.isSaved"
SENT = "() => notebook.status.saved === 'saved' && notebook.documents.isSaved" \
    " && notebook.status.server === 'online' && notebook.status.waiting === 0"
# The library tells writers. Before the page has heard of its own edits, it lists all anew, and says no writers.
HEARD = "async () => (await notebook.storage.meta('server'))?.revision > 0"
