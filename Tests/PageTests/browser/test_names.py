# SPDX-License-Identifier: MIT
"""Whose edits come, in the window of the tour: one writer has one name and one caret, also while both write."""

import os
import unittest

from harness import Tour, browser
from waiting import becomes, expect, until

WATCH = """() => {
  globalThis.names = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) if (node.className === 'caret') names.push(node.dataset.name)
    }
  }).observe(document.querySelector('.sheet'), { childList: true })
}"""


@unittest.skipUnless(os.environ.get("DECENT"), "no program")
class NameTests(unittest.TestCase):
    def test_one_writer_has_one_name_while_both_write(self):
        with Tour() as tour, browser() as it:
            window = it.context.new_page()
            devices = tour.open(window)
            for device in devices:
                device.evaluate(WATCH)
            for round in range(12):
                for name, device in zip("LP", devices):
                    device.locator("#text").focus()
                    window.keyboard.press("Control+End")
                    window.keyboard.type(f" {name}{round}", delay=40)
            for device in devices:
                until(device, "() => /L11/.test(notebook.openNotes.values().next().value.text)"
                              " && /P11/.test(notebook.openNotes.values().next().value.text)")
            for device, other in zip(devices, ("phone", "laptop")):
                becomes(device, "() => [...new Set(names)]", [other])
                expect(device.locator(".caret")).to_have_count(1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
