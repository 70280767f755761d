// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import ReplicatingTypes

/// Repairs of stored documents. All calls expect the caller to have begun a transaction.
extension DocumentTable {
  /// Writes the stored bytes of a document to files, and flushes the files to the disk.
  package func keep(_ key: Int, as name: String, in kept: inout KeptDocuments) throws {
    let stored = try storedBytes(of: key)
    try kept.keep(
      stored.enumerated().map { number, bytes in
        (number == 0 ? ".base" : ".delta-\(number)", bytes)
      }, of: name)
  }

  /// The readable part of a document, computed anew from its history; nil if the base cannot be
  /// read.
  package func readableContent<Content: ReplicatingDocument>(of key: Int) throws -> Content? {
    let stored = try storedBytes(of: key)
    let content: Content? = Self.readableContent(of: stored.prefix(1), and: stored.dropFirst())
    return content.flatMap { try? Content(encoded: $0.encoded()) }
  }

  /// The merge of all readable bases and deltas of one document; nil if no base is readable.
  static func readableContent<Content: ReplicatingDocument>(
    of bases: some Sequence<[UInt8]>, and deltas: some Sequence<[UInt8]>
  ) -> Content? {
    let contents = bases.compactMap { base in
      (try? PackedBytes.unpack(base)).flatMap { try? Content(encoded: $0, from: .ownDevice) }
    }
    guard var content = contents.first else { return nil }
    for other in contents.dropFirst() { content.merge(other) }
    for delta in deltas {
      guard let delta = try? Content.Delta(encoded: delta) else { continue }
      try? content.merge(delta: delta)
    }
    return content
  }

  /// Replaces a damaged document by its readable part, or drops the document if there is no such
  /// part. The next sync reads the content of the document from remotes again.
  ///
  /// - Returns: The readable part; nil if there is none.
  package func restart<Content: ReplicatingDocument>(
    _ name: DocumentID, _ key: Int, as type: Content.Type
  ) throws -> Content? {
    let content: Content? = try readableContent(of: key)
    if let content {
      try replace(key, with: content)
    } else {
      try remove(key)
    }
    let rows = RowTable(database: database)
    try CommonRows.reread(name, in: rows)
    try CommonRows.noteRestart(of: name, in: rows)
    return content
  }

  /// Merges a document that lost its name into another document, which has that name now.
  ///
  /// - Throws: The error that ``damage`` makes if the document called `name` is damaged, or if
  ///   another version of the app wrote the document with `key` and this version cannot read it.
  ///   Nothing is changed then.
  func join<Content: ReplicatingDocument>(
    _ key: Int, into name: DocumentID, as type: Content.Type,
    keepingIn kept: inout KeptDocuments
  ) throws {
    guard let content = try takeOut(key, for: name, as: type, keepingIn: &kept),
      try change(name, { (joined: inout Content) in joined.merge(content) }) != nil
    else { return }
    try CommonRows.noteEdit(of: name, in: RowTable(database: database))
  }

  /// Removes a document, so that the caller can merge it into another. The bytes of the removed
  /// document are kept in files, because a part of these bytes may be unreadable.
  ///
  /// - Returns: The readable part; nil if there is none.
  /// - Throws: The errors of ``join(_:into:as:keepingIn:)``.
  package func takeOut<Content: ReplicatingDocument>(
    _ key: Int, for name: DocumentID, as type: Content.Type,
    keepingIn kept: inout KeptDocuments
  ) throws -> Content? {
    _ = try content(of: name, as: type)
    if let unread = try unreadPart(of: key, as: type) { throw damage(name, unread) }
    let content: Content? = try readableContent(of: key)
    try keep(key, as: "document-\(key)", in: &kept)
    try remove(key)
    return content
  }

  /// The reason why this version cannot read a document that another version of the app wrote; nil
  /// for any other document.
  private func unreadPart<Content: ReplicatingDocument>(
    of key: Int, as type: Content.Type
  ) throws -> DecodingFailure? {
    for (number, bytes) in try storedBytes(of: key).enumerated() {
      do {
        if number > 0 {
          _ = try Content.Delta(encoded: bytes)
        } else {
          _ = try Content(encoded: PackedBytes.unpack(bytes), from: .ownDevice)
        }
      } catch let failure as DecodingFailure {
        if failure.isNewer || failure.isForeignContent { return failure }
      }
    }
    return nil
  }

  /// Gives each content with a damaged key back to its document. This document has no content, and
  /// its name is the name that is stored beside the content.
  ///
  /// - Returns: The number of documents that got their contents back.
  package func rejoinContents() throws(DatabaseFailure) -> Int {
    let found = try database.rows(
      """
      SELECT key, min(document) FROM documents JOIN bases ON document_name = name
      WHERE key NOT IN (SELECT document FROM bases) AND document NOT IN (SELECT key FROM documents)
      GROUP BY key
      """
    ) { (key: $0.integer(at: 0), base: $0.integer(at: 1)) }
    for (key, base) in found {
      try database.run(
        "UPDATE bases SET document = ? WHERE document = ?", .integer(key), .integer(base))
    }
    return found.count
  }
}
