// SPDX-License-Identifier: MIT

import BinaryCoding

/// A document that a ``MemoryJournal`` can hold.
public protocol JournalDocument {
  /// Makes the document that has seen nothing.
  init()

  /// The bytes of what the document has seen.
  var version: [UInt8] { get }

  /// The bytes of what the document shows: equal for equal documents.
  var canonicalBytes: [UInt8] { get }

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
    var known: KnownObject
    /// Nil for an acknowledgement.
    let segment: SegmentReference?
    var carried: [DocumentID: CarriedChange]
  }

  struct Acknowledged {
    let acknowledgement: Acknowledgement
    let time: UInt64
  }

  /// What a remote is known to hold.
  struct Books {
    var objects: [ObjectName: RemoteObject] = [:]
    /// How many edits of each document it holds, or will when what is late is there.
    var covered: [DocumentID: Int] = [:]
    /// Documents that it was found to lack, and whether what is lost was ours.
    var lacking: [DocumentID: Bool] = [:]
    /// What could not be taken in, and how often.
    var pending: [PendingObject: Int] = [:]
    /// The last acknowledgement of each device.
    var acknowledgements: [DeviceID: Acknowledged] = [:]
  }

  /// All that is kept: a value, so that a copy is one of everything.
  struct State {
    var documents: [DocumentID: Document] = [:]
    /// How often each document was edited here.
    var edits: [DocumentID: Int] = [:]
    var device: DeviceID
    var lastNumber = 0
    var sealed: Set<SegmentReference> = []
    var unconfirmed: [Sealed] = []
    var books: [RemoteName: Books] = [:]
  }

  var state: State
  let newDevice: () -> DeviceID

  /// Makes an empty journal.
  ///
  /// - Parameter newDevice: Where ids come from, here and in ``renewDevice(replacing:)``.
  public init(newDevice: @escaping () -> DeviceID = { .random() }) {
    self.newDevice = newDevice
    state = State(device: newDevice())
  }

  /// Makes a copy, as copying a library's files does: it takes itself for the
  /// same device.
  public init(copying other: MemoryJournal) {
    newDevice = other.newDevice
    state = other.state
  }

  /// The documents, by id.
  public var documents: [DocumentID: Document] { state.documents }

  /// Changes a document here, making it if there is none.
  public func edit(_ id: DocumentID, _ change: (inout Document) -> Void) {
    change(&state.documents[id, default: Document()])
    state.edits[id, default: 0] += 1
  }

  /// What a remote holds of a document.
  public func coverage(
    of document: DocumentID, at remote: RemoteName, isTrusting: Bool = false
  ) -> Coverage {
    guard let books = state.books[remote] else { return Coverage(of: []) }
    let doubted = Set(books.acknowledgements.values.flatMap(\.acknowledgement.unreadable))
    let objects = books.objects.values.filter { !doubted.contains($0.known.info) }
    return Coverage(
      of: objects.compactMap { $0.carried[document] }, isTrusting: isTrusting)
  }
}
