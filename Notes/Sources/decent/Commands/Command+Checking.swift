// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes

extension Command {
  /// Looks for damage, and repairs the damage with `--repair`.
  static let check = Command(
    name: "check",
    forms: ["[--repair] [--json] [--quiet]"],
    summary: "look for damage in the library, and repair it",
    details: """
      Reads the whole library: the file, the history of every note, and whether lists, searches \
      and the order say what the notes do. What is wrong is named on the standard error output, \
      and the exit status is 1. With --repair, what follows from notes is made anew; a note that \
      cannot be read is put aside in files, and the next sync restores what remotes hold of it. \
      Of a file that is damaged itself, what can be read is put into a new one.
      """,
    operands: 0...0,
    options: [.repair, .json, .quiet]
  ) { arguments, context in
    let folder = try context.findFolder()
    if arguments.has(.repair) { StandardStream.outliveReaders() }
    let progress = context.progress(arguments)
    let problems = try progress.during {
      progress.tell(WorkProgress(what: "checking the file"))
      return try Library.check(in: folder) { progress.tell(WorkProgress($0)) }
    }
    for problem in problems { context.console.complain("decent: \(problem)") }
    let isRepaired = arguments.has(.repair) && !problems.isEmpty
    let repair = try progress.during {
      progress.tell(WorkProgress(what: "repairing"))
      return isRepaired ? try Library.repair(in: folder) : nil
    }
    let report = CheckReport(problems: problems, repair: repair)
    let text = arguments.has(.json) ? try report.json() : report.text
    do {
      try context.console.write(text)
    } catch {
      guard isRepaired else { throw error }
      throw CommandFailure.storedUnreported(reason: "\(error)")
    }
    try report.check(on: context.console)
  }
}

extension WorkProgress {
  fileprivate init(_ progress: CheckProgress) {
    self.init(
      what: "checking", done: progress.documentsRead, total: progress.documentCount,
      item: "document", bytes: progress.bytesRead)
  }
}
