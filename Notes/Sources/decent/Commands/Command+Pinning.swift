// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Pins notes: lists show them before the others.
  static let pin = Command(
    name: "pin",
    forms: ["NOTE..."],
    summary: "list notes before all others",
    details: "Among themselves, pinned notes keep the order of the list.",
    operands: 1...Int.max
  ) { arguments, context in
    try set(true, arguments, context)
  }

  /// Unpins notes: lists show them among the others again.
  static let unpin = Command(
    name: "unpin",
    forms: ["NOTE..."],
    summary: "list notes at their place among the others again",
    operands: 1...Int.max
  ) { arguments, context in
    try set(false, arguments, context)
  }

  private static func set(
    _ isPinned: Bool, _ arguments: Arguments, _ context: Context
  ) throws {
    let library = try context.library()
    let ids = try library.findAll(arguments.operands)
    try library.setPinned(isPinned, ids)
    for id in ids { try context.report(id, in: library, isPinned ? "(pinned)" : "") }
  }
}
