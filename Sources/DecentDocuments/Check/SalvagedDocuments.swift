// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// The documents of a damaged file, put together from their rows.
///
/// A row may occur again in an earlier state, if the damage restored an old page. The sync state
/// and the device's id are not taken over, so the new library is another device.
struct SalvagedDocuments {
  /// The bytes stored under one name.
  private struct Document {
    var keys: Set<Int> = []
    /// The bases, with the order in which they were found.
    var bases: [[UInt8]: Int] = [:]
    var revision = Int.max

    mutating func add(_ base: [UInt8], _ key: Int) {
      keys.insert(key)
      if bases[base] == nil { bases[base] = bases.count }
    }
  }

  private struct Delta: Hashable {
    let key: Int
    let content: [UInt8]
  }

  private let library: DocumentLibrary
  private var documents: [String: Document] = [:]
  /// The names in the table of documents, by key. A name may be damaged.
  private var names: [Int: (name: String, revision: Int)] = [:]
  /// The keys whose names the SQLite index of the table of documents confirms.
  private var confirmed: Set<Int> = []
  private var deltas: [Int: Set<Delta>] = [:]
  /// The bases of documents without a known name.
  private var nameless: [(key: Int, content: [UInt8])] = []

  init(in salvage: Salvage, of library: DocumentLibrary) {
    self.library = library
    salvage.forEachRow(of: "documents") { row in
      guard case .integer(let key) = row.values[0], case .text(let name) = row.values[1],
        case .integer(let revision) = row.values[2], row.isOwned || row.values[1].isNameOfDocument
      else { return }
      // Of two rows with one key, the row with the greater revision is kept.
      if let known = names[key], known.revision >= revision { return }
      names[key] = (name, revision)
    }
    salvage.pages.forEachRow { row in
      guard row.key == nil, row.values.count == 2, case .integer(let key) = row.values[1],
        case .text(names[key]?.name) = row.values[0]
      else { return }
      confirmed.insert(key)
    }
    salvage.forEachRow(of: "bases") { row in
      guard case .integer(let key) = row.values[0], case .text(let name) = row.values[1],
        case .blob(let content) = row.values[2],
        row.isOwned || row.values[1].isNameOfDocument || row.values[2].isStoredContent
      else { return }
      add(content, named: name, key)
    }
    let withBase = documents.values.reduce(into: Set()) { $0.formUnion($1.keys) }
    for (key, row) in names where !withBase.contains(key) && DocumentID(row.name) != nil {
      documents[row.name, default: Document()].keys.insert(key)
    }
    for name in documents.keys {
      for key in documents[name]?.keys ?? [] where names[key]?.name == name {
        documents[name]?.revision = names[key]?.revision ?? .max
      }
    }
    salvage.forEachRow(of: "deltas") { row in
      guard case .integer(let key) = row.values[0], case .integer(let document) = row.values[1],
        case .blob(let content) = row.values[2], row.isOwned || row.values[2].isStoredContent
      else { return }
      deltas[document, default: []].insert(Delta(key: key, content: content))
    }
  }

  private mutating func add(_ base: [UInt8], named name: String, _ key: Int) {
    guard let name = self.name(of: base, named: name, key) else {
      return nameless.append((key, base))
    }
    documents[name, default: Document()].add(base, key)
  }

  /// The name of a document: the name beside its base, or the name in the table of documents,
  /// whichever is sound. If neither is sound, the type of the content determines the collection.
  private func name(of base: [UInt8], named name: String, _ key: Int) -> String? {
    let other = names[key]?.name
    // A name beside the base is damaged if exactly one bit differs from the confirmed name. With
    // more differences, the base belongs to an earlier document with this key.
    let isFlipped =
      confirmed.contains(key)
      && zip(name.utf8, other?.utf8 ?? "".utf8).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
        == 1
    let ids = (isFlipped ? [other] : [name, other]).compactMap { $0.flatMap { DocumentID($0) } }
    if name == other, let id = ids.first { return id.text }
    let known = ids.first { library.kind(of: DocumentPlace(removal: $0)?.document ?? $0) != nil }
    if let known { return known.text }
    let kind = library.knownKinds.first { $0.joined([base], and: []) != nil }
    guard let code = kind?.frameKind.code else { return ids.first?.text }
    let id = [name, other].lazy.compactMap { $0?.split(separator: "/").last }
      .compactMap { UUID(text: $0) }.first
    return DocumentPlace(code: code, id: id ?? UUID()).document.text
  }

