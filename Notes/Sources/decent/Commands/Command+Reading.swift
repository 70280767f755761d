// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Lists the notes.
  static let list = Command(
    name: "list",
    forms: [
      "[--tag TAG]... [--in FOLDER] [--priority low|normal|high] [--trash]"
        + " [--sort order|title|created|edited] [--limit N] [--json] [--no-pager]"
    ],
    summary: "list the notes, those in the trash apart",
    details: """
      A line for each note: the first digits of its id, its title, whether it is pinned, its priority \
      if it is not normal, its folder with / behind it, and its tags. With tags, a folder, a priority \
      or --trash, only notes that have all of them. A folder holds those within it; '--in /' means the \
      notes in none. Pinned notes come first. With --limit, only the first N. For example: decent list \
      --in Work --sort edited --limit 10.
      """,
    operands: 0...0,
    options: [.tag, .folder, .priority, .trash, .sort, .limit, .json, .noPager]
  ) { arguments, context in
    let filter = try NoteFilter(arguments)
    let all = try context.library().summaries()
    let notes = filter(all)
    // Lists show the notes in the trash after all others.
    let shown = (notes.filter { !$0.isTrashed } + notes.filter(\.isTrashed))
      .prefix(try arguments.limit())
    let list = NoteList(Array(shown), abbreviation: Abbreviation(of: all.map(\.id)))
    if arguments.has(.json) {
      try context.console.write(try list.json())
    } else {
      try context.console.page(list.text(context.console.form), arguments)
    }
  }

  /// Shows a note.
  static let show = Command(
    name: "show",
    forms: [
      "NOTE [--at VERSION] [--text | --json] [--no-pager]",
      "NOTE --diff VERSION [--at VERSION] [--json] [--no-pager]",
    ],
    summary: "show a note, now or as it was",
    details: """
      With --at, the text is that of a version; all else is as it is now. With --text, prints \
      the text as it is, for other programs: decent show A --text | decent edit B -. With --diff, prints \
      what changed in the text from that version to now, or to that of --at, as 'diff -u' \
      does.
      """,
    operands: 1...1,
    options: [.at, .diff, .textAlone, .json, .noPager]
  ) { arguments, context in
    let forms = [OptionRule.textAlone, .diff, .json].filter(arguments.has)
    guard !arguments.has(.textAlone) || forms.count == 1 else {
      throw UsageFailure("give only one of --text, --diff and --json")
    }
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    let note = try library.note(id)
    lazy var history = NoteHistory(of: note)
    let version = try arguments.value(of: .at).map { try history.find($0) }
    if let reference = arguments.value(of: .diff) {
      let difference = try UnifiedDifference(
        of: note, in: history, from: try history.find(reference), to: version)
      return try write(
        difference.text(context.console.form), or: difference.json, arguments,
        context)
    }
    var page = NotePage(note, try library.summary(id))
    if let version {
      page.show(version, try history.text(at: version), history.abbreviation)
    }
    if arguments.has(.textAlone) {
      return try context.console.page(page.textAlone(context.console.form), arguments)
    }
    try write(
      page.text(context.console.form), or: page.json, arguments, context)
  }

  private static func write(
    _ text: @autoclosure () -> String, or json: () throws -> String, _ arguments: Arguments,
    _ context: Context
  ) throws {
    if arguments.has(.json) { return try context.console.write(try json()) }
    try context.console.page(text(), arguments)
  }
}
