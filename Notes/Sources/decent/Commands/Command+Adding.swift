// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Adds a note.
  static let add = Command(
    name: "add",
    forms: [
      "TITLE [--text TEXT | --file FILE | -] [--tag TAG]... [--priority low|normal|high]"
        + " [--in FOLDER]"
    ],
    summary: "add a note",
    details: """
      Adds a note before all others and prints its id and title. With '-' the text is read from \
      the standard input. For example: date | decent add Today -.
      """,
    operands: 1...2,
    options: [.text, .file, .tag, .priority, .folder]
  ) { arguments, context in
    let draft = NoteDraft(
      title: arguments.operands[0].trimmed,
      text: try TextSource.named(by: arguments, dashAt: 1, on: context.console)?
        .read(on: context.console) ?? "",
      tags: try arguments.newTags(),
      priority: try arguments.value(of: .priority).map(Priority.init(word:)) ?? .normal,
      folder: try arguments.folder() ?? .none)
    try draft.check()
    let library = try context.libraryOrNew()
    try context.report(try library.add(draft), in: library)
  }
}
