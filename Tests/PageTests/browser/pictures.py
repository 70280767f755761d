# SPDX-License-Identifier: MIT
"""Takes the pictures of the page in Documentation/pictures; wants the package pillow, to make them small.

Usage: pictures.py [--tour]     (--tour: only that of the tour; DECENT names the program, DECENT_PAGE its page)
"""

import sys


from PIL import Image
from playwright.sync_api import sync_playwright

from harness import ROOT, SAVED, PageServer, Tour, browser, until

FOLDER = ROOT / "Documentation/pictures"
NOTES = [
    ("Reading, winter", "", [], "The Peregrine again. Ask Paul for the Tove Jansson letters back."),
    ("Boiler", "Home", [], "Reset: hold the grey button for five seconds. Pressure between 1 and 1.5 bar."),
    ("Night train to Lisbon 🚆", "Travel", ["travel"], "Hendaye 18:35, couchettes 41 and 43. Passports, earplugs."),
    ("On keeping notes plain", "Writing", ["essay"], "A note that needs an app to be read will be read for as long as the app is."),
    ("Bicycle: chain, brake pads, that noise", "", [], "It is the bottom bracket. 68 mm, English thread."),
    ("京都 秋の三日間 🍁", "Travel", ["日本"], "初日は嵐山。朝七時前に竹林へ。豆腐の店は火曜定休なので気をつける。"),
    ("חלה לשבת", "Home/Recipes", ["recipe"], "קילו קמח, שתי ביצים ועוד אחת לציפוי. ללוש עשר דקות ולתת לתפוח שעתיים."),
    ("Minutes, 17 November", "Work/Allotment board", ["work"], "Present: Ines, Paul, Oyelaran, me. The water butt leaks."),
    ("Mara’s sixtieth: who brings what", "Home", ["family"], "Salads: Jo and Ahmed. Chairs from the church hall."),
    ("Words we agreed on", "Work", ["work"], "“note”, never “document”. “remote”, never “cloud”. Devices have names."),
    ("Spring order", "Home/Garden", ["garden", "shopping"], """Order by 12 December, the early-bird price ends then. Split the parcel with Ines, she pays for the potatoes.

## Beds
- [x] Broad beans, Aquadulce, 2 packets
- [x] Peas: Kelvedon Wonder
- [ ] Potatoes, Charlotte, 2 kg
- [ ] Onion sets.
- [ ] Something for the bees along the south fence

## From last year
The slugs took every lettuce before April and *none* after. Sow in modules, plant out in May, and put the **copper tape** on before the rain, not after it.

Squash: two plants are enough for one household. Two. See [[Minutes, 17 November]] for who takes the rest."""),
]


def take(page, name):
    page.wait_for_timeout(400)
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


def take_tour():
    with Tour() as tour, browser() as it:
        window = it.context.new_page()
        window.set_viewport_size({"width": 1280, "height": 720})
        laptop, phone = tour.open(window)
        laptop.locator("#text").press("Control+Home")
        laptop.locator("#text").press_sequentially("Hello from the laptop. ", delay=20)
        until(phone, "() => document.querySelector('#text').value.startsWith('Hello from the laptop')")
        take(window, "tour")


def main():
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, PageServer() as server:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        page, other = context.new_page(), context.new_page()
        page.goto(server.address)
        until(page, "() => !!globalThis.notebook")
        for title, folder, tags, text in NOTES:
            last = page.evaluate("(note) => notebook.create(note)", {
                "title": title, "folder": folder, "tags": tags, "text": text})
        page.evaluate("(id) => notebook.edit([id], { isPinned: true, priority: 3 })", last)
        until(page, SAVED)
        other.goto(server.origin)
        until(other, "() => globalThis.notebook?.rows().length === 11")
        page.bring_to_front()
        page.locator(".row[aria-posinset='1']").click()
        until(page, "() => document.querySelector('#title').value === 'Spring order'")

        def picture(name):
            page.mouse.move(900, 700)
            take(page, name)

        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            other.evaluate("""async (id) => {
              const note = await notebook.open(id)
              const at = note.text.indexOf('Onion sets.') + 11
              note.replace(at, at, ' Red ones keep worse, so only half')
            }""", last) if scheme == "light" else page.wait_for_timeout(5500)
            picture(f"page-{scheme}")
        page.emulate_media(color_scheme="light")
        page.keyboard.press("Control+k")
        page.keyboard.type("mi")
        picture("page-go-to")
        page.keyboard.press("Escape")
        page.set_viewport_size({"width": 390, "height": 844})
        picture("phone-list")
        page.locator(".row[aria-posinset='1']").click()
        picture("phone-note")
        chromium.close()


if __name__ == "__main__":
    if "--tour" not in sys.argv:
        main()
    take_tour()
