// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Lists the notes.
  static let list = Command(
    name: "list",
    forms: [
      "[--tag TAG]... [--priority low|normal|high] [--trash]"
        + " [--sort order|title|created|edited] [--json]"
    ],
    summary: "list the notes, those in the trash apart",
    details: """
      A line for each note: the first digits of its id, its title, its priority if it is not \
      normal, and its tags. With tags, a priority or --trash, only notes that have all of them. \
      For example: decent list --tag work --sort edited.
      """,
    operands: 0...0,
    options: [.tag, .priority, .trash, .sort, .json]
  ) { arguments, context in
    let filter = try NoteFilter(arguments)
    let all = try context.library().summaries()
    let list = NoteList(filter(all), abbreviation: Abbreviation(of: all.map(\.id)))
    if arguments.has(.json) {
      try context.console.write(try list.json())
    } else {
      try context.console.write(list.text)
    }
  }

  /// Shows a note.
  static let show = Command(
    name: "show",
    forms: ["NOTE [--json]"],
    summary: "show a note",
    details: noteDetails,
    operands: 1...1,
    options: [.json]
  ) { arguments, context in
    let library = try context.library()
    let id = try library.find(arguments.operands[0])
    let page = NotePage(try library.note(id), try library.summary(id))
    if arguments.has(.json) {
      try context.console.write(try page.json())
    } else {
      try context.console.write(page.text(isTerminal: context.console.isTerminal))
    }
  }

  /// What NOTE means, for the help of commands that take one.
  static let noteDetails = """
    NOTE is a title, exactly, or the first digits of an id: 4 or more, as many as no other note \
    has.
    """
}
