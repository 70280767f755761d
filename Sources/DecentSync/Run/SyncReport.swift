// SPDX-License-Identifier: MIT

import BinaryCoding

/// What one run of sync did.
public struct SyncReport: Equatable, Sendable {
  /// Objects moved one way.
  public struct Transfer: Equatable, Sendable {
    /// How many objects.
    public var objects = 0
    /// How many bytes they have together.
    public var bytes = 0

    mutating func add(_ count: Int) {
      objects += 1
      bytes += count
    }
  }

  /// The objects with claims that were read.
  public var downloaded = Transfer()

  /// The objects that were uploaded and read back.
  public var uploaded = Transfer()

  /// The documents that hold something new from elsewhere.
  public var changedDocuments: Set<DocumentID> = []

  /// What was passed over, and is tried again next time; damaged objects are left out that
  /// nobody needs any more.
  public var problems: [SyncProblem] = []

  /// The documents with changes of other devices that the remote seems to lack. If it
  /// still does then, a later run uploads them.
  public var postponed: [DocumentID] = []

  /// How many known objects of others are not listed, and may only be late.
  public var missed = 0

  /// Devices that took in the same as this one and show something else: theirs or ours is
  /// damaged.
  public var contradicting: [DeviceID] = []

  /// Of the objects with ``problems`` those that may hold changes that are not here, by name.
  public var notTakenIn: [ObjectName] = []

  /// Documents that other documents name and that are not here.
  public var missing: [DocumentID] = []

  /// Documents with changes that could not be sent: what is here of them is damaged.
  public var damaged: [DocumentID] = []

  /// Why the run ended early, if it did: the store as a whole failed.
  public var stopped: StoreError?

  /// Whether this device found that another one used its id, and took a new
  /// one. Nothing needs to be done.
  public var tookNewDeviceID = false

  /// Whether this device found that it was retired. It took a new id: all that it holds is sent and
  /// taken in as ever, and it is waited for again. Retire that too if the device is not used.
  public var wasRetired = false

  /// Makes the report of a run that did nothing.
  public init() {}

  /// Whether everything there was to do is done.
  public var isComplete: Bool {
    problems.isEmpty && contradicting.isEmpty && damaged.isEmpty && missing.isEmpty
      && stopped == nil
  }
}

/// An object that sync could not deal with; the others are not affected.
public struct SyncProblem: Equatable, Sendable {
  /// What is wrong with the object.
  public enum Reason: Equatable, Sendable {
    /// The store could not read, create or delete it.
    case store(StoreError)
    /// It is damaged, foreign or of a newer format.
    case unreadable(DecodingFailure)
    /// It is larger than any object sync writes; the size is in bytes.
    case tooLarge(size: Int)
    /// Some of its changes could not be taken in; the others were.
    case held([HeldChange])
    /// Reading it back after the upload gave other bytes.
    case notAsWritten
  }

  /// The object.
  public let name: ObjectName
  /// What is wrong with it.
  public let reason: Reason

  /// Makes the record.
  public init(name: ObjectName, reason: Reason) {
    self.name = name
    self.reason = reason
  }
}

extension HeldChange: CustomStringConvertible {
  /// What is held, why, and what to do.
  public var description: String {
    switch reason {
    case .missingHistory:
      "a change of \(document) builds on changes that are not here yet; sync again later"
    case .unreadable(let failure):
      "a change of \(document) cannot be read: \(failure)"
    case .damagedHere:
      "a change of \(document) waits: what is here of it is damaged; repair it, then sync again"
    }
  }
}
