// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// How many files become notes in one transaction.
  private static let batch = 100

  /// Takes Markdown files in.
  static let importing = Command(
    name: "import",
    forms: ["PATH..."],
    summary: "take in Markdown files, or folders of them",
    details: """
      A file whose front matter has the id of a note changes that note; every other becomes \
      a note, named after its title or itself. Of an exported file, what was changed in it since \
      changes the note, and what else was done to that stays. Files that cannot be taken in are \
      named, and the others are taken in.
      """,
    operands: 1...Int.max
  ) { arguments, context in
    let paths = try arguments.operands.flatMap {
      try MarkdownFiles.all(at: context.console.absolute($0))
    }
    let library = try context.libraryOrNew()
    var failed = 0
    var pathsOfNotes: [NoteID: String] = [:]
    for start in stride(from: 0, to: paths.count, by: batch) {
      let files = paths[start..<min(start + batch, paths.count)].compactMap { path in
        do {
          let found = try read(path)
          if let id = found.file.id {
            let other = pathsOfNotes.updateValue(found.path, forKey: id)
            if let other, other != found.path {
              warn(of: found.path, and: other, of: id, in: context)
            }
          }
          return found
        } catch {
          context.console.complain("decent: \(path): \(error)")
          failed += 1
          return nil
        }
      }
      for outcome in try library.take(in: files) { try report(outcome, of: library, in: context) }
    }
    if failed > 0 { throw CommandFailure.importFailed(count: failed) }
  }

  private static func read(
    _ path: String
  ) throws -> (file: NoteFile, defaultTitle: String, path: String) {
    let file = NoteFile(try TextSource.read(file: path))
    let title = MarkdownFiles.title(of: path)
    try file.check(defaultTitle: title)
    return (file, title, MarkdownFiles.place(of: path))
  }

  /// Says that two files are one note's, as when a service that carries files made a copy of
  /// one that was changed on two devices.
  private static func warn(
    of path: String, and other: String, of id: NoteID, in context: Context
  ) {
    context.console.complain(
      """
      decent: \(other.escapingControls) and \(path.escapingControls) have one id, \
      \(id.description.prefix(Abbreviation.fewestDigits)): both were taken in, one after the \
      other; see that the note is what it should be, and delete one of them
      """)
  }

  private static func report(
    _ outcome: ImportOutcome, of library: Library, in context: Context
  ) throws {
    let id: NoteID
    let word: String
    switch outcome {
    case .added(let note): (id, word) = (note, "added")
    case .changed(let note): (id, word) = (note, "changed")
    case .unchanged: return
    }
    try context.report {
      let title = try library.summary(id).title.escapingControls
      return "\(id.description.prefix(Abbreviation.fewestDigits))  \(title)  (\(word))"
    }
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
    let library = try context.library()
    var folder = try ExportFolder(at: context.console.absolute(arguments.operands[0]))
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
      case .written(let path): try context.console.print(path.escapingControls)
      case .kept(let path):
        context.console.complain(
          "decent: \(path.escapingControls) was changed since its export: import it first")
        kept += 1
      }
    }
    if failed > 0 { throw CommandFailure.exportFailed(count: failed) }
    if kept > 0 { throw CommandFailure.exportIncomplete(count: kept) }
  }
}
