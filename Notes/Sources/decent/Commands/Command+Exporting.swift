// SPDX-License-Identifier: MIT

import DecentNotes

extension Command {
  /// Writes notes as Markdown files.
  static let exporting = Command(
    name: "export",
    forms: ["DIR [--mirror] [--quiet]"],
    summary: "write all notes as Markdown files",
    details: """
      Writes a file with front matter for each note that is not in the trash, and prints the \
      paths. A file that has a note's id is that note's, whatever its name. Only files that must \
      change are written, and none is removed. With --mirror, files that it wrote, or found as it \
      would write them, follow the titles and folders of their notes, and are removed with them; \
      others are never touched. A file that was changed by hand since and not imported is named \
      and left alone. Notes that cannot be read or written are named, and the others are written; \
      the command stops if the disk is full or can only be read.
      """,
    operands: 1...1,
    options: [.mirror, .quiet]
  ) { arguments, context in
    let place = try context.console.path(arguments.operands[0], for: "DIR", meaning: "folder")
    let library = try context.library()
    var report = WorkReport(on: context.console)
    let progress = context.progress(arguments)
    let failure = try progress.during {
      var folder = try ExportFolder(at: place, telling: progress)
      for remark in folder.remarks {
        context.console.complain("decent: \(remark.escapingControls)")
      }
      if arguments.has(.mirror) { folder.mirror = try Mirror(of: library, at: place) }
      return try export(library, into: &folder, telling: progress, context.console, &report)
    }
    try report.end(failure)
  }

  /// Writes the files that must change in a folder.
  ///
  /// - Returns: The failure of the export if some files were not written or not removed. This
  ///   function has then printed a message about each file.
  static func export(
    _ library: Library, into folder: inout ExportFolder, telling progress: ProgressDisplay,
    _ console: Console, _ report: inout WorkReport
  ) throws -> CommandFailure? {
    let summaries = try library.summaries().filter { !$0.isTrashed }
    var (written, kept, failed) = (0, 0, 0)
    var (rest, done) = (summaries[...], 0)
    while !rest.isEmpty {
      for (summary, note) in try takeNotes(from: &rest, of: library, for: &folder) {
        progress.tell(
          WorkProgress(
            what: "exporting", done: done, total: summaries.count, item: "note",
            bytes: folder.bytes))
        done += 1
        do {
          let outcome = try folder.write(try note.get(), summary.id, from: library)
          switch outcome {
          case .written(let path):
            report.print { path.escapingControls }
            written += 1
          case .moved(let former, let path):
            report.print { "\(path.escapingControls)\n\(former.escapingControls)  (removed)" }
            written += 1
          case .unchanged, .kept, .unknown: break
          }
          guard let complaint = outcome.complaint else { continue }
          console.complain("decent: \(complaint)")
          kept += 1
        } catch let failure as ExportFolder.DiskFailure {
          // The library must remember the files written so far, which the mirror owns. Saving may
          // fail, too: the library may be on the same disk.
          try? folder.mirror?.save(in: library)
          return .exportStopped(failure.path, reason: failure.reason, written: written)
        } catch {
          console.complain("decent: '\(summary.title.escapingControls)': \(error)")
          failed += 1
        }
      }
    }
    let (removed, changed, failures) = folder.removeLeftovers(
      besides: Set(summaries.map(\.id)), in: library)
    for failure in failures { console.complain("decent: \(failure)") }
    failed += failures.count
    for path in removed { report.print { "\(path.escapingControls)  (removed)" } }
    for path in changed {
      console.complain(
        "decent: \(path.escapingControls) was changed since its export, and its note was deleted: "
          + "remove it, or import it")
      kept += 1
    }
    try folder.mirror?.save(in: library)
    if failed > 0 { return .exportFailed(count: failed) }
    return kept > 0 ? .exportIncomplete(count: kept) : nil
  }
}

extension Command {
  /// Reads the next notes of an export: one, or several if the export mirrors the library. The
  /// library remembers the files of these notes before any file is written.
  private static func takeNotes(
    from rest: inout ArraySlice<NoteSummary>, of library: Library, for folder: inout ExportFolder
  ) throws -> [(summary: NoteSummary, note: Result<Note, any Error>)] {
    var notes: [(summary: NoteSummary, note: Result<Note, any Error>)] = []
    var bytes = 0
    repeat {
      guard let summary = rest.popFirst() else { break }
      let note = Result { try library.note(summary.id) }
      bytes += (try? note.get())?.text.string.utf8.count ?? 0
      notes.append((summary, note))
    } while folder.mirror != nil && notes.count < ExportFolder.mostBegun
      && bytes < ExportFolder.mostBytesBegun
    try folder.begin(
      notes.compactMap { summary, note in (try? note.get()).map { (summary.id, $0) } }, in: library)
    return notes
  }
}

extension ExportFolder.Outcome {
  /// The message about a file that was left alone; nil for any other outcome.
  fileprivate var complaint: String? {
    switch self {
    case .unchanged, .written, .moved: nil
    case .kept(let path):
      "\(path.escapingControls) was changed since its export: import it first"
    case .unknown(let path):
      """
      \(path.escapingControls) says something else than its note, and has no line 'exported' \
      that can be read: import it to have the note say that, or delete it to have it written anew
      """
    }
  }
}
