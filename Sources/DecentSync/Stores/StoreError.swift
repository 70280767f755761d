// SPDX-License-Identifier: MIT

/// A failed call of a store. The code that notices the failure gives it a kind and a scope, which
/// no other code changes.
public struct StoreError: Error, Hashable, Sendable {
  /// The kinds of failures, by the caller's remedy.
  public enum Kind: Hashable, Sendable {
    /// The name to be created is taken.
    case exists
    /// There is no object of that name.
    case missing
    /// The call may succeed later by itself.
    case tryLater
    /// A person must do something first, such as plug in a disk, grant access or make room.
    case needsUser
    /// The stored bytes cannot be used as they are.
    case damaged
    /// An earlier version of the program wrote the object, in a form that is no longer read.
    case older
  }

  /// The extent of a failure.
  public enum Scope: Hashable, Sendable {
    /// One object. Other objects may still be read.
    case object
    /// The store as a whole. Any other call is pointless now.
    case store
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The extent of the failure.
  public let scope: Scope
  /// The object or folder that the failure concerns.
  public let subject: String
  /// The cause, in words.
  public let reason: String
  /// The remedy, in words.
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
