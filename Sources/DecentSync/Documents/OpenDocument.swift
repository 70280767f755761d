// SPDX-License-Identifier: MIT

import BinaryCoding

/// A document that sync reads, or takes something into. Versions are bytes. No bytes stand for the
/// version of a copy that knows nothing.
///
/// A ``TypedDocument`` holds the value of a document. This class itself stands for a document of an
/// unknown type; of its versions, equal ones alone are comparable.
package class OpenDocument {
  /// The id of the document.
  package let id: DocumentID
  /// Whether the document is here, and of a known type. A blank document compares the versions of one
  /// that is not.
  package let isHere: Bool
  /// The removal of the document, or nil if no device is known to have removed it.
  package final var removal: KnownRemoval?
  /// Whether a change was merged since the document was opened, or refused by its type.
  package final var isChanged = false

  /// Opens a document of an unknown type.
  package init(_ id: DocumentID, isHere: Bool = false) {
    self.id = id
    self.isHere = isHere
  }

  /// Whether the type of the document is known, so that it can take in changes.
  package var isOfKnownType: Bool { false }

  /// The version of the document, in its shortest form.
  package func version() throws -> [UInt8] { [] }

  /// The canonical bytes of the document.
  package func bytes() throws -> [UInt8] { [] }

  /// Whether the document has seen all that a version has.
  package func contains(_ version: [UInt8]) throws(DecodingFailure) -> Bool { version.isEmpty }

  /// Whether a copy that has seen all that `later` has, has seen all that `version` has.
  package func contains(
    _ version: [UInt8], in later: [UInt8]
  ) throws(DecodingFailure) -> Bool {
    version.isEmpty || version == later
  }

  /// The least version that contains two others.
  package func joined(_ one: [UInt8], _ other: [UInt8]) throws(DecodingFailure) -> [UInt8] {
    one.isEmpty ? other : one
  }

  /// The change that leads from a version to what the document has seen; nil if there is none.
  ///
  /// - Parameter news: If given, and something must be known before, parts of the document may be
  ///   left as they are of which these versions say nothing.
  package func change(
    since version: [UInt8], touching news: [[UInt8]]?
  ) throws -> Claim? {
    nil
  }

  /// Takes in a change, and notes that the document is changed (``isChanged``).
  package func merge(delta: [UInt8]) throws(HeldChange.Reason) { throw .missingHistory }

  /// Whether a change leads from a version to what it states, judged by what the document has seen.
  ///
  /// A change from a version that knows nothing is taken in by a new copy. Of any other the document says
  /// whether it has the edits (``DeltaReplicable/leads(_:from:to:)``).
  package func truth(
    of delta: [UInt8], from base: [UInt8], to news: [UInt8]
  ) throws -> ClaimTruth {
    .unknown
  }

  /// Whether a change leads from a version to what the document has seen: it is taken in by a copy,
  /// if there can be one of that version.
  package func isSound(delta: [UInt8], since version: [UInt8]) throws -> Bool { false }
}

extension OpenDocument {
  /// Whether the document was removed, and the devices that did so had seen all that a version has. Claims
  /// that lead no further count for nothing.
  func isIgnored(at version: [UInt8]) -> Bool { removal?.covers(version) == true }
}

/// The removal of a document, by one device or several.
package struct KnownRemoval {
  /// Whether the devices that removed the document had seen all that a version has.
  let covers: ([UInt8]) -> Bool
  /// Whether a version has nothing but what those devices had seen, and what is here of the document.
  let coversWithHere: ([UInt8]) -> Bool

  /// Makes the removal.
  ///
  /// - Parameters:
  ///   - reach: What the devices that removed the document had seen.
  ///   - all: That, and what is here of the document.
  ///   - covers: Whether a reach includes all that a version has.
  package init<Reach>(
    _ reach: Reach, withHere all: Reach, covers: @escaping (Reach, [UInt8]) -> Bool
  ) {
    self.covers = { $0.isEmpty || covers(reach, $0) }
    coversWithHere = { $0.isEmpty || covers(all, $0) }
  }
}
