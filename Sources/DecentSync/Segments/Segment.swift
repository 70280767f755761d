// SPDX-License-Identifier: MIT

/// A change of one document, as it travels: bytes that only the documents'
/// owner understands.
package struct DocumentChange: Hashable, Sendable {
  /// The document that changed.
  package let document: DocumentID

  /// The segments whose changes of this document this one builds on, ascending;
  /// empty if the change stands alone, as a whole document does.
  package let after: [SegmentReference]

  /// The version of a replica that has taken in this change and all its predecessors, of which
  /// ``after`` names the nearest. It may leave out what the predecessors' versions say.
  package let version: [UInt8]

  /// The change itself.
  package let delta: [UInt8]

  /// Makes a change.
  ///
  /// - Parameter after: In any order; repetitions count once.
  package init(
    document: DocumentID, after: some Sequence<SegmentReference>, version: [UInt8], delta: [UInt8]
  ) {
    self.document = document
    self.after = Set(after).sorted()
    self.version = version
    self.delta = delta
  }
}

/// Changes of several documents, sealed together by one device and never
/// changed afterwards.
///
/// The segment itself names the device that sealed it, so a renamed copy is still that segment, and
/// counts once.
package struct Segment: Hashable, Sendable {
  /// The common beginning of the names of all segments in a store.
  package static let namePrefix = "log/"

  /// The device that sealed the segment.
  package let device: DeviceID

  /// The segment's number among those of its device, from 1.
  package let number: Int

  /// At most one change of each document, by ascending id.
  package let changes: [DocumentChange]

  /// Makes a segment.
  ///
  /// - Precondition: `number` is at least 1, and no two changes are of one document.
  package init(device: DeviceID, number: Int, changes: [DocumentChange]) {
    let ordered = changes.sorted { $0.document < $1.document }
    precondition(number >= 1, "segments are numbered from 1, not \(number)")
    precondition(
      zip(ordered, ordered.dropFirst()).allSatisfy { $0.document < $1.document },
      "two changes of one document in a segment")
    self.device = device
    self.number = number
    self.changes = ordered
  }
}
