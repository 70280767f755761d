// SPDX-License-Identifier: MIT

import BinaryCoding

/// A document that sync reads, or merges changes into. Versions are bytes. The empty array is the
/// version of a copy that knows nothing.
///
/// A ``TypedDocument`` holds the value of a document. This class itself stands for a document of an
/// unknown type. Such a document can tell only that a version contains itself and the empty
/// version.
package class OpenDocument {
  /// The id of the document.
  package let id: DocumentID
  /// Whether this device has the document and knows its type. An absent document uses an empty
  /// value to compare versions.
  package let isHere: Bool
  /// The removal of the document, or nil if no device is known to have removed it.
  package final var removal: KnownRemoval?
  /// Whether a change was decoded since the document was opened, even if merging it failed.
  package final var isChanged = false

  /// Opens a document of an unknown type.
  package init(_ id: DocumentID, isHere: Bool = false) {
    self.id = id
    self.isHere = isHere
  }

  /// Whether the type of the document is known. Only then can the document take in changes.
  package var isOfKnownType: Bool { false }

  /// The version of the document, in its shortest form.
  package func version() throws -> [UInt8] { [] }

  /// The canonical bytes of the document.
  package func bytes() throws -> [UInt8] { [] }

  /// Whether the document has seen all edits of a version.
  package func contains(_ version: [UInt8]) throws(DecodingFailure) -> Bool { version.isEmpty }

  /// Whether a copy that has seen `later` has also seen all of `version`.
  package func contains(
    _ version: [UInt8], in later: [UInt8]
  ) throws(DecodingFailure) -> Bool {
    version.isEmpty || version == later
  }

  /// The least version that contains both versions.
  package func joined(_ one: [UInt8], _ other: [UInt8]) throws(DecodingFailure) -> [UInt8] {
    one.isEmpty ? other : one
  }

  /// The change from a version to the present version; nil if there is none.
  ///
  /// - Parameter news: Versions, or nil for the whole change. If given, the change may leave out
  ///   the parts of the document that no edit of these versions touches. Ignored if `version` is
  ///   empty.
  package func change(
    since version: [UInt8], touching news: [[UInt8]]?
  ) throws -> Claim? {
    nil
  }

  /// Merges a change. Sets ``isChanged`` unless the change cannot be decoded.
  package func merge(delta: [UInt8]) throws(HeldChange.Reason) { throw .missingHistory }

  /// Whether a change leads from `base` to the version `news` that its claim states, as far as the
  /// document can tell.
  ///
  /// If the base is empty, the change is merged into a new copy as a test. For any other base, the
  /// document tells whether the change has all edits between the two versions
  /// (``SyncReplicable/leads(_:from:to:)``).
  package func truth(
    of delta: [UInt8], from base: [UInt8], to news: [UInt8]
  ) throws -> ClaimTruth {
    .unknown
  }

  /// Whether a change can be merged and adds no edit to the document. If `version` is empty, the
  /// change must also lead a new copy to the version of the document.
  package func isSound(delta: [UInt8], since version: [UInt8]) throws -> Bool { false }
}

extension OpenDocument {
  /// Whether the document was removed, and the removing devices had seen all of a version. Claims
  /// that lead to such a version do not count.
  func isIgnored(at version: [UInt8]) -> Bool { removal?.covers(version) == true }
}

/// The removal of a document, by one device or several.
package struct KnownRemoval {
  /// Whether the removing devices had seen all of a version.
  let covers: ([UInt8]) -> Bool
  /// Whether the removing devices and the local copy together have seen all of a version.
  let coversWithHere: ([UInt8]) -> Bool

  /// Makes the removal.
  ///
  /// - Parameters:
  ///   - reach: The reach of the removal.
  ///   - all: The reach of the removal and the local copy together.
  ///   - covers: Whether a reach includes a version.
  package init<Reach>(
    _ reach: Reach, withHere all: Reach, covers: @escaping (Reach, [UInt8]) -> Bool
  ) {
    self.covers = { $0.isEmpty || covers(reach, $0) }
    coversWithHere = { $0.isEmpty || covers(all, $0) }
  }
}
