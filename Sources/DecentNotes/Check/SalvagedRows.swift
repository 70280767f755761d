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
  private var listed: [NoteID: ListedNote] = [:]
  private var notesOfWords: [Int: NoteID] = [:]
  private var words: [Int: [String]] = [:]
  /// The revision up to which the words follow the notes.
  private var revisionOfWords: Int?
  /// The texts of the notes that ``write(into:)`` gave new ids.
  private(set) var textsUnderNewIDs: Set<[String]> = []
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
    return (notes, documents.count + bases.count + deltas.count + listed.count + words.count)
  }

  /// Whether there is a readable note, or a row of lists or searches for a note.
  var hasNote: Bool { !words.isEmpty || !listed.isEmpty || hasReadableNote }

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
    case 13:
      if let id = values[0].textValue.flatMap({ NoteID($0) }) { listed[id] = ListedNote(values) }
    default: return
    }
  }

  private mutating func addIndexed(_ values: [DatabaseValue]) {
    guard let text = values.first?.textValue else { return }
    if values.count == 3, text == WordIndex().name, case .integer(let revision) = values[2] {
      revisionOfWords = revision
    }
    guard values.count == 2 else { return }
    switch values[1] {
    case .integer(let key):
      if let id = DocumentID(text), DocumentName(id) != nil {
        otherNames[key, default: []].append(id)
      }
    case .text(let folder):
      // Rows of imported files begin with a note.
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
  mutating func write(into database: Database) throws {
    let documents = named()
    try database.transaction {
      for (place, document) in documents.enumerated() {
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

  /// The titles of the notes that lists knew.
  var titles: [NoteID: String] { listed.mapValues(\.title) }

  /// The notes as searches knew them, as files without an id.
  var lastKnown: [(id: NoteID, texts: [String], file: NoteFile)] {
    words.compactMap { row, texts in
      notesOfWords[row].map { id in
        var file = NoteFile("")
        file.text = texts[2]
        file.title = listed[id]?.title ?? texts[0]
        file.tags = listed[id]?.tags ?? texts[1].split(separator: "\n").map(String.init)
        return (id, texts, file)
      }
    }.sorted { $0.id.rawValue < $1.id.rawValue }
  }

  /// Whether nothing that the rows for lists and searches tell of a note is missing in it.
  ///
  /// - Parameter texts: The texts that searches knew. They may be those of an earlier state: words
  ///   are indexed later.
  func tellNoMore(than note: Note, _ id: NoteID, texts: [String]) -> Bool {
    if WordIndex.texts(of: note) == texts { return true }
    let name = Self.name(of: id)
    let revision = documents.values.first { $0.name == name }?.revision
    if let revision, let revisionOfWords, revision <= revisionOfWords { return false }
    return listed[id] == ListedNote(of: note)
  }

  /// The documents in the order of their last changes, with their names and bases. A document that
  /// lost its row takes the name that an index of the database has for it. A note that lost that as
  /// well takes the id of the rows for lists and searches that fit it, or a new id.
  private mutating func named() -> [(key: Int, name: String, base: [UInt8]?)] {
    let order = Set(documents.keys).union(bases.keys).sorted {
      let (first, second) = (documents[$0]?.revision ?? .max, documents[$1]?.revision ?? .max)
      return (first, $0) < (second, $1)
    }
    var all: [(key: Int, name: String?, base: [UInt8]?)] = []
    for key in order {
      let (name, base, isNote) = nameAndBase(of: key)
      if name != nil || isNote { all.append((key, name, base)) }
    }
    let deltas = Dictionary(grouping: deltas, by: \.document)
    var nameless: [Int: Note] = [:]
    for case (let key, nil, let base?) in all {
      nameless[key] = Self.note(base, and: deltas[key, default: []].map { ($0.key, $0.content) })
    }
    let found = ids(of: nameless)
    textsUnderNewIDs = Set(nameless.filter { found[$0.key] == nil }.values.map(WordIndex.texts))
    var taken: Set<String> = []
    return all.compactMap { key, name, base in
      let id = found[key] ?? NoteID(from: ReplicationEnvironment.current)
      let name = name ?? Self.name(of: id)
      return taken.insert(name).inserted ? (key, name, base) : nil
    }
  }

  private func nameAndBase(of key: Int) -> (name: String?, base: [UInt8]?, isNote: Bool) {
    let bases = bases[key] ?? []
    let note = bases.first { Self.isReadable($0, as: Note.self) }
    let base = note ?? bases.first
    if let name = documents[key]?.name, note == nil || DocumentID(name)?.isOfNote == true {
      return (name, base, note != nil)
    }
    let fitting = (otherNames[key] ?? []).first { $0.isOfNote || note == nil }
    return (fitting?.text, base, note != nil)
  }

  /// The note of a base and deltas, as far as it can be read.
  private static func note(_ base: [UInt8], and deltas: [(key: Int, content: [UInt8])]) -> Note? {
    guard let bytes = try? PackedBytes.unpack(base),
      var note = try? Note(encoded: bytes, from: .ownDevice)
    else { return nil }
    for delta in deltas.sorted(by: { $0.key < $1.key }) {
      guard let delta = try? Note.Delta(encoded: delta.content) else { continue }
      try? note.merge(delta: delta)
    }
    return note
  }

  /// The ids of notes that lost their names, as far as they are certain: the rows of one id fit one
  /// note alone, and no document has that id.
  private func ids(of nameless: [Int: Note]) -> [Int: NoteID] {
    let names = documents.values.map(\.name) + otherNames.values.joined().map(\.text)
    let taken = Set(names.compactMap { DocumentID($0).flatMap { DocumentName($0) }?.note })
    var (byList, byWords): ([ListedNote: [NoteID]], [[String]: [NoteID]]) = ([:], [:])
    for (id, row) in listed where !taken.contains(id) { byList[row, default: []].append(id) }
    for (id, texts, _) in lastKnown where !taken.contains(id) && listed[id] == nil {
      byWords[texts, default: []].append(id)
    }
    let fitting = nameless.mapValues {
      byList[ListedNote(of: $0), default: []] + byWords[WordIndex.texts(of: $0), default: []]
    }
    let claims = fitting.values.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return fitting.compactMapValues { ids in
      ids.count == 1 && claims[ids[0]] == 1 ? ids[0] : nil
    }
  }

  private static func name(of id: NoteID) -> String {
    DocumentPlace(code: Note.frameKind.code, id: id.uuid).document.text
  }
}

/// What a row of ``NoteIndex`` tells of a note, as far as it tells notes apart. The rows are always
/// in step with their notes.
private struct ListedNote: Hashable {
  let title: String
  let created: Int
  let edited: Int
  let snippet: String
  let size: Int
  let tags: [String]

  init(of note: Note) {
    title = note.title.value
    created = Int(clamping: note.created.value)
    edited = Int(clamping: note.edited)
    snippet = note.snippet
    size = note.size
    tags = note.tags.values.sorted()
  }

  /// Reads a row of 13 columns; nil if it is one of another table.
  init?(_ row: [DatabaseValue]) {
    guard let title = row[1].textValue, let snippet = row[10].textValue,
      row[2].textValue.flatMap(Priority.init(rawValue:)) != nil,
      case .integer(let created) = row[3], case .integer(let edited) = row[4],
      case .integer(let size) = row[11],
      let tags = row[12].textValue.flatMap({ try? TagColumn.tags(in: $0) })
    else { return nil }
    (self.title, self.snippet) = (title, snippet)
    (self.created, self.edited, self.size, self.tags) = (created, edited, size, tags)
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
