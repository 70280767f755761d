// SPDX-License-Identifier: MIT

/// How a run ended that was not stopped.
package struct SyncEnd: Equatable, Sendable {
  /// The objects that could not be taken in whole.
  package let pending: [PendingObject]
  /// Whether an acknowledgement may be written.
  package let acknowledges: Bool
  /// The greatest number among this device's acknowledgements in the remote, or 0.
  package let lastAcknowledgement: Int
  /// The greatest number among this device's cards in the remote, or 0.
  package let lastCard: Int
  /// What the device is called; nil if that is not said.
  package let deviceName: String?

  /// Makes the record.
  package init(
    pending: [PendingObject], acknowledges: Bool, lastAcknowledgement: Int, lastCard: Int = 0,
    deviceName: String? = nil
  ) {
    self.pending = pending
    self.acknowledges = acknowledges
    self.lastAcknowledgement = lastAcknowledgement
    self.lastCard = lastCard
    self.deviceName = deviceName
  }
}

/// What there is to say after a run.
package struct Conclusion: Equatable, Sendable {
  /// What to acknowledge, if that is due.
  package var acknowledgement: Acknowledgement?
  /// What to say of devices, if that is due.
  package var card: DeviceCard?
  /// Devices whose acknowledgements contradict ours.
  package var contradicting: [DeviceID]
  /// Of the pending objects those that are not needed any more:
  /// ``PendingObject/isReplaced(copies:acknowledgements:)``.
  package var replaced: Set<ObjectName>
  /// Documents that other documents name and that are not here.
  package var missing: [DocumentID]
  /// Documents with changes that could not be sent: what is here of them is damaged.
  package var damaged: [DocumentID]

  /// Makes the record.
  package init(
    acknowledgement: Acknowledgement? = nil, card: DeviceCard? = nil,
    contradicting: [DeviceID] = [], replaced: Set<ObjectName> = [], missing: [DocumentID] = [],
    damaged: [DocumentID] = []
  ) {
    self.missing = missing
    self.damaged = damaged
    self.acknowledgement = acknowledgement
    self.card = card
    self.contradicting = contradicting
    self.replaced = replaced
  }
}

/// What a device would acknowledge, and when it does.
package struct AcknowledgementDraft {
  /// As ``Acknowledgement/applied``, from the objects that are there.
  package var applied: [DeviceID: Int] = [:]
  /// As ``Acknowledgement/basis``.
  package var basis: UInt64
  /// Whether everything there was taken in and nothing is held beyond.
  package var isExact: Bool
  /// As ``Acknowledgement/unreadable``.
  package var unreadable: [ObjectInfo]

  /// How long after one acknowledgement the next is due, in milliseconds.
  package static let interval: UInt64 = 24 * 60 * 60 * 1000

  /// How many unreadable objects the last acknowledgement names at least where a further one waits
  /// until the next is due. What a device cannot read is uploaded again, for it alone perhaps.
  package static let mostAlarms = 4

  /// Makes a draft.
  ///
  /// - Parameters:
  ///   - segments: The segments in objects that are there, and whether all of each was
  ///     taken in.
  ///   - pending: Objects that were pending, each as often as it was seen so.
  ///   - doubted: Objects that were taken in whole, of those that newcomers cannot read
  ///     (`doubtedByNewcomers`).
  ///   - isCovered: Whether the objects that no device doubts hold all that is here.
  package init(
    segments: [(reference: SegmentReference, isComplete: Bool)],
    pending: [(object: PendingObject, sightings: Int)], doubted: [ObjectInfo] = [],
    isCovered: Bool
  ) {
    let complete = segments.filter(\.isComplete).map(\.reference)
    var firstOpen: [DeviceID: Int] = [:]
    let open =
      segments.filter { !$0.isComplete }.map { ($0.reference.device, $0.reference.number) }
      + pending.compactMap { SegmentReference.hint(in: $0.object.info.name) }
    for (device, number) in open {
      firstOpen[device] = min(firstOpen[device] ?? .max, number)
    }
    for segment in complete where segment.number < firstOpen[segment.device] ?? .max {
      applied[segment.device] = max(applied[segment.device] ?? 0, segment.number)
    }
    basis = Acknowledgement.basis(of: complete)
    isExact = isCovered && pending.isEmpty && complete.count == segments.count
    unreadable =
      pending
      .filter { $0.sightings >= PendingObject.sightingsBeforeNaming && $0.object.isRepairable }
      .map(\.object.info)
    // Newcomers know by this that nothing was lost with them.
    if isCovered { unreadable += doubted }
  }

  /// The acknowledgement to be written now, or nil.
  ///
  /// It is due a day after the last one if it says something else, or at once if it names
  /// an unreadable object that the last one does not, and that names fewer than ``mostAlarms``.
  ///
  /// - Parameters:
  ///   - last: The last one, and when it was written.
  ///   - isStored: Whether the remote was seen to hold it.
  ///   - end: How the run ended.
  ///   - digest: Works out a ``StateDigest`` of all documents.
  package func due(
    by device: DeviceID, after last: (acknowledgement: Acknowledgement, time: UInt64)?,
    isStored: Bool, at time: UInt64, _ end: SyncEnd, digest: () throws -> UInt64
  ) rethrows -> Acknowledgement? {
    let known = last?.acknowledgement
    let merged = applied.merging(known?.applied ?? [:]) { max($0, $1) }
    guard end.acknowledges, !merged.isEmpty || !unreadable.isEmpty else { return nil }
    let draft = Acknowledgement(
      device: device, number: max(known?.number ?? 0, end.lastAcknowledgement) + 1,
      applied: merged, basis: basis, digest: nil, unreadable: unreadable)
    if let last, let known {
      let isSame =
        isStored && known.device == device && known.applied == draft.applied
        && known.basis == basis && known.unreadable == draft.unreadable
        && (known.digest != nil) == isExact
      let isAlarm =
        known.unreadable.count < Self.mostAlarms
        && !draft.unreadable.allSatisfy(known.unreadable.contains)
      // A clock that was set back must not silence us for years.
      let isSoon = time >= last.time && time - last.time < Self.interval
      if isSame || isSoon && !isAlarm { return nil }
    }
    guard isExact else { return draft }
    return Acknowledgement(
      device: device, number: draft.number, applied: draft.applied, basis: draft.basis,
      digest: try digest(), unreadable: draft.unreadable)
  }
}
