// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Puts notes into the trash.
  static let delete = Command(
    name: "delete",
    forms: ["NOTE..."],
    summary: "put notes into the trash",
    details: "'decent restore' brings them back.",
    operands: 1...Int.max
  ) { arguments, context in
    let library = try context.library()
    let ids = try library.findAll(arguments.operands)
    try library.setTrashed(true, ids)
    for id in ids { try context.report(id, in: library, "(in the trash)") }
  }

  /// Restores notes from the trash.
  static let restore = Command(
    name: "restore",
    forms: ["NOTE..."],
    summary: "bring notes back from the trash",
    operands: 1...Int.max
  ) { arguments, context in
    let library = try context.library()
    let ids = try library.findAll(arguments.operands, wantsTrashed: true)
    try library.setTrashed(false, ids)
    for id in ids { try context.report(id, in: library) }
  }

  /// Drops notes of the trash for good.
  static let purge = Command(
    name: "purge",
    forms: ["NOTE... [--yes]"],
    summary: "drop notes in the trash for good, on every device",
    details: """
      Asks first, unless --yes is given. Other devices drop the notes when they sync. A note \
      that one of them changed without knowing of the purge comes back into the trash, or to \
      the list if the change was restoring it.
      """,
    operands: 1...Int.max,
    options: [.yes]
  ) { arguments, context in
    let library = try context.library()
    let ids = try library.findAll(arguments.operands, wantsTrashed: true)
    let lines = try ids.map { id in try context.line(of: id, in: library) }
    try library.checkPurge(ids)
    if !arguments.has(.yes) { try confirm(lines, on: context.console) }
    try library.purge(ids)
    for line in lines { try context.report { "\(line)  (purged)" } }
  }

  private static func confirm(_ lines: [String], on console: Console) throws {
    let list = lines.map { "  \($0)\n" }.joined()
    let question = "These will be dropped for good, on every device:\n\(list)Purge them? [y/N] "
    guard let answer = try console.ask(question) else { throw CommandFailure.cannotAsk }
    guard ["y", "yes"].contains(answer.lowercased()) else { throw CommandFailure.notConfirmed }
  }
}

extension Library {
  /// The notes that several words name. A note that two words name is listed once.
  func findAll(_ words: some Sequence<String>, wantsTrashed: Bool = false) throws -> [NoteID] {
    var found: Set<NoteID> = []
    return try words.map { try find($0, wantsTrashed: wantsTrashed) }
      .filter { found.insert($0).inserted }
  }
}
