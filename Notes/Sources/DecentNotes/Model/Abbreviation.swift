// SPDX-License-Identifier: MIT

import DecentSync

/// The number of digits that tells the ids of some notes, versions of a note or devices apart.
public struct Abbreviation: Hashable, Sendable {
  /// The fewest digits shown.
  public static let fewestDigits = 8

  /// The number of digits shown of every id.
  public let digitCount: Int

  /// Finds the shortest length at which no two of the ids are alike.
  ///
  /// - Complexity: O(*n* log *n*) in the ids.
  public init(of ids: some Sequence<NoteID>) {
    self.init(bits: ids.map(\.rawValue))
  }

  /// Finds the shortest length at which no two of the versions are alike.
  ///
  /// - Complexity: O(*n* log *n*) in the versions.
  public init(ofVersions versions: some Sequence<VersionID>) {
    self.init(bits: versions.map(\.rawValue))
  }

  /// Finds the shortest length at which no two of the devices are alike.
  ///
  /// - Complexity: O(*n* log *n*) in the devices.
  public init(ofDevices devices: some Sequence<DeviceID>) {
    self.init(bits: devices.map(\.rawValue))
  }

  private init(bits: [UInt128]) {
    let sorted = bits.sorted()
    digitCount = zip(sorted, sorted.dropFirst()).reduce(Self.fewestDigits) { most, pair in
      let alike = (pair.0 ^ pair.1).leadingZeroBitCount / 4
      return min(max(most, alike + 1), NoteID.digitCount)
    }
  }

  /// The first digits of an id.
  public func short(_ id: NoteID) -> String {
    String(id.description.prefix(digitCount))
  }

  /// The first digits of a device's id.
  public func short(_ device: DeviceID) -> String {
    String(device.description.prefix(digitCount))
  }

  /// The first digits of a version's id.
  public func short(_ version: VersionID) -> String {
    String(version.description.prefix(digitCount))
  }
}
