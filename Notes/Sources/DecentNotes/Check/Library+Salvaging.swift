// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation

extension Library {
  /// Repairs the library in a folder as ``repair()`` does. If the file is damaged beyond its
  /// indexes, a new file with the readable rows replaces the damaged file.
  ///
  /// The damaged file is kept beside the new file. The library becomes another device with a new
  /// id, and reads all objects of its remotes once more.
  ///
  /// - Throws: A ``DatabaseFailure`` if nothing can be read, or if another process has the
  ///   library open; nothing is changed then.
  public static func repair(in folder: String) throws -> RepairReport {
    var notes = SalvagedNotes()
    let made = try DocumentLibrary.salvage(
      at: database(in: folder), preparing: { _ = try Library($0, in: folder) },
      takingOver: { salvage, documents in
        notes = try SalvagedNotes(in: &salvage, for: Library(documents, in: folder))
      })
    let library = try Library(opening: folder)
    var report = try library.repair()
    if made?.damagedFile != nil, let made {
      try library.tell(of: made, notes, in: &report)
    } else if made != nil {
      report.steps.insert(library.step(of: .database(""), puttingAside: [:]), at: 0)
    }
    return report
  }

  /// Adds the making of the new file to the report.
  private func tell(
    of made: DocumentRepair, _ notes: SalvagedNotes, in report: inout RepairReport
  ) throws {
    let count = try summaries().count
    let damaged = made.damagedFile?.path.escapingControls ?? ""
    let problems = made.repaired.map(named).filter { !$0.isOfFile }
    let putAside = problems.compactMap { problem -> NoteID? in
      if case .document(let name, _, _) = problem { name.note } else { nil }
    }
    let steps = problems.map { problem in
      step(of: problem, puttingAside: Dictionary(putAside.map { ($0, nil) }) { first, _ in first })
    }
    report.steps =
      [
        """
        the database was damaged: made it anew of what could be read, \(count) \
        \(count == 1 ? "note" : "notes"); the damaged one is kept as \(damaged)
        """
      ] + notes.losses + steps + report.steps
    report.keptTexts = notes.keptTexts + report.keptTexts
    report.keptFolder = report.keptFolder ?? made.keptFolder?.path
    if try remotes().isEmpty {
      report.steps.append("could read no remote; if there were any, add yours again")
    }
    report.steps.append(
      """
      took a new device id and forgot what was known of remotes: the next sync gets back what \
      they hold
      """)
  }
}

/// The rows of a damaged file that belong to no document: the remotes, and the rows of lists and
/// searches.
private struct SalvagedNotes {
  /// The notes that could not be read completely, each as a sentence without its full stop.
  var losses: [String] = []
  /// The titles of the notes whose indexed texts are kept in files, and the paths of these files.
  var keptTexts: [(title: String, path: String)] = []
  /// The rows of ``NoteIndex``. Every write of a note updates its row.
  private var listed: [NoteID: [IndexValue]] = [:]

  init() {}

  /// Copies the remotes into a new library, which has the documents. Keeps the indexed text of a
  /// note if the new library cannot read the note. Also keeps the indexed text if the new library
  /// has both another text and another row in lists for the note.
  init(in salvage: inout Salvage, for library: Library) throws {
    for row in salvage.rows(of: "remotes") {
      guard let name = row[0].text, let folder = row[1].text else { continue }
      let remote = Remote(name: name, folder: folder)
      // If the damage hides a row's table, the row may belong to another table of the same form. A
      // row that begins with a note's id counts as a row of `imports`.
      guard NoteID(name) == nil, folder.hasPrefix("/"), (try? remote.check()) != nil,
        try !library.remotes().contains(where: { $0.name == name })
      else { continue }
      try library.insert(remote)
    }
    for row in salvage.rows(of: "notes") {
      if let id = row[0].text.flatMap({ NoteID($0) }) { listed[id] = row }
    }
    for (id, texts) in Self.words(in: salvage) {
      let note = try? library.collection.document(of: id.uuid)
      if let note, try WordIndex.texts(of: note) == texts || isListed(id, in: library) { continue }
      let file = file(of: id, texts)
      let url = try salvage.keep(Array(file.content.utf8), as: "note-\(id).md")
      keptTexts.append((note?.title.value ?? file.title ?? "\(id)", url.path))
      listed[id] = nil
    }
    let gone = listed.filter { id, _ in
      (try? library.collection.document(of: id.uuid)) == nil
    }
    losses =
      keptTexts.map { "the last changes of '\($0.title.escapingControls)' could not be read" }
      + gone.values.map { "'\(($0[1].text ?? "").escapingControls)' could not be read" }.sorted()
  }

  /// Whether the row of a note in lists is the same in the damaged file and in the new library.
  private func isListed(_ id: NoteID, in library: Library) throws -> Bool {
    guard let row = listed[id] else { return false }
    let marks = row.map { _ in "?" }.joined(separator: ", ")
    return try !library.documents.rows(
      "SELECT * FROM notes WHERE id = '\(id)' INTERSECT VALUES (\(marks))", row, as: { _ in () }
    ).isEmpty
  }

  /// The indexed texts of the notes.
  private static func words(in salvage: Salvage) -> [(id: NoteID, texts: [String])] {
    var notes: [Int: NoteID] = [:]
    for row in salvage.rows(of: "word_rows") {
      if let id = row[1].text.flatMap({ NoteID($0) }) { notes[row[0].integer ?? 0] = id }
    }
    var words: [NoteID: [String]] = [:]
    for row in salvage.rows(of: "words_content") {
      let texts = row.dropFirst().compactMap(\.text)
      if texts.count == 3, let id = notes[row[0].integer ?? 0] { words[id] = texts }
    }
    return words.map { ($0.key, $0.value) }.sorted { $0.id.rawValue < $1.id.rawValue }
  }

  /// A file without an id, made of the rows of a note in the tables of lists and searches.
  private func file(of id: NoteID, _ texts: [String]) -> NoteFile {
    var file = NoteFile("")
    file.text = texts[2]
    let row = listed[id]
    file.title = row?[1].text ?? texts[0]
    file.tags =
      row?[12].text.flatMap { try? TagColumn.tags(in: $0) }
      ?? texts[1].split(separator: "\n").map(String.init)
    return file
  }
}
