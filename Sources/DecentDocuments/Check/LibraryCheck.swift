// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync

/// A check of all documents of a library, of their indexes and undo steps, and of the sync state.
///
/// All calls expect the caller to have begun a transaction.
struct LibraryCheck {
  let library: DocumentLibrary
  let database: Database

  /// Reads every document from the file: a document in memory would hide damage.
  private var table: DocumentTable {
    DocumentTable(database: database) { _, reason in UnreadableDocument(reason: reason) }
  }

  private var rows: RowTable { RowTable(database: database) }

  /// All problems except damage of the file itself.
  func problems(_ progress: (CheckProgress) -> Void = { _ in }) throws -> [DocumentProblem] {
    let names = try table.storedNames()
    var problems: [DocumentProblem] = []
    var disagreeing: [String: Int] = [:]
    let missing = try library.knownKinds.flatMap { try $0.missingTables(in: table) }
    let lacking = Set(missing.map(\.index))
    var state = CheckProgress(documentCount: names.count)
    for (key, name) in names {
      progress(state)
      state.documentsRead += 1
      state.bytesRead += try table.storedSize(of: key)
      if let misnamed = try misnamed(key, name) {
        problems.append(misnamed)
      } else if let problem = try check(
        key, String(decoding: name, as: UTF8.self), passingOver: lacking, &disagreeing)
      {
        problems.append(problem)
      }
    }
    // Rows of indexes for a misnamed document would seem to belong to no document.
    let isNamed = !problems.contains { if case .misnamed = $0 { true } else { false } }
    for kind in library.knownKinds where isNamed {
      try kind.checkIndexes(in: table, passingOver: lacking, &disagreeing)
    }
    problems += missing.map { .missingTable($0.table, index: $0.index) }
    problems += try library.missingOwnTables(in: database)
      .map { .missingTable($0.table, index: $0.name) }
    problems += disagreeing.sorted { $0.key < $1.key }.map { .index($0.key, documents: $0.value) }
    problems += try table.leftovers(in: DocumentTable.contentTables)
      .map { .leftovers(table: $0.table, count: $0.count) }
    return try problems + stepProblems() + remoteProblems()
  }
}

/// Documents.
extension LibraryCheck {
  /// - Parameters:
  ///   - missing: The names of indexes with missing tables.
  ///   - disagreeing: The number of documents that each index disagrees with.
  private func check(
    _ key: Int, _ name: String, passingOver missing: Set<String>,
    _ disagreeing: inout [String: Int]
  ) throws -> DocumentProblem? {
    guard let (id, place) = Self.place(of: name) else { return .unknownName(name) }
    let kind = library.kind(of: place.document)
    let kindName = kind?.frameKind.name
    do {
      if id == place.removal {
        _ = try table.soundContent(of: id, as: DocumentRemoval.self)
      } else if let kind {
        for index in try kind.check(place, in: table, passingOver: missing) {
          disagreeing[index, default: 0] += 1
        }
      } else {
        try checkFrames(key, of: place)
      }
      return nil
    } catch let unreadable as UnreadableDocument {
      let isNewer = (unreadable.reason as? DecodingFailure)?.isNewer ?? false
      if isNewer, let kindName {
        return .newerDocument(id, kind: kindName, reason: "\(unreadable.reason)")
      }
      if (unreadable.reason as? DecodingFailure)?.isForeignContent == true, let kindName {
        return .unfitDocument(id, kind: kindName, reason: "\(unreadable.reason)")
      }
      return isNewer ? nil : .document(id, kind: kindName, reason: "\(unreadable.reason)")
    }
  }

  private static func place(of name: String) -> (id: DocumentID, place: DocumentPlace)? {
    guard let id = DocumentID(name),
      let place = DocumentPlace(id) ?? DocumentPlace(removal: id)
    else { return nil }
    return (id, place)
  }

  /// Checks the checksums of a document. Without its type, nothing else can be checked.
  private func checkFrames(_ key: Int, of place: DocumentPlace) throws {
    let kind = FrameKind(code: place.code, name: "a document of its type")
    for (number, bytes) in try table.storedBytes(of: key).enumerated() {
      do {
        let frame = try PackedBytes.unpack(bytes)
        _ = try Frame.open(frame, expecting: kind, from: .ownDevice)
      } catch {
        // `open` reports a frame as foreign only if its checksum is right. A delta is foreign here,
        // because deltas have a kind of their own.
        if number > 0, Frame.isBegun(by: bytes), error.isOfForeignBytes { continue }
        throw UnreadableDocument(reason: error)
      }
    }
  }

  /// The problem of a document with a damaged name; nil if the name is sound, or may be a name that
  /// only a later version of the app knows.
  ///
  /// A copy of the right name is stored beside the content. A name that sync knows is sound: sync
  /// knows each document that this device edited or that a remote holds.
  func misnamed(_ key: Int, _ name: [UInt8]) throws -> DocumentProblem? {
    let text = String(decoding: name, as: UTF8.self)
    // A lookup by a name that SQLite does not take for text finds nothing.
    let known = try Self.place(of: text).flatMap { try table.key(of: $0.id) == key ? $0 : nil }
    if let known, try CommonRows.knows(known.id, in: rows) { return nil }
    if let right = try table.nameBesideContent(of: key).flatMap(Self.place)?.id, right != known?.id,
      try known == nil || CommonRows.knows(right, in: rows) && isMissing(right)
    {
      return .misnamed(text, right)
    }
    guard known == nil, try library.knownKinds.contains(where: { try $0.reads(key, in: table) })
    else { return nil }
    return .misnamed(text, nil)
  }
}

extension LibraryCheck {
  /// Whether a document is missing, although no device removed it.
  private func isMissing(_ document: DocumentID) throws -> Bool {
    guard try !table.exists(document) else { return false }
    return try DocumentPlace(document).map { try !table.exists($0.removal) } ?? true
  }
}

/// Undo steps.
extension LibraryCheck {
  private func stepProblems() throws -> [DocumentProblem] {
    let damaged = try StepTable(database: database).damaged()
    return Dictionary(grouping: damaged, by: \.name).sorted { $0.key < $1.key }.map {
      .steps(DocumentID($0.key), count: $0.value.count)
    }
  }
}

/// The sync state.
extension LibraryCheck {
  func remoteProblems() throws -> [DocumentProblem] {
    if let reason = try Self.damage(by: { try CommonRows.checkDevice(in: rows) }) {
      return [.remotes(reason: reason)]
    }
    return try CommonRows.remotes(in: rows).compactMap { remote in
      try Self.damage { try library.policy(in: database, of: remote).checkRows() }
        .map { .remote(RemoteDamage(remote: remote, reason: $0)) }
    }
  }

  /// The damage that a check of rows finds, in words; nil if there is none.
  private static func damage(by check: () throws -> Void) throws -> String? {
    do {
      try check()
      return nil
    } catch let failure as DatabaseFailure where failure.code == .damaged {
      return failure.detail
    } catch let row as DamagedRow {
      return "\(row)"
    } catch let failure as DecodingFailure {
      return "\(failure)"
    }
  }
}

extension Error {
  fileprivate var isOfForeignBytes: Bool {
    if case .foreign = self as? DecodingFailure { true } else { false }
  }
}

/// A document that cannot be read.
private struct UnreadableDocument: Error {
  let reason: any Error
}
