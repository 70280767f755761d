// SPDX-License-Identifier: MIT

import BinaryCoding

/// The removals of a document, one element for each removal. The removals take effect together.
///
/// The removals are a document of their own, which travels to all devices and stays when the
/// removed document is gone. A document without edits beyond the reach of its removals is dropped.
/// A document with more edits stays, or comes back, and takes in the deltas that the removals
/// contain (``RemovedVersion``).
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
  ///   - document: The document. It includes the edit that the removal keeps in case the document
  ///     comes back.
  ///   - version: The version before that edit; nil if there is no such edit.
  /// - Throws: An `EncodingFailure` for a value that cannot be encoded.
  public mutating func remove<Document: ReplicatingDocument>(
    _ document: Document, leavingSince version: Document.Version? = nil
  ) throws(EncodingFailure) {
    let delta = version.flatMap { document.delta(since: $0) }
    let leaving = if let delta { try delta.encoded() } else { [UInt8]() }
    insert(RemovedVersion(reach: try document.reach.encoded(), leaving: leaving))
  }

  /// The edits that the removing devices had seen.
  ///
  /// - Complexity: O(*n*) in the bytes of the removals.
  public func reach<Document: ReplicatingDocument>(of type: Document.Type) -> Document.Version {
    read(as: type).reduce(into: Document.Version()) { $0.merge($1.reach) }
  }

  /// The removals, each with its delta. A removal with an unreadable part is skipped. Skipping a
  /// removal may keep a document that should be gone, which loses nothing. Counting the reach of
  /// such a removal could drop the edits of a delta that no device can read.
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
  /// - Complexity: as ``reach(of:)``.
  public func covers<Document: ReplicatingDocument>(_ document: Document) -> Bool {
    reach(of: Document.self).covers(document.version)
  }

  /// Merges the deltas of the removals into a document that came back. Perhaps only the devices
  /// that removed the document have the edits of these deltas. A delta that builds on missing edits
  /// is left out until the missing edits arrive. A delta with edits beyond the reach of its removal
  /// comes from a faulty device, and is left out.
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
  /// The bytes as one string in Base64. The bytes of a delta follow a full stop.
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
