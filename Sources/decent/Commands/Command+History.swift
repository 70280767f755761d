// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Lists the history of a note.
  static let log = Command(
    name: "log",
    forms: ["NOTE [--json]"],
    summary: "list what became of a note, newest first",
    details: """
      A line for each command, or run of another program, that changed the note: the digits of \
      the version of the text that it led to (for 'show --at', 'show --diff' and 'undo'), when, \
      and what changed: of the text, how many letters were added and removed. Of all else only \
      the last change is known. \(noteDetails)
      """,
    operands: 1...1,
    options: [.json]
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    let log = NoteLog(try library.history(of: id), of: id)
    if arguments.has(.json) {
      try context.console.write(try log.json())
    } else {
      try context.console.write(log.text(context.console.form))
    }
  }

  /// Undoes changes of a note's text.
  static let undo = Command(
    name: "undo",
    forms: ["NOTE [VERSION]"],
    summary: "make a note's text what it was",
    details: """
      Makes the text what it was, by the smallest difference: at VERSION, or before the last \
      change of it that 'decent log' shows, whatever else was changed since. Only the text: title, \
      tags, priority and trash stay as they are. That is an edit as any other: undoing again \
      brings back what was taken. \(noteDetails) \(versionDetails)
      """,
    operands: 1...2
  ) { arguments, context in
    let reference = arguments.operands.count > 1 ? arguments.operands[1] : nil
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    let outcome = try library.undo(id, to: reference)
    try context.report {
      let abbreviation = try library.history(of: id).abbreviation
      let place =
        "\(reference == nil ? "before" : "at") \(abbreviation.short(outcome.version))"
      return "\(try context.line(of: id, in: library))  "
        + (outcome.isChanged
          ? "(the text is as \(place); title and tags are unchanged)"
          : "(the text is as \(place) already)")
    }
  }

  /// The meaning of VERSION, for the help of commands that take one.
  static let versionDetails = """
    VERSION is the first digits, 4 or more, of a version that 'decent log' shows; it means the \
    same on every device.
    """
}
