// SPDX-License-Identifier: MIT

import DecentNotes
import DecentServer

extension Command {
  /// Opens a note in the page.
  static let open = Command(
    name: "open",
    forms: ["NOTE"],
    summary: "open a note in the page that serve serves",
    details: """
      Prints the address of the note in the page, and opens it in the browser. 'decent serve' must run \
      for the library. The address lets one browser in, within ten minutes.
      """,
    operands: 1...1
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    guard let place = try ServeStart.place(ofServed: library) else {
      throw CommandFailure.notServed
    }
    let address = try ServeStart.address(of: place, in: library.folder, note: id)
    try Browser.openAndWait(address, on: context.console)
  }
}
