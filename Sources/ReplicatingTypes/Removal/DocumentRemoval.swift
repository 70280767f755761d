// SPDX-License-Identifier: MIT

import BinaryCoding

/// The removals of a document, one element for each removal. The removals take effect together.
///
/// The removals are a document of their own, which is sent to all devices and stays when the
/// removed document is gone. If the removals cover all edits of the removed document, the document
/// is dropped. If the removed document has further edits, it stays or comes back, and takes in the
/// deltas that the removals contain (``RemovedVersion``).
public typealias DocumentRemoval = ReplicatingAddOnlySet<RemovedVersion>

/// The version of a document when it was removed, and the delta to merge into the document if it
/// comes back. Both are bytes, which only the document's type can decode.
public struct RemovedVersion: Hashable, Sendable {
  /// The bytes of the document's ``SyncReplicable/reach``.
  package let reach: [UInt8]
  /// The bytes of the delta, whose edits the reach includes. Empty if there is no delta.
  package let leaving: [UInt8]

  package init(reach: [UInt8], leaving: [UInt8] = []) {
    (self.reach, self.leaving) = (reach, leaving)
  }
}

extension DocumentRemoval {
  /// Removes a document.
  ///
  /// - Parameters:
  ///   - document: The document to remove.
  ///   - version: The removal keeps the edits since this version, to merge them into the document
  ///     if the document comes back. If `version` is nil, the removal keeps no edits.
  /// - Throws: An `EncodingFailure` for a value that cannot be encoded.
  public mutating func remove<Document: ReplicatingDocument>(
    _ document: Document, leavingSince version: Document.Version? = nil
  ) throws(EncodingFailure) {
    let delta = version.flatMap { document.delta(since: $0) }
    let leaving = if let delta { try delta.encoded() } else { [UInt8]() }
    insert(RemovedVersion(reach: try document.reach.encoded(), leaving: leaving))
  }

  /// The edits of the document that the removing devices had seen.
  ///
  /// - Complexity: O(*n*) for removals of *n* bytes.
  public func reach<Document: ReplicatingDocument>(of type: Document.Type) -> Document.Version {
    read(as: type).reduce(into: Document.Version()) { $0.merge($1.reach) }
  }

  /// The reach and the delta of each removal. Skips a removal whose reach or delta cannot be read:
  /// a document that should be dropped may then stay, but no edits are lost. If the reach alone
  /// counted, the document could be dropped although the edits of the delta are unreadable.
  private func read<Document: ReplicatingDocument>(
    as type: Document.Type
  ) -> [(reach: Document.Version, left: Document.Delta?)] {
    compactMap { removed in
      guard let reach = try? Document.Version(encoded: removed.reach) else { return nil }
      if removed.leaving.isEmpty { return (reach, nil) }
      return (try? Document.Delta(encoded: removed.leaving)).map { (reach, $0) }
    }
  }

  /// Whether the removing devices had seen all edits of a document, which is then dropped.
  ///
  /// - Complexity: As for ``reach(of:)``.
  public func covers<Document: ReplicatingDocument>(_ document: Document) -> Bool {
    reach(of: Document.self).covers(document.version)
  }

  /// Merges the deltas of the removals into a document that came back. The document may lack the
  /// edits of these deltas. Skips a delta that builds on missing edits: a later call can merge the
  /// delta when these edits have arrived. Skips a delta with edits that the reach of its removal
  /// lacks: such a delta comes from a faulty device.
  public func leave<Document: ReplicatingDocument>(in document: inout Document) {
    for case (let reach, let delta?) in read(as: Document.self) {
      var taken = document
      guard (try? taken.merge(delta: delta)) != nil,
        reach.merged(with: document.reach).covers(taken.version)
      else { continue }
      document = taken
    }
  }
}

extension RemovedVersion {
  /// The reach in Base64. If there is a delta, a full stop and the delta in Base64 follow.
  private var text: String {
    Base64.encode(reach) + (leaving.isEmpty ? "" : "." + Base64.encode(leaving))
  }

  /// Reads ``text``. Each value has only one valid text.
  private init?(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let read = parts.compactMap { Base64.decode(String($0)) }
    guard (1...2).contains(read.count), read.count == parts.count,
      read.count == 1 || read.last != []
    else { return nil }
    self.init(reach: read[0], leaving: read.count == 2 ? read[1] : [])
  }
}

#if !hasFeature(Embedded)
  extension RemovedVersion: Codable {
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let read = Self(text: try container.decode(String.self)) else {
        let what = "a removed version that is not in Base64"
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: what,
            underlyingError: DecodingFailure.corrupt(what: what, offset: 0)))
      }
      self = read
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
#else
  extension RemovedVersion: PlainValue {
    public func encodePlain(to writer: inout ByteWriter) { writer.writePlain(text) }

    public init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      guard let read = Self(text: try String(plainFrom: &reader)) else {
        throw reader.corrupt("a removed version that is not in Base64")
      }
      self = read
    }
  }
#endif
