// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import ReplicatingTypes

/// The readable rows of a library in a damaged file: the documents, the remotes, and the rows of
/// lists and searches, which serve for unreadable documents.
///
/// The books of remotes are left behind, and so is the device's id: a library without all of its
/// books is another device.
struct SalvagedRows {
  private var documents: [Int: (name: String, revision: Int)] = [:]
  private var otherNames: [Int: [DocumentName]] = [:]
  private var bases: [Int: [[UInt8]]] = [:]
  private var deltas: [(key: Int, document: Int, content: [UInt8])] = []
  private var summaries: [Int: [DatabaseValue]] = [:]
  private var texts: [Int: [String]] = [:]
  private var remotes: [String: String] = [:]

  init(in pages: DatabasePages) {
    pages.forEachRow { add($0) }
  }

  /// The rows that can be read with the page layout that the file states, or with our usual layout
  /// if that yields more. The statement of the layout may be damaged.
  static func most(in pages: DatabasePages) -> SalvagedRows {
    let layout = pages.layout
    let rows = SalvagedRows(in: pages)
    guard layout != .usual else { return rows }
    pages.layout = .usual
    defer { pages.layout = layout }
    let others = SalvagedRows(in: pages)
    return others.extent > rows.extent ? others : rows
  }

  /// How many notes can be read, and how many rows of all there are.
  private var extent: (notes: Int, rows: Int) {
    let notes = bases.values.count { $0.contains { Self.isReadable($0, as: Note.self) } }
    return (notes, documents.count + bases.count + deltas.count + summaries.count + texts.count)
  }

  /// Whether it names a remote.
  var hasRemote: Bool { !remotes.isEmpty }

  /// Whether there is a readable note, or a row of lists or searches for a note.
  var hasNote: Bool { !texts.isEmpty || !summaries.isEmpty || hasReadableNote }

  /// Whether there is a note that can be read.
  private var hasReadableNote: Bool {
    bases.values.contains { $0.contains { Self.isReadable($0, as: Note.self) } }
  }

  /// Whether there are rows that only a library holds. Tables of other programs, too, may look like
  /// that of texts.
  var isOfLibrary: Bool {
    let names = documents.values.lazy.compactMap { DocumentName(text: $0.name) }
    return names.contains(where: \.isOfNote)
      || otherNames.values.joined().contains(where: \.isOfNote) || hasReadableNote
  }

  /// Adds a row to the table that its form tells.
  private mutating func add(_ row: StoredRow) {
    guard let key = row.key else { return addIndexed(row.values) }
    switch row.values.count {
    case 2:
      guard case .blob(let content) = row.values[1], row.values[0] == .null,
        PackedBytes.isStored(content)
      else { return }
      bases[key, default: []].append(content)
    case 3:
      guard row.values[0] == .null else { return }
      switch (row.values[1], row.values[2]) {
      case (.text(let name), .integer(let revision)): documents[key] = (name, revision)
      case (.integer(let document), .blob(let content)): deltas.append((key, document, content))
      default: return
      }
    case 4:
      let texts = row.values.dropFirst().compactMap(\.textValue)
      if row.values[0] == .null, texts.count == 3 { self.texts[key] = texts }
    case 10:
      guard row.values[0] == .null, let id = row.values[1].textValue.flatMap({ NoteID($0) }),
        row.values[3].textValue.flatMap(Priority.init(rawValue:)) != nil
      else { return }
      summaries[key] = Array(row.values[1...].prefix(6))
      // The id comes before texts that only look like names.
      otherNames[key, default: []].insert(.note(id), at: 0)
    default: return
    }
  }

  private mutating func addIndexed(_ values: [DatabaseValue]) {
    guard values.count == 2, let text = values[0].textValue else { return }
    switch values[1] {
    case .integer(let key):
      if let name = DocumentName(text: text) { otherNames[key, default: []].append(name) }
    case .text(let folder):
      if folder.hasPrefix("/"), (try? Remote(name: text, folder: folder).check()) != nil {
        remotes[text] = folder
      }
    default: return
    }
  }

  private static func isReadable<Content: ReplicatingDocument>(
    _ bytes: [UInt8], as type: Content.Type
  ) -> Bool {
    guard let bytes = try? PackedBytes.unpack(bytes) else { return false }
    return (try? Content(encoded: bytes, from: .ownDevice)) != nil
  }
}

