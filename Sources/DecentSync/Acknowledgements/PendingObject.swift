// SPDX-License-Identifier: MIT

import BinaryCoding

/// An object of a remote that is there and could not be taken in whole; every run
/// tries it again.
public struct PendingObject: Hashable, Sendable {
  /// What is wrong with it.
  public enum Fault: String, Hashable, Sendable {
    /// Its bytes are not as they were written.
    case damaged
    /// It is nothing that sync writes.
    case foreign
    /// A newer version of the software wrote it.
    case newer
    /// It is larger than anything sync writes.
    case tooLarge
    /// It builds on changes that are not here yet.
    case early
    /// It is whole, but some of its changes mean nothing: its writer erred.
    case unusable
    /// The store could not read it.
    case unreachable
    /// What this device has of a document that it changes is damaged.
    case blocked
  }

  /// How often an object is seen before anybody is told of it: what is on its way may look
  /// torn for a while.
  public static let sightingsBeforeNaming = 2

  /// Name and size as they were listed.
  public let info: ObjectInfo
  /// What is wrong with it.
  public let fault: Fault

  /// Makes the record.
  public init(info: ObjectInfo, fault: Fault) {
    self.info = info
    self.fault = fault
  }

  /// Whether others could help by uploading again what it held.
  public var isRepairable: Bool {
    switch fault {
    case .damaged: true
    // Damage may be where the first bytes are. Other files are nobody's.
    case .foreign: SegmentReference.hint(in: info.name) != nil
    // What is uploaded again would be the same as before.
    case .newer, .tooLarge, .early, .unusable, .unreachable, .blocked: false
    }
  }
}

extension PendingObject {
  /// Whether the object may hold changes that a device lacks.
  public func mayHoldNews(for device: DeviceID?) -> Bool {
    let writer = SegmentReference.hint(in: info.name)?.device
    return switch fault {
    case .damaged, .unreachable:
      info.name.noticeWriter == nil && (writer == nil || writer != device)
    case .foreign: writer != nil && writer != device
    case .newer, .early, .unusable, .blocked: true
    // Nothing that sync writes is that large.
    case .tooLarge: false
    }
  }

  /// Whether what it held is known not to be lost with it: another object holds the same
  /// segment; or its writer, or a device that had taken it in, names it as unreadable too. That
  /// device sends again what it held, or found it in other objects.
  ///
  /// - Parameters:
  ///   - copies: The segments of other objects that were taken in whole.
  ///   - acknowledgements: The last of each device.
  package func isReplaced(
    copies: some Sequence<SegmentReference>, acknowledgements: some Sequence<Acknowledgement>
  ) -> Bool {
    guard isRepairable, let held = SegmentReference.hint(in: info.name) else { return false }
    return copies.contains { ($0.device, $0.number) == held }
      || acknowledgements.contains { $0.had(held) && $0.unreadable.contains(info) }
  }
}

extension SyncProblem.Reason {
  /// What is wrong with an object that could not be read; nil for one that could not
  /// be written.
  var fault: PendingObject.Fault? {
    switch self {
    case .store: .unreachable
    case .unreadable(let failure): failure.fault
    case .tooLarge: .tooLarge
    case .held(let changes): changes.compactMap(\.reason.fault).first ?? .early
    case .notAsWritten: nil
    }
  }
}

extension HeldChange.Reason {
  fileprivate var fault: PendingObject.Fault? {
    switch self {
    case .missingHistory: nil
    // Nobody else writes sound segments: what is foreign in one is of a later version.
    case .unreadable(let failure): failure.fault == .damaged ? .unusable : .newer
    case .damagedHere: .blocked
    }
  }
}

extension DecodingFailure {
  fileprivate var fault: PendingObject.Fault {
    switch self {
    case .newer, .newerModel, .newerValue: .newer
    case .foreign: .foreign
    case .truncated, .corrupt: .damaged
    }
  }
}
