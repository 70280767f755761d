// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Moves a note in the order.
  static let move = Command(
    name: "move",
    forms: ["NOTE --to N", "NOTE --before NOTE", "NOTE --after NOTE"],
    summary: "give a note another place in the list",
    details: """
      N counts the notes of 'decent list' that are not in the trash, the first being 1. \
      \(noteDetails)
      """,
    operands: 1...1,
    options: [.to, .before, .after]
  ) { arguments, context in
    let given = [OptionRule.to, .before, .after].filter(arguments.has)
    guard given.count == 1, let rule = given.first, let value = arguments.value(of: rule) else {
      throw UsageFailure("give one of --to, --before and --after")
    }
    let number = rule.name == OptionRule.to.name ? try placeNumber(value) : nil
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    try library.move(id, to: number ?? place(rule, try library.find(value)))
    try context.report(id, in: library)
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
