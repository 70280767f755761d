// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Edits the text of a note.
  static let edit = Command(
    name: "edit",
    forms: ["NOTE [--text TEXT | --file FILE | -] [--since FILE]"],
    summary: "change a note's text",
    details: """
      Makes the text what is given, by a small difference of whole words. With nothing given, opens the \
      text in $VISUAL or $EDITOR. What changes elsewhere meanwhile is kept: since the program was \
      started, or since the text of --since was read. For example: decent show Plan --text >old; \
      sed s/Friday/Sunday/ old | decent edit Plan - --since old.
      """,
    operands: 1...2,
    options: [.text, .file, .since]
  ) { arguments, context in
    let source = try TextSource.named(by: arguments, dashAt: 1, on: context.console)
    let since = try arguments.value(of: .since).map {
      try context.console.path($0, for: "--since", meaning: "file")
    }
    guard since == nil || source != nil else {
      throw UsageFailure("--since needs the new text: give --text, --file or -")
    }
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    if let source {
      try take(source, since: since, as: id, in: library, on: context.console)
    } else {
      try edit(id, in: library, with: try Editor(on: context.console))
    }
    try context.report(id, in: library)
  }

  /// Gives a note the text of a source.
  ///
  /// - Parameter since: The file with the text from which the new text was made; nil for the
  ///   note's text before the source is read.
  private static func take(
    _ source: TextSource, since: String?, as id: NoteID, in library: Library, on console: Console
  ) throws {
    let note = try library.note(id)
    let text = try source.read(on: console)
    if let since {
      return try library.setText(of: id, to: text, since: try TextSource.read(file: since))
    }
    try library.setText(of: id, to: text, editedFrom: note)
    if try library.takesBackOthersChanges(text, of: note) {
      console.complain(
        """
        decent: the new text takes back what another device changed since the last edit here. If \
        that is not meant, take the edit back (decent undo), and name the text that the new one \
        was made from (--since FILE)
        """)
    }
  }

  private static func edit(_ id: NoteID, in library: Library, with editor: Editor) throws {
    let note = try library.note(id)
    let file = try DraftFile(holding: note.text.string)
    let text = try editor.edit(file)
    do {
      try library.setText(of: id, to: text, editedFrom: note)
    } catch {
      throw CommandFailure.editNotKept(reason: "\(error)", kept: file.path)
    }
    file.delete()
  }

  /// Adds lines at the end of a note's text.
  static let append = adding(
    "append", at: .end, summary: "add lines at the end of a note's text",
    example: "decent append Shopping --text tea.")

  /// Adds lines at the beginning of a note's text.
  static let prepend = adding(
    "prepend", at: .beginning, summary: "add lines at the beginning of a note's text",
    example: "date | decent prepend Journal -.")

  private static func adding(
    _ name: String, at end: Library.TextEnd, summary: String, example: String
  ) -> Command {
    Command(
      name: name, forms: ["NOTE (--text TEXT | --file FILE | -)"], summary: summary,
      details: "For example: \(example)", operands: 1...2, options: [.text, .file]
    ) { arguments, context in
      let source = try TextSource.named(by: arguments, dashAt: 1, on: context.console)
      guard let lines = try source?.read(on: context.console) else {
        throw UsageFailure("give the lines with --text, --file or -")
      }
      let library = try context.library()
      let id = try library.find(arguments.operands[0])
      try library.add(lines, to: id, at: end)
      try context.report(id, in: library)
    }
  }
}
