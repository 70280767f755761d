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
      for the library. The part of the address behind '#' lets a page in: give it to no one. \
      \(noteDetails)
      """,
    operands: 1...1
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    guard let place = try ServeStart.place(ofServed: library) else {
      throw CommandFailure.notServed
    }
    try Browser.openAndWait(place.address(of: id), on: context.console)
  }
}