  /// Writes all documents into an empty library. Bytes that belong to no document are kept in
  /// files.
  ///
  /// - Precondition: The caller has begun a transaction.
  func write(into table: DocumentTable, keepingIn kept: inout KeptDocuments) throws {
    for (key, content) in nameless {
      try kept.keep([(".base", content)], of: "document-\(key)")
    }
    let order = documents.sorted { ($0.value.keys.min() ?? 0) < ($1.value.keys.min() ?? 0) }
    let byChange = order.indices.sorted {
      (order[$0].value.revision, $0) < (order[$1].value.revision, $1)
    }
    var revisions = [Int](repeating: 0, count: order.count)
    for (revision, place) in byChange.enumerated() { revisions[place] = revision + 1 }
    var written: Set<Int> = []
    for (place, (name, document)) in order.enumerated() {
      let keys = document.keys.filter { isDocument($0, name) && written.insert($0).inserted }
      let deltas = keys.flatMap { self.deltas[$0, default: []] }.sorted { $0.key < $1.key }
      try write(
        name, document.bases.sorted { $0.value < $1.value }.map(\.key), deltas.map(\.content),
        key: place + 1, revision: revisions[place], in: table, keepingIn: &kept)
    }
    for (key, deltas) in deltas where !written.contains(key) {
      try kept.keep(
        deltas.enumerated().map { (".delta-\($0 + 1)", $1.content) }, of: "document-\(key)")
    }
    for name in documents.keys {
      guard let place = DocumentID(name).flatMap({ DocumentPlace(removal: $0) }) else { continue }
      do {
        try library.kind(of: place.document)?.dropIfCovered(place, in: table)
      } catch  where error.isOfUnreadableDocument {
        // A repair drops the document, if the removal covers it.
      }
    }
  }

  /// Whether the deltas of a key belong to the document of this name. If bases of several documents
  /// have the key, the deltas belong to the document that the table of documents names.
  private func isDocument(_ key: Int, _ name: String) -> Bool {
    guard let known = names[key]?.name, known != name else { return true }
    return documents[known]?.keys.contains(key) != true
  }

  private func write(
    _ name: String, _ bases: [[UInt8]], _ deltas: [[UInt8]], key: Int, revision: Int,
    in table: DocumentTable, keepingIn kept: inout KeptDocuments
  ) throws {
    var (base, deltas) = (bases.first, deltas)
    if bases.count > 1 {
      try kept.keep(
        bases.enumerated().map { (".base-\($0 + 1)", $1) }
          + deltas.enumerated().map { (".delta-\($0 + 1)", $1) }, of: name)
      if let joined = kind(of: name)?.joined(bases, and: deltas) {
        (base, deltas) = (joined, [])
      } else {
        base = bases.first(where: \.isWholeContent) ?? base
      }
    }
    try table.database.run(
      "INSERT INTO documents (key, name, revision) VALUES (?, ?, ?)", .integer(key), .text(name),
      .integer(revision))
    if let base {
      try table.database.run(
        "INSERT INTO bases VALUES (?, ?, ?)", .integer(key), .text(name),
        .blob(base))
    }
    for delta in deltas {
      try table.database.run(
        "INSERT INTO deltas (document, content) VALUES (?, ?)", .integer(key), .blob(delta))
    }
  }

  private func kind(of name: String) -> (any CollectionKind)? {
    guard let id = DocumentID(name) else { return nil }
    return DocumentPlace(removal: id) == nil ? library.kind(of: id) : ContentKind<DocumentRemoval>()
  }
}
