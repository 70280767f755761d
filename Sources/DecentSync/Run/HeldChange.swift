// SPDX-License-Identifier: MIT

import BinaryCoding

/// A change that could not be taken in.
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
