// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Puts a note into the trash.
  static let delete = Command(
    name: "delete",
    forms: ["NOTE"],
    summary: "put a note into the trash",
    details: "'decent restore' brings it back. \(noteDetails)",
    operands: 1...1
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    try library.setTrashed(true, id)
    try context.report(id, in: library, "(in the trash)")
  }

  /// Brings a note back from the trash.
  static let restore = Command(
    name: "restore",
    forms: ["NOTE"],
    summary: "bring a note back from the trash",
    details: noteDetails,
    operands: 1...1
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0], wantsTrashed: true)
    try library.setTrashed(false, id)
    try context.report(id, in: library)
  }
}
