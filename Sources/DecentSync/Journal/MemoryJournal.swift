// SPDX-License-Identifier: MIT

import BinaryCoding

/// A document that a ``MemoryJournal`` can hold.
public protocol JournalDocument {
  /// Makes the document that has seen nothing.
  init()

  /// The bytes of what the document has seen.
  var version: [UInt8] { get }

  /// What a copy lacks that has seen all of `versions`, or nil if nothing.
  func delta(since versions: [[UInt8]]) -> [UInt8]?

  /// Takes in a delta of another copy, or leaves the document as it is.
  ///
  /// - Returns: Whether anything in it was new.
  mutating func merge(delta: [UInt8]) throws(HeldChange.Reason) -> Bool
}

/// A journal in memory: the twin of every other, for tests and simulations.
public final class MemoryJournal<Document: JournalDocument> {
  struct Sealed {
    let remote: RemoteName
    let segment: SealedSegment
  }

  struct RemoteObject {
    let known: KnownObject
    let carried: [DocumentID: CarriedChange]
  }

  /// The documents, by id.
  public var documents: [DocumentID: Document] = [:]

  var currentDevice: DeviceID
  var lastNumber = 0
  var checksums: [Int: UInt32] = [:]
  var unconfirmed: [Sealed] = []
  var objects: [RemoteName: [ObjectName: RemoteObject]] = [:]
  let newDevice: () -> DeviceID

  /// Makes an empty journal.
  ///
  /// - Parameter newDevice: Where ids come from, here and in ``renewDevice(replacing:)``.
  public init(newDevice: @escaping () -> DeviceID = { .random() }) {
    self.newDevice = newDevice
    currentDevice = newDevice()
  }

  /// Makes a copy, as copying a library's files does: it takes itself for the
  /// same device.
  public init(copying other: MemoryJournal) {
    newDevice = other.newDevice
    documents = other.documents
    currentDevice = other.currentDevice
    lastNumber = other.lastNumber
    checksums = other.checksums
    unconfirmed = other.unconfirmed
    objects = other.objects
  }

  /// What a remote holds of a document.
  public func coverage(of document: DocumentID, at remote: RemoteName) -> Coverage {
    Coverage(of: (objects[remote] ?? [:]).values.compactMap { $0.carried[document] })
  }
}
