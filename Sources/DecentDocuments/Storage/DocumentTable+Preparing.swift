// SPDX-License-Identifier: MIT

import Causality
import DecentSync
import ReplicatingTypes

/// Prepares changes. Afterwards, only the rows of the changes are left to be written.
extension DocumentTable {
  private static let smallestFold = 4096
  /// The greatest size of a small base, in bytes.
  private static let smallBase = 64 << 10
  /// The most deltas that are stored beside a small base.
  private static let fewDeltas = 16

  /// The number of deltas from which on a change of another device replaces a large base.
  ///
  /// A delta of another device may have to be replayed whenever the document is read, because only
  /// the base holds a tracker. But a large base takes long to write.
  private static func fewDeltas(besideBaseOf size: Int) -> Int {
    min(max(fewDeltas, size >> 15), mostDeltas / 2)
  }

  /// Changes a document without writing it: decodes, changes and encodes it. Only rows are left
  /// to be written. A transaction that only reads suffices.
  ///
  /// - Parameter environment: The environment of the edits. By default, edits made here have the
  ///   mark of this device, and other edits are made in the current environment.
  /// - Returns: The document with the change, and the rows to be written; nil if `body` changed
  ///   nothing.
  package func prepareChange<Content: ReplicatingDocument>(
    of name: DocumentID, by author: Author = .here, in environment: ReplicationEnvironment? = nil,
    _ body: (inout Content) throws -> Void
  ) throws -> (content: Content, document: PreparedDocument)? {
    var document: Loaded<Content> = try load(name, for: author)
    let before = document.content.version
    let environment =
      try environment ?? (author == .here ? CommonRows.environment(in: rows) : .current)
    let (begin, assigning) = (ValueOrigin.now, Assigning<Content>())
    try environment.run { try body(&document.content) }
    if !document.content.contains(before) {
      // `body` assigned other values to the document or its parts.
      let assigned = document.content
      document = try load(name)
      let way = Assignment(mayClear: true, begin: begin)
      environment.run {
        document.content = assigning.assigned(assigned, document.content, way).value
      }
    }
    assigning.noteStored(document.content)
    assigning.noteKept(&document.content)
    guard let delta = document.content.delta(since: before) else {
      if let origin = document.origin {
        try keep(
          document.content, as: name, at: origin, baseSize: document.baseSize,
          decoded: document.decoded)
      }
      return nil
    }
    database.work.noteEncoding()
    let (rows, baseSize) = try rows(of: document, delta: delta, by: author)
    return (
      document.content,
      PreparedDocument(
        name: name, origin: document.origin, rows: rows, baseSize: baseSize,
        decoded: document.decoded)
    )
  }
}

extension DocumentTable {
  /// - Returns: The rows to be written, and the unpacked size of the base after the change, in
  ///   bytes.
  private func rows<Content: ReplicatingDocument>(
    of document: Loaded<Content>, delta: Content.Delta, by author: Author
  ) throws -> (PreparedDocument.Rows, baseSize: Int) {
    guard document.origin != nil else { return try base(of: document.content, effort: .high) }
    let bytes = try delta.encoded()
    let size = document.deltas.reduce(bytes.count) { $0 + $1.size }
    let isSmall = document.baseSize <= Self.smallBase
    let isOfOthers = author == .others
    if size > max(document.baseSize, Self.smallestFold) || isSmall && isOfOthers
      || isSmall && document.deltas.count >= Self.fewDeltas
      || isOfOthers && document.deltas.count >= Self.fewDeltas(besideBaseOf: document.baseSize)
    {
      // Bases are written again and again, so packing a base must be fast.
      return try base(of: document.content, effort: .low)
    }
    if let joined = try joinedDeltas(of: document, adding: bytes.count) {
      return (.delta(joined.bytes, replacing: joined.first), document.baseSize)
    }
    return (.delta(bytes, replacing: nil), document.baseSize)
  }

  private func base(
    of content: some ReplicatingDocument, effort: PackedBytes.Effort
  ) throws -> (PreparedDocument.Rows, baseSize: Int) {
    let bytes = try content.encoded(for: .ownDevice)
    return (.base(PackedBytes.pack(bytes, effort: effort)), bytes.count)
  }

  /// Joins the last deltas into one. Returns the joined delta, and the key of the first delta that
  /// it replaces; nil if there are fewer than `mostDeltas`. Joining begins at the first delta that
  /// is no larger than all later deltas together. So each delta that stays is larger than all later
  /// deltas together, and few deltas stay.
  ///
  /// - Parameter size: The size of the new delta, which is not stored yet, in bytes.
  private func joinedDeltas<Content>(
    of document: Loaded<Content>, adding size: Int
  ) throws -> (first: Int, bytes: [UInt8])? {
    guard document.deltas.count >= Self.mostDeltas else { return nil }
    var following = document.deltas.reduce(size) { $0 + $1.size }
    for delta in document.deltas {
      following -= delta.size
      guard delta.size <= following, let version = delta.version else { continue }
      return try document.content.delta(since: version).map { (delta.key, try $0.encoded()) }
    }
    return nil
  }
}
