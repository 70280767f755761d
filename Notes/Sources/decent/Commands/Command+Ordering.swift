// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Moves a note in the order.
  static let move = Command(
    name: "move",
    forms: ["NOTE... --in FOLDER", "NOTE --to N", "NOTE --before NOTE", "NOTE --after NOTE"],
    summary: "put notes into a folder, or elsewhere in the list",
    details: """
      A FOLDER is names with / between, such as Work/Garden. It need not be there before; '--in /' \
      takes notes out of theirs. N counts the notes of 'decent list' that are not in the trash, the \
      first being 1.
      """,
    operands: 1...Int.max,
    options: [.folder, .to, .before, .after]
  ) { arguments, context in
    let given = [OptionRule.folder, .to, .before, .after].filter(arguments.has)
    guard given.count == 1, let rule = given.first, let value = arguments.value(of: rule) else {
      throw UsageFailure("give one of --in, --to, --before and --after")
    }
    if let folder = try arguments.folder() { return try put(arguments.operands, folder, context) }
    guard arguments.operands.count == 1 else {
      throw UsageFailure(
        "'\(arguments.operands[1])' is more than 'move' takes without --in; quote what belongs "
          + "together")
    }
    let number = rule.name == OptionRule.to.name ? try placeNumber(value) : nil
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    let place = try number ?? place(rule, try library.find(value))
    try library.move(id, to: place)
    if let remark = try remark(on: place, of: id, in: library) {
      context.console.complain("decent: \(remark)")
    }
    try context.report(id, in: library)
  }

  /// The remark on a moved note that lists show elsewhere, because pinned notes stay on top; nil if
  /// lists show the note at `place`.
  private static func remark(
    on place: NotePlace, of id: NoteID, in library: Library
  ) throws -> String? {
    let others = try library.summaries().filter { $0.id != id }
    let isPinned = try library.summary(id).isPinned
    let isElsewhere =
      switch place {
      case .before(let other), .after(let other):
        others.first { $0.id == other }.map { $0.isPinned != isPinned } ?? false
      case .number(let number):
        (number <= others.count { $0.isPinned && !$0.isTrashed } + (isPinned ? 1 : 0)) != isPinned
      }
    guard isElsewhere else { return nil }
    return isPinned
      ? "it is pinned and stays above the notes that are not; unpin it to move it below"
      : "pinned notes stay above it; pin it, too, to move it there"
  }

  private static func put(
    _ references: [String], _ folder: NoteFolder, _ context: Context
  ) throws {
    let library = try context.library()
    let ids = try library.findAll(references)
    try library.setFolder(of: ids, to: folder)
    for id in ids { try context.report(id, in: library, NoteList.text(of: folder)) }
  }

  private static func placeNumber(_ word: String) throws(UsageFailure) -> NotePlace {
    guard let number = Int(word), number > 0 else {
      throw UsageFailure("'\(word)' is no place in a list; it is a number from 1")
    }
    return .number(number)
  }

  private static func place(_ rule: OptionRule, _ other: NoteID) -> NotePlace {
    rule.name == OptionRule.before.name ? .before(other) : .after(other)
  }
}
