// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Lists the history of a note.
  static let log = Command(
    name: "log",
    forms: ["NOTE [--json] [--no-pager]"],
    summary: "list what became of a note, newest first",
    details: """
      A line for each command, or run of another program, that changed the note: the digits of \
      the version of the text that it led to (for 'show --at', 'show --diff' and 'undo'), when, \
      what changed: of the text, how many letters were added and removed, and on which device, if \
      another one changed the note. Of all else only the last change is known.
      """,
    operands: 1...1,
    options: [.json, .noPager]
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    let log = NoteLog(try library.history(of: id), of: id, on: try library.historyDevices())
    if arguments.has(.json) {
      try context.console.write(try log.json())
    } else {
      try context.console.page(log.text(context.console.form), arguments)
    }
  }

  /// Undoes changes of a note.
  static let undo = Command(
    name: "undo",
    forms: ["NOTE [VERSION]"],
    summary: "take back the last change of a note made here",
    details: """
      Takes back what the last command in this library changed of the note: text, title, tags, \
      priority, folder, pin, place, trash. The next 'undo' takes back what was changed before, and \
      'redo' does it again. Changes by others stay. With a VERSION, makes the text what it was then, \
      and nothing else. All that is an edit as any other.
      """,
    operands: 1...2
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    guard arguments.operands.count > 1 else {
      let outcome = try library.undo(id)
      return try context.report(id, in: library, outcome.words("undone"))
    }
    let outcome = try library.undo(id, to: arguments.operands[1])
    try context.report {
      let abbreviation = try library.history(of: id).abbreviation
      let place = "at \(abbreviation.short(outcome.version))"
      return "\(try context.line(of: id, in: library))  "
        + (outcome.isChanged
          ? "(the text is as \(place); title and tags are unchanged)"
          : "(the text is as \(place) already)")
    }
  }

  /// Redoes changes of a note.
  static let redo = Command(
    name: "redo",
    forms: ["NOTE"],
    summary: "do again what 'undo' took back",
    details: "The next 'redo' does what was undone before that. A change made meanwhile ends it.",
    operands: 1...1
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    let outcome = try library.redo(id)
    try context.report(id, in: library, outcome.words("done again"))
  }
}

extension StepOutcome {
  /// In words: the parts that undo or redo changed, and the parts that it did not wholly restore.
  ///
  /// - Parameter participle: The word for the work that was done, such as `undone`.
  fileprivate func words(_ participle: String) -> String {
    func list(_ parts: [NotePart]) -> String { parts.map(\.rawValue).joined(separator: ", ") }
    let done = changed.isEmpty ? "nothing \(participle)" : "\(participle): \(list(changed))"
    return kept.isEmpty ? "(\(done))" : "(\(done); not wholly \(participle): \(list(kept)))"
  }
}
