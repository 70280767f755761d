// SPDX-License-Identifier: MIT

import BinaryCoding

/// A change that could not be taken in.
public struct HeldChange: Equatable, Sendable {
  /// The reason why a change is held.
  public enum Reason: Error, Equatable, Sendable {
    /// The change builds on a change that has not arrived.
    case missingHistory
    /// The change cannot be decoded, or lacks edits that it states.
    case unreadable(DecodingFailure)
    /// This device cannot read its own copy of the document.
    case damagedHere
  }

  /// The document of the change.
  public let document: DocumentID
  /// The reason why the change is held.
  public let reason: Reason

  /// Makes the record.
  public init(document: DocumentID, reason: Reason) {
    self.document = document
    self.reason = reason
  }
}

extension HeldChange.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingHistory:
      "the change builds on changes that are not here yet; sync again later"
    case .unreadable(let failure):
      "the change cannot be read: \(failure)"
    case .damagedHere:
      "what is here of the document cannot be read; check the library, then sync again"
    }
  }
}
