// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation
import ReplicatingTypes

/// The readable rows of a library in a damaged file: the documents, the remotes, and the words of
/// searches, which serve for unreadable notes.
///
/// What is known of remotes is left behind, and so is the device's id: a library without all of that is
/// another device.
struct SalvagedRows {
  private var documents: [Int: (name: String, revision: Int)] = [:]
  private var otherNames: [Int: [DocumentID]] = [:]
  private var bases: [Int: [[UInt8]]] = [:]
  private var deltas: [(key: Int, document: Int, content: [UInt8])] = []
  private(set) var titles: [NoteID: String] = [:]
  private var notesOfWords: [Int: NoteID] = [:]
  private var words: [Int: [String]] = [:]
  /// The folders of remotes by their names.
  private(set) var remotes: [String: String] = [:]

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
    return (notes, documents.count + bases.count + deltas.count + titles.count + words.count)
  }

  /// Whether there is a readable note, or a row of lists or searches for a note.
  var hasNote: Bool { !words.isEmpty || !titles.isEmpty || hasReadableNote }

  /// Whether there is a note that can be read.
  private var hasReadableNote: Bool {
    bases.values.contains { $0.contains { Self.isReadable($0, as: Note.self) } }
  }

  /// Whether there are rows that only a library holds. Tables of other programs, too, may look like
  /// that of texts.
  var isOfLibrary: Bool {
    let names = documents.values.lazy.compactMap { DocumentID($0.name) }
    return names.contains(where: \.isOfNote)
      || otherNames.values.joined().contains(where: \.isOfNote) || hasReadableNote
  }

  /// Adds a row to the table that its form tells.
  private mutating func add(_ row: StoredRow) {
    guard let key = row.key else { return addIndexed(row.values) }
    let values = row.values
    switch values.count {
    case 2 where values[0] == .null:
      if case .blob(let content) = values[1], PackedBytes.isStored(content) {
        bases[key, default: []].append(content)
      } else if let note = values[1].textValue.flatMap({ NoteID($0) }) {
        notesOfWords[key] = note
      }
    case 3 where values[0] == .null:
      switch (values[1], values[2]) {
      case (.text(let name), .integer(let revision)): documents[key] = (name, revision)
      case (.integer(let document), .blob(let content)): deltas.append((key, document, content))
      default: return
      }
    case 4 where values[0] == .null:
      let texts = values.dropFirst().compactMap(\.textValue)
      if texts.count == 3 { words[key] = texts }
    case 12:
      if let id = values[0].textValue.flatMap({ NoteID($0) }), let title = values[1].textValue,
        values[2].textValue.flatMap(Priority.init(rawValue:)) != nil
      {
        titles[id] = title
      }
    default: return
    }
  }

  private mutating func addIndexed(_ values: [DatabaseValue]) {
    guard values.count == 2, let text = values[0].textValue else { return }
    switch values[1] {
    case .integer(let key):
      if let id = DocumentID(text), DocumentName(id) != nil {
        otherNames[key, default: []].append(id)
      }
    case .text(let folder):
      // Rows of tags and of imported files begin with a note.
      if NoteID(text) == nil, folder.hasPrefix("/"),
        (try? Remote(name: text, folder: folder).check()) != nil
      {
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
  /// Writes all documents into an empty library.
  func write(into database: Database) throws {
    try database.transaction {
      for (place, document) in named().enumerated() {
        let key = DatabaseValue.integer(document.key)
        try database.run(
          "INSERT INTO documents (key, name, revision) VALUES (?, ?, ?)", key,
          .text(document.name), .integer(place + 1))
        if let base = document.base {
          try database.run(
            "INSERT INTO bases (document, content) VALUES (?, ?)", key, .blob(base))
        }
      }
      for delta in deltas {
        try database.run(
          """
          INSERT OR IGNORE INTO deltas (key, document, content)
          SELECT ?, key, ? FROM documents WHERE key = ?
          """, .integer(delta.key), .blob(delta.content), .integer(delta.document))
      }
    }
  }

  /// The notes as lists and searches knew them, as files without an id.
  var lastKnown: [(id: NoteID, texts: [String], file: NoteFile)] {
    words.compactMap { row, texts in
      notesOfWords[row].map { id in
        var file = NoteFile("")
        file.text = texts[2]
        file.title = titles[id] ?? texts[0]
        file.tags = texts[1].split(separator: "\n").map(String.init)
        return (id, texts, file)
      }
    }.sorted { $0.id.rawValue < $1.id.rawValue }
  }

  /// The documents in the order of their last changes, with their names and bases. A document that
  /// lost its row takes the name that an index of the database has for it, or a new name.
  private func named() -> [(key: Int, name: String, base: [UInt8]?)] {
    let keys = Set(documents.keys).union(bases.keys)
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
    if let name = documents[key]?.name, note == nil || DocumentID(name)?.isOfNote == true {
      return (name, base)
    }
    if let fitting = (otherNames[key] ?? []).first(where: { $0.isOfNote || note == nil }) {
      return (fitting.text, base)
    }
    guard note != nil else { return nil }
    let new = NoteID(from: ReplicationEnvironment.current).uuid
    return (DocumentPlace(code: Note.frameKind.code, id: new).document.text, base)
  }
}

extension DocumentID {
  fileprivate var isOfNote: Bool { DocumentName(self)?.note != nil }
}

extension DatabaseValue {
  fileprivate var textValue: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
