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

  /// Changes the tags of a note.
  static let tag = Command(
    name: "tag",
    forms: ["NOTE +TAG... -TAG..."],
    summary: "add tags to a note and take tags from it",
    details: "For example: decent tag Plans +work -home. \(noteDetails)",
    operands: 2...Int.max,
    takesSigns: true
  ) { arguments, context in
    let changes = arguments.operands.dropFirst()
    if let word = changes.first(where: { !$0.hasPrefix("+") && !$0.hasPrefix("-") }) {
      throw UsageFailure("'\(word)' begins with neither + nor -")
    }
    let added = changes.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
    let removed = changes.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
    if let tag = added.first(where: removed.contains) {
      throw UsageFailure("the tag '\(tag)' is both to be added and to be taken away")
    }
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    let missing = try library.tag(id, adding: added, removing: removed)
    let tags = try library.note(id).tags.values.sorted()
    try context.report(id, in: library, NoteList.text(ofTags: tags))
    if !missing.isEmpty {
      context.console.complain("decent: the note did not have \(NoteList.text(ofTags: missing))")
    }
  }
}
