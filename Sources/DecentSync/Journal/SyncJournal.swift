// SPDX-License-Identifier: MIT

/// A place to sync with, as the user named it; a journal keeps its books by
/// remote.
public struct RemoteName: Hashable, Sendable {
  /// The name as text.
  public let text: String

  /// Makes a name.
  public init(_ text: String) {
    self.text = text
  }
}

/// An object of a remote that was read and verified.
public struct KnownObject: Hashable, Sendable {
  /// The object's name and size when it was read. One listed with another size
  /// is another object.
  public let info: ObjectInfo
  /// Whether all its changes were taken in. If not, it is read again.
  public let isComplete: Bool
  /// Whether it holds a segment that this journal sealed.
  public let isOurs: Bool
  /// Whether it was missing when it was looked for last.
  public let isMissed: Bool
  /// Whether it is an acknowledgement, and no segment.
  public let isAcknowledgement: Bool
  /// The segment it holds, if it holds one and that is known.
  public let segment: SegmentReference?

  /// Makes the record.
  public init(
    info: ObjectInfo, isComplete: Bool, isOurs: Bool = false, isMissed: Bool = false,
    isAcknowledgement: Bool = false, segment: SegmentReference? = nil
  ) {
    self.segment = segment
    self.isAcknowledgement = isAcknowledgement
    self.info = info
    self.isComplete = isComplete
    self.isOurs = isOurs
    self.isMissed = isMissed
  }
}

/// What sync keeps across runs, beside the documents themselves.
///
/// Every call is one transaction: durable when it returns, without effect when
/// it throws. ``postpone(at:isSure:)`` and ``nextSealed(for:limit:forOthers:)`` may be several. A call
/// keeps others waiting for a short time only, whatever the size of what is kept. Several
/// processes may share the state behind a journal.
///
/// A journal holds, in words of tables:
/// - the device: its id, the last number it gave to a segment, and for each of
///   its segments number and checksum, kept for good;
/// - sealed segments not yet confirmed, with their remote and bytes;
/// - for each remote its objects: name, size, whether complete, ours, missed;
/// - for each of those objects and each document it changes, a
///   ``CarriedChange``. From these, ``Coverage`` tells what a remote holds;
/// - for each remote the documents it was found to lack, the objects that are pending and
///   how often they were, and the last acknowledgement of each device, ours included.
///
/// What is *ours* to send of a document: the edits made here since the remote was last known
/// to cover them, as far as they are beyond *trusting* ``Coverage``, and whatever the remote
/// lacks since it lost an object of ours. All else that it lacks was changed by others.
public protocol SyncJournal {
  /// The id of this device, made when it is first asked for.
  func device() throws -> DeviceID

  /// The objects of a remote recorded by ``apply(_:of:)`` and
  /// ``confirm(_:at:)`` and not forgotten since.
  func knownObjects(of remote: RemoteName) throws -> [KnownObject]

  /// Takes in changes that were read from objects of a remote, those of one document in order.
  ///
  /// Merges every change it can into its document, making the document if there
  /// is none, and holds back the others. Records for the object (in place of
  /// what was recorded under its name, if the part is the first) its size, and the changes that
  /// were merged or known already. The object is complete after its last part, if nothing of
  /// it was held back.
  ///
  /// - Returns: What became of each delivery. An object is named as needed once for each reason
  ///   to read it again, so that a run ends.
  func apply(_ deliveries: [Delivery], of remote: RemoteName) throws -> [ApplyOutcome]

  /// Notes that a remote did not list some objects. They still count: the listing may
  /// be old. Taking in what is read from one again ends that.
  func miss(_ names: [ObjectName], of remote: RemoteName) throws

  /// Drops the records of objects that a remote lost, and notes that it lacks the
  /// documents that they changed. No document changes: absence means nothing.
  func forget(_ names: [ObjectName], of remote: RemoteName) throws

  /// The segment to be uploaded next, or nil if there is none.
  ///
  /// Documents are uploaded if they are beyond the remote's coverage and either ours or,
  /// with `forOthers`, noted as lacking by ``forget(_:of:)`` or ``postpone(at:isSure:)``.
  ///
  /// If sealed segments of this remote await confirmation, the one with the
  /// smallest number. Else, in one transaction: collects for such documents the delta
  /// since the merged versions of their ``Coverage`` (the whole document if it has none)
  /// with its ``Coverage/frontier`` as ``DocumentChange/after`` and the version *of this
  /// moment*; gives the segment this device's next number; seals it and stores the bytes.
  ///
  /// - Parameter limit: The bytes of changes after which no further document is
  ///   added; at least one is always taken.
  func nextSealed(
    for remote: RemoteName, limit: Int, forOthers: Bool
  ) throws -> SealedSegment?

  /// Notes that a remote lacks the documents beyond its coverage: a later run uploads
  /// those that it still lacks then. Documents that are damaged are passed over, and those that
  /// were edited here since the last segment was sealed: they are ours.
  ///
  /// - Parameter isSure: Whether every object that is there could be read. If not, the remote is
  ///   not noted to lack anything more; what it does not lack any more is noted.
  /// - Returns: These documents.
  func postpone(at remote: RemoteName, isSure: Bool) throws -> [DocumentID]

  /// Takes in an acknowledgement of a device, if it is the latest, and records the object.
  ///
  /// Objects that it calls unreadable, by name and size, carry nothing any longer as far as
  /// ``Coverage`` is concerned, until that device acknowledges without naming them.
  ///
  /// - Returns: Whether all is well; false if it is of this device's id, newer than our
  ///   last one or another of its number, and not our last one in another remote, which may be
  ///   the same folder. Then a second device uses the id.
  func take(
    _ acknowledgement: Acknowledgement, from object: ObjectInfo, of remote: RemoteName,
    at time: UInt64
  ) throws -> Bool

  /// Notes how a run ended, and makes an ``AcknowledgementDraft`` of what is there. What is
  /// due to be acknowledged is stored before it is returned. If something changed while it was
  /// worked out, nothing is acknowledged now.
  func conclude(_ end: SyncEnd, at remote: RemoteName, time: UInt64) throws -> Conclusion

  /// Notes that a remote holds our acknowledgement, and records the object.
  func confirm(
    _ acknowledgement: Acknowledgement, as object: ObjectInfo, of remote: RemoteName
  ) throws

  /// Notes that a sealed segment was read back from its remote unchanged: drops
  /// the stored bytes and records the object, complete, with its changes.
  ///
  /// What was edited since the sealing is beyond coverage and sealed next. A
  /// segment that was confirmed already, or dropped by ``renewDevice()``, is
  /// recorded all the same.
  func confirm(_ sealed: SealedSegment, at remote: RemoteName) throws

  /// Whether this journal, under its present device id, sealed that segment.
  func didSeal(_ reference: SegmentReference) throws -> Bool

  /// Takes a new device id, because another device uses ours, and drops what is
  /// sealed but not confirmed: its changes are sealed again under the new id.
  ///
  /// - Parameter old: The id that is in use elsewhere; if it is not ours any longer,
  ///   nothing happens.
  /// - Returns: The id from now on.
  func renewDevice(replacing old: DeviceID) throws -> DeviceID
}
