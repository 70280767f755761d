// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Changes the title of a note.
  static let title = Command(
    name: "title",
    forms: ["NOTE TITLE"],
    summary: "change a note's title",
    operands: 2...2
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    try library.setTitle(of: id, to: arguments.operands[1].trimmed)
    try context.report(id, in: library)
  }

  /// Changes the priority of a note.
  static let priority = Command(
    name: "priority",
    forms: ["NOTE low|normal|high"],
    summary: "say how much a note matters",
    operands: 2...2
  ) { arguments, context in
    let priority = try Priority(word: arguments.operands[1])
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    try library.setPriority(of: id, to: priority)
    try context.report(id, in: library, priority.rawValue)
  }
}
