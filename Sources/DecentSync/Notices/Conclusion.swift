// SPDX-License-Identifier: MIT

/// The end of a run that was not stopped.
package struct SyncEnd: Equatable, Sendable {
  /// The objects that could not be taken in whole.
  package let pending: [PendingObject]
  /// Whether an acknowledgement may be written.
  package let acknowledges: Bool
  /// The greatest number among this device's acknowledgements in the remote, or 0.
  package let lastAcknowledgement: Int
  /// The greatest number among this device's cards in the remote, or 0.
  package let lastCard: Int
  /// The name of the device, or nil if it is not given.
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

/// The results of a run: notices to write, and findings to report.
package struct Conclusion: Equatable, Sendable {
  /// The acknowledgement to write, if one is due.
  package var acknowledgement: Acknowledgement?
  /// The card of the device to write, if one is due.
  package var card: DeviceCard?
  /// Devices whose acknowledgements contradict that of this device.
  package var contradicting: [DeviceID]
  /// The pending objects that are no longer needed:
  /// ``PendingObject/isReplaced(copies:acknowledgements:)``.
  package var replaced: Set<ObjectName>
  /// Documents with changes that could not be sent because their local copies are damaged.
  package var damaged: [DocumentID]
}

/// The acknowledgement that a device would write, and the rule by which it is due.
package struct AcknowledgementDraft {
  /// The ``Acknowledgement/applied`` of the draft, from the objects that are present.
  package var applied: [DeviceID: Int] = [:]
  /// The ``Acknowledgement/basis`` of the draft.
  package var basis: UInt64
  /// Whether all objects present were taken in whole, and the device holds no edits beyond them.
  package var isExact: Bool
  /// The ``Acknowledgement/unreadable`` of the draft.
  package var unreadable: [ObjectInfo]

  /// The time from one acknowledgement until the next is due, in milliseconds.
  package static let interval: UInt64 = 24 * 60 * 60 * 1000

  /// If the last acknowledgement names this many unreadable objects or more, a further object is
  /// named only after ``interval``. The limit is low because other devices upload every named
  /// object again, even if only one device cannot read the object.
  package static let mostAlarms = 4

  /// Makes a draft.
  ///
  /// - Parameters:
  ///   - objects: The objects that are present, and whether each was taken in whole.
  ///   - pending: The pending objects, each with the number of its sightings.
  ///   - doubted: The objects of `doubtedByNewcomers` that this device took in whole.
  ///   - isCovered: Whether the objects that no device doubts hold all edits that are here.
  package init(
    objects: [(reference: SegmentReference, isComplete: Bool)],
    pending: [(object: PendingObject, sightings: Int)], doubted: [ObjectInfo] = [],
    isCovered: Bool
  ) {
    let complete = objects.filter(\.isComplete).map(\.reference)
    var firstOpen: [DeviceID: Int] = [:]
    let open =
      objects.filter { !$0.isComplete }.map { ($0.reference.device, $0.reference.number) }
      + pending.compactMap { SegmentReference.hint(in: $0.object.info.name) }
      .map { ($0.device, $0.number) }
    for (device, number) in open {
      firstOpen[device] = min(firstOpen[device] ?? .max, number)
    }
    for object in complete where object.number < firstOpen[object.device] ?? .max {
      applied[object.device] = max(applied[object.device] ?? 0, object.number)
    }
    basis = Acknowledgement.basis(of: complete)
    isExact = isCovered && pending.isEmpty && complete.count == objects.count
    unreadable =
      pending
      .filter { $0.sightings >= PendingObject.sightingsBeforeNaming && $0.object.isRepairable }
      .map(\.object.info)
    // Devices that never had the doubted objects learn from the acknowledgement that no contents
    // are lost.
    if isCovered { unreadable += doubted }
  }

  /// The acknowledgement to be written now, or nil.
  ///
  /// - The first acknowledgement of a device is due at once.
  /// - A later acknowledgement is due after ``interval`` if it differs from the last one, or if the
  ///   remote was not seen to hold the last one.
  /// - A later acknowledgement is due at once if it names an unreadable object that the last one
  ///   does not name, and the last one names fewer than ``mostAlarms`` objects.
  ///
  /// - Parameters:
  ///   - last: The last acknowledgement, and the time when it was written.
  ///   - isStored: Whether the remote was seen to hold the last acknowledgement.
  ///   - end: The end of the run.
  ///   - digest: Computes a ``StateDigest`` of all documents.
  package func due(
    by device: DeviceID, after last: (acknowledgement: Acknowledgement, time: UInt64)?,
    isStored: Bool, at time: UInt64, _ end: SyncEnd, digest: () throws -> UInt64
  ) rethrows -> Acknowledgement? {
    let known = last?.acknowledgement
    let merged = applied.merging(known?.applied ?? [:]) { max($0, $1) }
    guard end.acknowledges, !merged.isEmpty || !unreadable.isEmpty else { return nil }
    let number = max(known?.number ?? 0, end.lastAcknowledgement)
    guard number < Acknowledgement.maximumNumber - 1 else { return nil }
    var draft = Acknowledgement(
      device: device, number: number + 1,
      applied: merged, basis: basis, digest: nil, unreadable: unreadable)
    if let last, let known {
      let isSame =
        isStored && known.device == device && known.applied == draft.applied
        && known.basis == basis && known.unreadable == draft.unreadable
        && (known.digest != nil) == isExact
      let isAlarm =
        known.unreadable.count < Self.mostAlarms
        && !draft.unreadable.allSatisfy(known.unreadable.contains)
      // A clock that was set back must not silence the device for years.
      let isSoon = time >= last.time && time - last.time < Self.interval
      if isSame || isSoon && !isAlarm { return nil }
    }
    if isExact { draft.digest = try digest() }
    return draft
  }
}