extension SalvagedRows {
  /// Writes all rows into an empty library, and the tables that follow from its documents.
  ///
  /// - Parameter outdated: Called with each readable note that disagrees with its indexed words,
  ///   before these are updated. The last changes of such a note are missing.
  func write(
    into library: Library, outdated: (NoteID, _ key: Int, Note) throws -> Void
  ) throws {
    let database = library.database
    try database.transaction {
      for (key, name, base) in named() {
        try database.run(
          "INSERT INTO documents (key, name, revision) VALUES (?, ?, ?)", .integer(key),
          .text(name), .integer(try nextRevision(in: database)))
        if let base {
          try database.run(
            "INSERT INTO bases (document, content) VALUES (?, ?)", .integer(key), .blob(base))
        }
        try writeLastKnown(of: key, into: database)
      }
      for delta in deltas {
        try database.run(
          """
          INSERT OR IGNORE INTO deltas (key, document, content)
          SELECT ?, key, ? FROM documents WHERE key = ?
          """, .integer(delta.key), .blob(delta.content), .integer(delta.document))
      }
      for (name, folder) in remotes {
        try database.run(
          "INSERT INTO remotes (name, folder) VALUES (?, ?)", .text(name), .text(folder))
      }
      try summarize(in: library, outdated)
    }
  }

  private func nextRevision(in database: Database) throws -> Int {
    1
      + (try database.row("SELECT coalesce(max(revision), 0) FROM documents") { $0.integer(at: 0) }
        ?? 0)
  }

  /// The documents in the order of their last changes, with their names and bases. A document that
  /// lost its row takes the name that lists have for it, or a new name.
  private func named() -> [(key: Int, name: String, base: [UInt8]?)] {
    let keys = Set(documents.keys).union(otherNames.keys).union(bases.keys).union(texts.keys)
    let order = keys.sorted {
      let (first, second) = (documents[$0]?.revision ?? .max, documents[$1]?.revision ?? .max)
      return (first, $0) < (second, $1)
    }
    var taken: Set<String> = []
    return order.compactMap { key in
      guard let (name, base) = nameAndBase(of: key), taken.insert(name).inserted else {
        return nil
      }
      return (key, name, base)
    }
  }

  private func nameAndBase(of key: Int) -> (name: String, base: [UInt8]?)? {
    let bases = bases[key] ?? []
    let note = bases.first { Self.isReadable($0, as: Note.self) }
    let base = note ?? bases.first
    if let name = documents[key]?.name, DocumentName(text: name) != nil || note == nil {
      return (name, base)
    }
    let fitting = (otherNames[key] ?? []).first { name in
      switch name {
      case .note: true
      case .purge: note == nil && texts[key] == nil
      }
    }
    if let fitting { return (fitting.text, base) }
    guard note != nil || texts[key] != nil else { return nil }
    return (DocumentName.note(NoteID(from: ReplicationEnvironment.current)).text, base)
  }

  /// Writes the rows of lists and searches for a document, in case it cannot be read.
  private func writeLastKnown(of key: Int, into database: Database) throws {
    if let summary = summaries[key], summary.count == 6 {
      try database.run(
        """
        INSERT OR IGNORE INTO notes (id, title, priority, created, is_trashed, edited, document)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, values: summary + [.integer(key)])
    }
    guard let texts = texts[key] else { return }
    try database.run(
      "INSERT INTO words (rowid, title, tags, text) VALUES (?, ?, ?, ?)",
      values: [.integer(key)] + texts.map { .text($0) })
    for tag in texts[1].split(separator: "\n") {
      try database.run(
        "INSERT OR IGNORE INTO tags SELECT document, ? FROM notes WHERE document = ?",
        .text(String(tag)), .integer(key))
    }
  }

  private func summarize(
    in library: Library, _ outdated: (NoteID, _ key: Int, Note) throws -> Void
  ) throws {
    let names = try library.database.rows("SELECT name FROM documents ORDER BY key") {
      row throws(DatabaseFailure) in try row.text(at: 0)
    }.compactMap { DocumentName(text: $0) }
    for name in names {
      do {
        if case .note(let id) = name, let key = try library.documents.key(of: name.id),
          let note = try library.documents.content(of: name.id, as: Note.self),
          let texts = try library.words.texts(key), texts != WordTable.texts(of: note)
        {
          try outdated(id, key, note)
        }
        try library.summarize(name)
      } catch LibraryFailure.damagedDocument {
        continue
      }
    }
  }
}

extension DocumentName {
  fileprivate var isOfNote: Bool { if case .note = self { true } else { false } }
}

extension DatabaseValue {
  fileprivate var textValue: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
