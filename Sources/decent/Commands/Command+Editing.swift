// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Edits the text of a note.
  static let edit = Command(
    name: "edit",
    forms: ["NOTE [--text TEXT | --file FILE | -]"],
    summary: "change a note's text",
    details: """
      Makes the text what is given, by the smallest difference. With nothing given, opens the \
      text in $VISUAL or $EDITOR; what changed elsewhere meanwhile is kept. \(noteDetails)
      """,
    operands: 1...2,
    options: [.text, .file]
  ) { arguments, context in
    let given = try TextSource.text(arguments, dashAt: 1, on: context.console)
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    if let given {
      try library.setText(of: id, to: given)
    } else {
      try edit(id, in: library, with: try Editor(on: context.console))
    }
    try context.report(id, in: library)
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
      details: "For example: \(example) \(noteDetails)", operands: 1...2, options: [.text, .file]
    ) { arguments, context in
      guard let lines = try TextSource.text(arguments, dashAt: 1, on: context.console) else {
        throw UsageFailure("give the lines with --text, --file or -")
      }
      let library = try context.library()
      let id = try library.find(arguments.operands[0])
      try library.add(lines, to: id, at: end)
      try context.report(id, in: library)
    }
  }
}
