// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Finds notes by their words.
  static let search = Command(
    name: "search",
    forms: ["WORD... [--trash] [--json]"],
    summary: "find the notes that have all the words",
    details: """
      Prints a line for each note, the best first. A WORD may be the beginning of one in title, \
      tags or text; case and accents do not matter. For example: decent search tent stov.
      """,
    operands: 1...Int.max,
    options: [.trash, .json]
  ) { arguments, context in
    let words = try SearchWords(arguments.operands.joined(separator: " "))
    let library = try context.library()
    let found = try library.search(words, wantsTrashed: arguments.has(.trash))
    if arguments.has(.json) {
      let records = Found(notes: found.map { NoteRecord($0) })
      try context.console.write(try records.jsonText())
    } else {
      let lines = NoteList.lines(found, try library.abbreviation(), context.console.form)
      try context.console.write(lines)
    }
  }

  private struct Found: Encodable {
    let notes: [NoteRecord]
  }
}
