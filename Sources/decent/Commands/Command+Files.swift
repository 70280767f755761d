// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Takes Markdown files in.
  static let importing = Command(
    name: "import",
    forms: ["PATH..."],
    summary: "take in Markdown files, or folders of them",
    details: """
      A file whose front matter has the id of a note changes that note; every other becomes \
      a note, named after its title or itself. Of an exported file, what was changed in it since \
      changes the note, and what else was done to that stays. Files that cannot be taken in are \
      named, and the others are taken in, all at once.
      """,
    operands: 1...Int.max
  ) { arguments, context in
    let places = try arguments.operands.map {
      try context.console.path($0, for: "PATH", meaning: "file or folder")
    }
    var report = WorkReport(on: context.console)
    var files = MarkdownFiles()
    for place in places { files.add(place) }
    for remark in files.remarks {
      context.console.complain("decent: \(remark.escapingControls)")
    }
    var queue = ImportQueue(files)
    if !files.paths.isEmpty {
      let library = try context.libraryOrNew()
      // What is wrong is said afterwards: nobody else can write before the last file is read.
      let outcomes = try library.take { queue.next() }
      for outcome in outcomes { report.add(outcome, of: library) }
      warn(ofForeign: outcomes, among: queue.exported, in: library, on: context.console)
    }
    for remark in queue.remarks {
      context.console.complain("decent: \(remark.escapingControls)")
    }
    let failures = queue.failures
    let total = files.paths.count + files.failures.count
    guard total > 1 || failures.isEmpty else { return try report.end(failures.first) }
    for failure in failures { context.console.complain("decent: \(failure)") }
    try report.end(
      failures.isEmpty ? nil : .importFailed(count: failures.count, of: total))
  }

  /// Says that notes of another library were added, if there are any: notes that both have are
  /// two with one id, of which nothing tells that their texts are the same.
  private static func warn(
    ofForeign outcomes: [ImportOutcome], among exported: Set<NoteID>, in library: Library,
    on console: Console
  ) {
    let count = outcomes.filter { outcome in
      guard case .added(let id) = outcome, exported.contains(id) else { return false }
      // A note that was purged here was this library's, and comes back alone.
      return (try? library.summary(id))?.wasPurged != true
    }.count
    guard count > 0 else { return }
    console.complain(
      """
      decent: \(count == 1 ? "1 note was" : "\(count) notes were") exported by another library; to \
      sync with it or its remotes, begin with a new library and import after the first sync, or \
      \(count == 1 ? "the text" : "their texts") will stand twice
      """)
  }

  /// Writes notes as Markdown files.
  static let exporting = Command(
    name: "export",
    forms: ["DIR"],
    summary: "write all notes as Markdown files",
    details: """
      One file for each note that is not in the trash, with front matter. A file that has a \
      note's id is that note's, whatever its name; only files that must change are written, and \
      none is removed. A file that was changed by hand since and not imported is named and left \
      alone. Notes that cannot be read or written are named, and the others are written.
      """,
    operands: 1...1
  ) { arguments, context in
    let place = try context.console.path(arguments.operands[0], for: "DIR", meaning: "folder")
    let library = try context.library()
    var report = WorkReport(on: context.console)
    var folder = try ExportFolder(at: place)
    for remark in folder.remarks {
      context.console.complain("decent: \(remark.escapingControls)")
    }
    var (kept, failed) = (0, 0)
    for summary in try library.summaries() where !summary.isTrashed {
      let outcome: ExportFolder.Outcome
      do {
        outcome = try folder.write(try library.note(summary.id), summary.id, from: library)
      } catch {
        context.console.complain("decent: '\(summary.title.escapingControls)': \(error)")
        failed += 1
        continue
      }
      switch outcome {
      case .unchanged: break
      case .written(let path): report.print { path.escapingControls }
      case .kept(let path):
        context.console.complain(
          "decent: \(path.escapingControls) was changed since its export: import it first")
        kept += 1
      case .unknown(let path):
        context.console.complain(
          """
          decent: \(path.escapingControls) says something else than its note, and has no line \
          'exported' that can be read: import it to have the note say that, or delete it to have \
          it written anew
          """)
        kept += 1
      }
    }
    try report.end(
      failed > 0
        ? .exportFailed(count: failed) : kept > 0 ? .exportIncomplete(count: kept) : nil)
  }
}

extension WorkReport {
  /// Says what became of a file.
  fileprivate mutating func add(_ outcome: ImportOutcome, of library: Library) {
    let id: NoteID
    let word: String
    switch outcome {
    case .added(let note): (id, word) = (note, "added")
    case .changed(let note): (id, word) = (note, "changed")
    case .unchanged: return
    }
    print {
      let summary = try library.summary(id)
      let place = summary.isTrashed ? ", in the trash" : ""
      return "\(id.description.prefix(Abbreviation.fewestDigits))  "
        + "\(summary.title.escapingControls)  (\(word)\(place))"
    }
  }
}
