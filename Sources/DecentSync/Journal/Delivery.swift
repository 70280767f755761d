// SPDX-License-Identifier: MIT

/// Changes of a segment that was read from an object, for a journal to take in.
///
/// A segment with many changes is delivered in parts, one after the other, so that no
/// transaction takes long.
public struct Delivery: Equatable, Sendable {
  /// The segment.
  public let sealed: SealedSegment
  /// The object it was read from.
  public let object: ObjectInfo
  /// The places of the changes in the segment.
  public let part: Range<Int>

  /// Makes the delivery of a part of a segment.
  ///
  /// - Precondition: The part is within the segment's changes.
  public init(_ sealed: SealedSegment, from object: ObjectInfo, part: Range<Int>) {
    precondition(
      sealed.segment.changes.indices.contains(part) || part == 0..<0,
      "\(part) of \(sealed.segment.changes.count) changes")
    self.sealed = sealed
    self.object = object
    self.part = part
  }

  /// Makes the delivery of a whole segment.
  public init(_ sealed: SealedSegment, from object: ObjectInfo) {
    self.init(sealed, from: object, part: sealed.segment.changes.indices)
  }

  /// The changes.
  public var changes: ArraySlice<DocumentChange> { sealed.segment.changes[part] }

  /// Whether this is the first part of its segment.
  public var isFirst: Bool { part.lowerBound == 0 }

  /// Whether this is the last part of its segment.
  public var isLast: Bool { part.upperBound == sealed.segment.changes.count }
}

extension SyncJournal {
  /// Takes in a whole segment: ``apply(_:of:)``.
  public func apply(
    _ sealed: SealedSegment, from object: ObjectInfo, of remote: RemoteName
  ) throws -> ApplyOutcome {
    try apply([Delivery(sealed, from: object)], of: remote)[0]
  }
}
