// SPDX-License-Identifier: MIT

import BinaryCoding

/// The outcome of one run of sync.
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

  /// The documents that took in changes of other devices.
  public var changedDocuments: Set<DocumentID> = []

  /// The objects that were ignored, except damaged objects that are no longer needed. The next
  /// run tries all but refused ones again.
  public var problems: [SyncProblem] = []

  /// The documents with changes of other devices that the remote seems to lack. A later run uploads
  /// them if the remote still lacks them then.
  public var postponed: [DocumentID] = []

  /// How many known objects of other devices are not listed. They may be late, not lost.
  public var missed = 0

  /// Devices that took in the same objects as this device, and show other contents. One of the
  /// two libraries is damaged.
  public var contradicting: [DeviceID] = []

  /// The names of pending objects that may hold changes unknown here.
  public var notTakenIn: [ObjectName] = []

  /// Documents with changes that could not be sent because their local copies are damaged, or not read by
  /// their type.
  public var damaged: [DocumentID] = []

  /// The failure of the whole store that ended the run early; nil if there was none.
  public var stopped: StoreError?

  /// Whether this device found that another device used its id, and took a new id. If the device
  /// that had the former id is gone, retire that id on another device.
  public var tookNewDeviceID = false

  /// Whether this device found that it was retired. It took a new id and syncs as before, and
  /// other devices wait for it again. Retire the new id, too, if the device is not used.
  public var wasRetired = false

  /// Makes the report of a run that did nothing.
  public init() {}

  /// Whether the run did all that there was to do, without problems, contradictions and damaged
  /// documents.
  public var isComplete: Bool {
    problems.isEmpty && contradicting.isEmpty && damaged.isEmpty && stopped == nil
  }
}

/// An object that sync could not deal with. Other objects are not affected.
public struct SyncProblem: Equatable, Sendable {
  /// The reason why sync could not deal with an object.
  public enum Reason: Equatable, Sendable {
    /// The store could not read or create it.
    case store(StoreError)
    /// It is damaged, foreign or of a newer format.
    case unreadable(DecodingFailure)
    /// It is larger than ``SyncOptions/objectLimit``; the size is in bytes.
    case tooLarge(size: Int)
    /// It is whole, but holds contents that no device writes. It is not read again.
    case refused
    /// Some of its changes could not be taken in. Its other changes were.
    case held([HeldChange])
    /// Reading it back after the upload gave other bytes.
    case notAsWritten
  }

  /// The object.
  public let name: ObjectName
  /// The reason why sync could not deal with it.
  public let reason: Reason

  /// Whether the object is a foreign file: neither a device nor a copying service gives such a
  /// name. No document lacks the contents of a foreign file.
  public var isOfForeignFile: Bool { name.isOfNoDevice }

  /// Makes the record.
  public init(name: ObjectName, reason: Reason) {
    self.name = name
    self.reason = reason
  }
}

extension HeldChange: CustomStringConvertible {
  /// The held change, the reason, and the remedy.
  public var description: String {
    switch reason {
    case .missingHistory:
      "a change of \(document) builds on changes that are not here yet; sync again later"
    case .unreadable(let failure):
      "a change of \(document) cannot be read: \(failure)"
    case .damagedHere:
      """
      a change of \(document) waits: what is here of it cannot be read; check the library, then sync again
      """
    }
  }
}
