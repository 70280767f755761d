// SPDX-License-Identifier: MIT

import BinaryCoding

/// The outcome of one run of sync.
public struct SyncReport: Equatable, Sendable {
  /// The number and the size of the objects that a run read or uploaded.
  public struct Transfer: Equatable, Sendable {
    /// The number of objects.
    public var objects = 0
    /// The total size of the objects, in bytes.
    public var bytes = 0

    mutating func add(_ count: Int) {
      objects += 1
      bytes += count
    }
  }

  /// The objects that the run read, except acknowledgements and cards.
  public var downloaded = Transfer()

  /// The objects that were uploaded and read back.
  public var uploaded = Transfer()

  /// The documents that took in changes of other devices.
  public var changedDocuments: Set<DocumentID> = []

  /// The objects that sync could not deal with, except damaged objects that are no longer needed.
  /// The next run tries these objects again, except refused objects.
  public var problems: [SyncProblem] = []

  /// Documents that other devices changed, and whose changes the remote seems to lack. A later run
  /// uploads these changes if the remote still lacks them then.
  public var postponed: [DocumentID] = []

  /// The number of known objects of other devices that were not listed. These objects may be late,
  /// not lost.
  public var missed = 0

  /// Devices that took in the same objects as this device, and show other contents. The library of
  /// such a device, or this library, is damaged.
  public var contradicting: [DeviceID] = []

  /// The names of the objects of `problems` that may hold changes which are not here.
  public var notTakenIn: [ObjectName] = []

  /// The documents whose changes could not be sent, because this device cannot read its own copies.
  public var damaged: [DocumentID] = []

  /// The failure of the whole store that ended the run early; nil if there was none.
  public var stopped: StoreError?

  /// Whether this device took a new id because a second device used its id, too. If that second
  /// device is gone, retire the former id on another device.
  public var tookNewDeviceID = false

  /// Whether this device found that it was retired. It took a new id and syncs as before, and other
  /// devices wait for it again. If this device is no longer used, retire the new id, too.
  public var wasRetired = false

  /// Makes the report of a run that did nothing.
  public init() {}

  /// Whether the run reached its end, without problems, contradictions or damaged documents. Also
  /// true if changes were postponed or objects missed.
  public var isComplete: Bool {
    problems.isEmpty && contradicting.isEmpty && damaged.isEmpty && stopped == nil
  }
}

/// An object that sync could not deal with. Other objects are not affected.
public struct SyncProblem: Equatable, Sendable {
  /// The reason why sync could not deal with an object.
  public enum Reason: Equatable, Sendable {
    /// The store could not read or create the object.
    case store(StoreError)
    /// The object is damaged, foreign or of a newer format.
    case unreadable(DecodingFailure)
    /// The object is larger than ``SyncOptions/objectLimit``; the size is in bytes.
    case tooLarge(size: Int)
    /// The object is whole, but holds contents that no device writes. It is not read again.
    case refused
    /// Some changes in the object could not be taken in. The other changes were taken in.
    case held([HeldChange])
    /// Reading the object back after the upload gave other bytes.
    case notAsWritten
  }

  /// The object.
  public let name: ObjectName
  /// The reason why sync could not deal with the object.
  public let reason: Reason

  /// Whether the object is a foreign file, by its name: no device and no copying service gives such
  /// a name to a file. No document lacks the contents of a foreign file.
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
