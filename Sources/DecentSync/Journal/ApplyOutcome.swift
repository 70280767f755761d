// SPDX-License-Identifier: MIT

import BinaryCoding

/// A change that a journal could not take in.
public struct HeldChange: Equatable, Sendable {
  /// Why it could not.
  public enum Reason: Error, Equatable, Sendable {
    /// It builds on a change that has not arrived.
    case missingHistory
    /// Its bytes are not a change of that document, or of a newer format.
    case unreadable(DecodingFailure)
    /// What this device has of the document is damaged.
    case damagedHere
  }

  /// The document the change is of.
  public let document: DocumentID
  /// Why it is held.
  public let reason: Reason

  /// Makes the record.
  public init(document: DocumentID, reason: Reason) {
    self.document = document
    self.reason = reason
  }
}

/// What became of a segment that was given to a journal.
public struct ApplyOutcome: Equatable, Sendable {
  /// The documents that hold something new; none if all was known.
  public var changed: [DocumentID]
  /// The changes that could not be taken in; none if the object is done with.
  public var held: [HeldChange]
  /// The objects of the remote that were taken in before and are needed again, by name and size
  /// as they were read.
  public var needed: [ObjectInfo]

  /// Makes an outcome.
  public init(
    changed: [DocumentID] = [], held: [HeldChange] = [], needed: [ObjectInfo] = []
  ) {
    self.changed = changed
    self.held = held
    self.needed = needed
  }
}
