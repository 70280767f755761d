// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Imports Markdown files.
  static let importing = Command(
    name: "import",
    forms: [
      "PATH... [--in FOLDER] [--tag TAG]... [--again] [--dry-run] [--quiet]"
    ],
    summary: "take in Markdown files, or folders of them",
    details: """
      A file whose front matter has the id of a note changes that note. Every other file becomes a \
      note, named after its title or itself. Changes made in an exported file, or in one that was \
      imported before, are merged into its note. With --again, files without an id become further \
      notes. Folders within a PATH become folders of the new notes, in that of --in if it is \
      given, and --tag tags them. Files that cannot be taken in are named, and the others are \
      taken in, all at once.
      """,
    operands: 1...Int.max,
    options: [.folder, .tag, .again, .dryRun, .quiet]
  ) { arguments, context in
    let places = try arguments.operands.map {
      try context.console.path($0, for: "PATH", meaning: "file or folder")
    }
    let (folder, tags) = (try arguments.folder() ?? .none, try arguments.newTags())
    for tag in tags { try NoteLimits.check(tag: tag) }
    var files = MarkdownFiles()
    for place in places { files.add(place) }
    for remark in files.remarks {
      context.console.complain("decent: \(remark.escapingControls)")
    }
    var queue = ImportQueue(files, into: folder, tags: tags, areNew: arguments.has(.again))
    var report = WorkReport(on: context.console, storesNothing: arguments.has(.dryRun))
    if !files.found.isEmpty {
      let progress = context.progress(arguments)
      if arguments.has(.dryRun) {
        try preview(&queue, telling: progress, in: context, &report)
      } else {
        try take(&queue, besides: files.others, telling: progress, in: context, &report)
      }
    }
    for remark in queue.remarks {
      context.console.complain("decent: \(remark.escapingControls)")
    }
    let failures = queue.failures
    let total = files.found.count + files.failures.count
    guard total > 1 || failures.isEmpty else { return try report.end(failures.first) }
    for failure in failures { context.console.complain("decent: \(failure)") }
    try report.end(
      failures.isEmpty ? nil : .importFailed(count: failures.count, of: total))
  }

  private static func take(
    _ queue: inout ImportQueue, besides others: [String], telling progress: ProgressDisplay,
    in context: Context, _ report: inout WorkReport
  ) throws {
    let library = try context.libraryOrNew()
    let outcomes = try progress.during {
      progress.tell(queue.progress)
      return try library.take {
        defer { progress.tell(queue.progress) }
        return queue.next()
      }
    }
    for outcome in outcomes { report.add(outcome, of: library) }
    for remark in leftBehind(by: outcomes, queue.links, others) {
      context.console.complain("decent: \(remark.escapingControls)")
    }
    warn(ofForeign: outcomes, among: queue.exported, in: library, on: context.console)
    // The notes are stored. The next search indexes the words that cannot be indexed now.
    try? library.indexWords()
  }

  /// Says what an import would do.
  private static func preview(
    _ queue: inout ImportQueue, telling progress: ProgressDisplay, in context: Context,
    _ report: inout WorkReport
  ) throws {
    let outcomes = try progress.during {
      progress.tell(queue.progress)
      return try context.withLibraryOrEmpty { library in
        try library.preview {
          defer { progress.tell(queue.progress) }
          return queue.next()
        }
      }
    }
    for (path, outcome) in zip(queue.paths, outcomes) {
      report.print { "\(path.escapingControls)  (\(outcome.intent))" }
    }
  }

  /// Remarks on the files that the import leaves behind, and on the links that lead to files.
  private static func leftBehind(
    by outcomes: [ImportOutcome], _ links: [[String]], _ files: [String]
  ) -> [String] {
    var left = LeftBehind(files)
    var hasAdded = false
    for (outcome, links) in zip(outcomes, links) {
      guard case .added = outcome else { continue }
      hasAdded = true
      left.add(links)
    }
    return hasAdded ? left.remarks : []
  }

  /// Warns if the import added notes that another library exported. Such a note has a history in
  /// each of the two libraries. If a sync merges the histories, the note holds its text twice.
  private static func warn(
    ofForeign outcomes: [ImportOutcome], among exported: Set<NoteID>, in library: Library,
    on console: Console
  ) {
    let count = outcomes.filter { outcome in
      guard case .added(let id) = outcome, exported.contains(id) else { return false }
      // If the note was purged in this library, the purge dropped the other history.
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
}

extension WorkReport {
  /// Prints the outcome of a file.
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

extension ImportOutcome {
  /// The change that an import would make for a file.
  fileprivate var intent: String {
    switch self {
    case .added: "would be added"
    case .changed(let note):
      "would change \(note.description.prefix(Abbreviation.fewestDigits))"
    case .unchanged: "nothing new"
    }
  }
}
