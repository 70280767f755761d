// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Changes the tags of notes.
  static let tag = Command(
    name: "tag",
    forms: ["NOTE... +TAG... -TAG..."],
    summary: "add tags to notes and take tags from them",
    details: """
      Applies to all of the notes or to none. For example: decent tag Plans Trip +work -home. A \
      TAG may be several, with commas between.
      """,
    operands: 2...Int.max,
    takesSigns: true
  ) { arguments, context in
    let references =
      arguments.operands.prefix(1) + arguments.operands.dropFirst().prefix { !isSigned($0) }
    let changes = arguments.operands.dropFirst(references.count)
    let unsigned = changes.isEmpty ? references.dropFirst().first : changes.first { !isSigned($0) }
    if let word = unsigned {
      throw UsageFailure("'\(word)' begins with neither + nor -")
    }
    let added = try tags(of: changes, sign: "+").flatMap { TypedTag.tags(in: $0.name) }
    let removed = try tags(of: changes, sign: "-")
    if let tag = added.first(where: removed.contains) {
      throw UsageFailure("the tag '\(tag.name)' is both to be added and to be taken away")
    }
    let library = try context.library()
    let ids = try library.findAll(references)
    let missing = try library.tag(ids, adding: added, removing: removed)
    for id in ids {
      let tags = try library.summary(id).tags
      try context.report(id, in: library, NoteList.text(ofTags: tags))
    }
    if !missing.isEmpty {
      let notes = ids.count == 1 ? "the note" : "the notes"
      context.console.complain(
        "decent: \(notes) did not have \(NoteList.text(ofTags: missing.map(\.name)))")
    }
  }

  private static func isSigned(_ word: String) -> Bool {
    word.hasPrefix("+") || word.hasPrefix("-")
  }

  private static func tags(
    of changes: some Sequence<String>, sign: Character
  ) throws -> [TypedTag] {
    try changes.filter { $0.first == sign }.map { change in
      let word = String(change.dropFirst())
      guard let tag = TypedTag(word) else { throw NoteFault.unsuitableTag(word) }
      return tag
    }
  }

  /// Lists the tags.
  static let tags = Command(
    name: "tags",
    forms: ["[--json]"],
    summary: "list the tags, and how many notes have each",
    details: "The notes in the trash are not counted.",
    operands: 0...0,
    options: [.json]
  ) { arguments, context in
    var counts: [String: Int] = [:]
    for note in try context.library().summaries() where !note.isTrashed {
      for tag in note.tags { counts[tag, default: 0] += 1 }
    }
    let tags = counts.sorted { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }
    if arguments.has(.json) {
      let records = TagRecords(tags: tags.map { TagRecords.Tag(tag: $0.key, notes: $0.value) })
      return try context.console.write(try records.jsonText())
    }
    let rows = tags.map { tag, count in
      [Table.Cell(NoteList.text(ofTags: [tag]), .place), Table.Cell("\(count)", .aside)]
    }
    try context.console.write(Table(rows).text(context.console.form))
  }

  private struct TagRecords: Encodable {
    struct Tag: Encodable {
      let tag: String
      let notes: Int
    }

    let tags: [Tag]
  }
}
