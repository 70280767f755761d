// SPDX-License-Identifier: MIT

import BinaryCoding

/// An object of a remote that could not be taken in whole. Every run tries the object again, unless
/// it was refused.
public struct PendingObject: Hashable, Sendable {
  /// The faults of pending objects.
  public enum Fault: String, Hashable, Sendable {
    /// The bytes of the object are not as they were written.
    case damaged
    /// The object has no form that sync writes.
    case foreign
    /// A newer version of the software wrote the object.
    case newer
    /// The object holds a value that this version of the app does not read. A later version of the
    /// app must read the value.
    case unfit
    /// An earlier version of the software wrote the object, in a form that is not read.
    case older
    /// The object is larger than ``SyncOptions/objectLimit``.
    case tooLarge
    /// The object builds on changes that are not here yet.
    case early
    /// The object is whole, but its writer erred: some changes in the object cannot be decoded, or
    /// lack edits that they state.
    case unusable
    /// The store could not read the object.
    case unreachable
    /// The object changes a document that cannot be read on this device.
    case blocked
    /// The object is whole, but holds contents that no device writes. It is not read again.
    case refused
  }

  /// The number of runs that must find an object pending before an acknowledgement names the object
  /// as unreadable. An object that is still being copied may look torn for a while.
  package static let sightingsBeforeNaming = 2

  /// The name and size in the listing.
  public let info: ObjectInfo
  /// The fault of the object.
  public let fault: Fault

  /// Makes the record.
  public init(info: ObjectInfo, fault: Fault) {
    self.info = info
    self.fault = fault
  }

  /// Whether other devices can help by uploading the object's contents again.
  public var isRepairable: Bool {
    switch fault {
    // The claims of the object do not count, so devices that have the contents send them again.
    case .unusable: true
    // No device can send a file that no device wrote.
    case .damaged: !info.name.isOfNoDevice
    // Damage in the first bytes makes an object look foreign. The writer of a refused object
    // sends its contents again.
    case .foreign, .refused: SegmentReference.hint(in: info.name) != nil
    // A new upload would be the same as before.
    case .newer, .unfit, .older, .tooLarge, .early, .unreachable, .blocked: false
    }
  }
}

extension PendingObject {
  /// Whether the object may hold changes that a device lacks.
  ///
  /// - Parameter device: Nil for a device without an id.
  public func mayHoldNews(for device: DeviceID?) -> Bool {
    let writer = SegmentReference.hint(in: info.name)?.device
    return switch fault {
    // The name of an object contains the id of its device, and a service that copies the object
    // keeps the id in the name.
    case .damaged, .unreachable, .foreign:
      info.name.noticeWriter == nil && writer != nil && writer != device
    case .newer, .unfit, .early, .unusable, .blocked: true
    // No such object holds changes that this version could take in.
    case .older, .tooLarge, .refused: false
    }
  }

  /// Whether the object's contents are known not to be lost. Either a copy of the object was taken
  /// in, or a device that had the contents names the object as unreadable, too. That device sends
  /// the contents again, or found them in other objects.
  ///
  /// - Parameters:
  ///   - copies: The references of other objects that were taken in whole.
  ///   - acknowledgements: The last acknowledgement of each device.
  package func isReplaced(
    copies: some Sequence<SegmentReference>, acknowledgements: some Sequence<Acknowledgement>
  ) -> Bool {
    guard isRepairable, let held = SegmentReference.hint(in: info.name) else { return false }
    return copies.contains { $0.isNamed(held) }
      || acknowledgements.contains { $0.had(held) && $0.unreadable.contains(info) }
  }
}

extension SyncProblem.Reason {
  /// The fault of an object that could not be read. Nil for an object that could not be written.
  var fault: PendingObject.Fault? {
    switch self {
    case .store(let error):
      switch error.kind {
      case .damaged: .damaged
      case .older: .older
      case .exists, .missing, .tryLater, .needsUser: .unreachable
      }
    case .unreadable(let failure): failure.fault
    case .tooLarge: .tooLarge
    case .refused: .refused
    case .held(let changes): changes.compactMap(\.reason.fault).first ?? .early
    case .notAsWritten: nil
    }
  }
}

extension HeldChange.Reason {
  fileprivate var fault: PendingObject.Fault? {
    switch self {
    case .missingHistory: nil
    case .unreadable(let failure):
      switch failure.fault {
      // No program writes damaged or older changes into a sound object.
      case .damaged, .older: .unusable
      case .unfit: .unfit
      // A later version of the software wrote foreign changes in a sound object.
      default: .newer
      }
    case .damagedHere: .blocked
    }
  }
}

extension DecodingFailure {
  fileprivate var fault: PendingObject.Fault {
    switch self {
    case .newer, .newerField, .newerValue: .newer
    case .older: .older
    case .foreignField, .foreignValue: .unfit
    case .foreign: .foreign
    case .truncated, .corrupt: .damaged
    }
  }
}
