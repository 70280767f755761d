// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Finds notes by their words.
  static let search = Command(
    name: "search",
    forms: ["WORD... [--limit N] [--trash] [--json] [--no-pager]"],
    summary: "find notes by their words and tags",
    details: """
      Prints a line for each note that has all the words, the best first, and below it where in the \
      text they are. A WORD may be the beginning of one in title, tags or text; case and accents do \
      not matter. Quoted words must stand one after the other, tag:TAG means a tag, in:FOLDER \
      a folder, and what begins with - must not be there. For example: decent search tent "red bag" \
      tag:trip in:Work -winter. The exit status is 1 if there is no such note.
      """,
    operands: 1...Int.max,
    options: [.limit, .trash, .json, .noPager],
    takesSigns: true
  ) { arguments, context in
    let words = try SearchWords(arguments.operands.map(term))
    let limit = try arguments.limit()
    let library = try context.library()
    let found = try library.search(words, wantsTrashed: arguments.has(.trash), limit: limit)
    if arguments.has(.json) {
      let records = Found(notes: found.map { FoundRecord($0) })
      try context.console.write(try records.jsonText())
    } else {
      let lines = NoteList.lines(found, try library.abbreviation(), context.console.form)
      try context.console.page(lines, arguments)
    }
    if found.isEmpty { throw NothingFound() }
  }

  /// Puts back the quotes that the shell has taken from words that belong together.
  private static func term(_ word: String) -> String {
    guard word.contains(where: \.isWhitespace), !word.contains("\"") else { return word }
    for sign in ["-tag:", "tag:", "-in:", "in:", "-"] where word.hasPrefix(sign) {
      return "\(sign)\"\(word.dropFirst(sign.count))\""
    }
    return "\"\(word)\""
  }

  private struct Found: Encodable {
    let notes: [FoundRecord]
  }
}

/// A search found nothing. Only the exit status says so.
struct NothingFound: Error {}
