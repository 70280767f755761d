// SPDX-License-Identifier: MIT

/// A store could not do what it was asked: classified once, where it happened.
public struct StoreError: Error, Hashable, Sendable {
  /// What a caller can do about the error.
  public enum Kind: Hashable, Sendable {
    /// The name to be created is taken.
    case exists
    /// There is no object of that name.
    case missing
    /// It may work later without anybody's doing.
    case tryLater
    /// A person must do something first: plug in, grant, make room.
    case needsUser
    /// What is stored cannot be used as it is.
    case damaged
  }

  /// How much is affected.
  public enum Scope: Hashable, Sendable {
    /// One object; others may still be read.
    case object
    /// The store as a whole; asking it for anything else is pointless now.
    case store
  }

  /// What a caller can do about it.
  public let kind: Kind
  /// How much is affected.
  public let scope: Scope
  /// What it happened to: an object or a folder.
  public let subject: String
  /// What happened.
  public let reason: String
  /// What to do about it.
  public let advice: String

  /// Makes an error.
  public init(kind: Kind, scope: Scope, subject: String, reason: String, advice: String) {
    self.kind = kind
    self.scope = scope
    self.subject = subject
    self.reason = reason
    self.advice = advice
  }

  /// The name to be created is taken.
  public static func exists(_ name: ObjectName) -> StoreError {
    StoreError(
      kind: .exists, scope: .object, subject: name.text, reason: "there is an object of that name",
      advice: "read it and compare")
  }

  /// There is no object of that name.
  public static func missing(_ name: ObjectName) -> StoreError {
    StoreError(
      kind: .missing, scope: .object, subject: name.text, reason: "it is not in the store",
      advice: "sync again; a device that holds its contents uploads them")
  }
}

extension StoreError: CustomStringConvertible {
  public var description: String { "\(subject): \(reason); \(advice)" }
}
