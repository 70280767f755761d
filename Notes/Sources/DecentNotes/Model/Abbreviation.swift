// SPDX-License-Identifier: MIT

import DecentSync

/// The number of digits that tells some ids apart: ids of notes, of versions or of devices.
public struct Abbreviation: Hashable, Sendable {
  /// The minimum number of digits shown.
  public static let fewestDigits = 8

  /// The number of digits shown of every id.
  public let digitCount: Int

  /// Finds the least number of digits, but at least `fewestDigits`, that tells the ids apart.
  ///
  /// - Complexity: O(*n* log *n*) in the ids.
  public init(of ids: some Sequence<NoteID>) {
    self.init(bits: ids.map(\.rawValue))
  }

  /// Finds the least number of digits, but at least `fewestDigits`, that tells the versions apart.
  ///
  /// - Complexity: O(*n* log *n*) in the versions.
  public init(ofVersions versions: some Sequence<VersionID>) {
    self.init(bits: versions.map(\.rawValue))
  }

  /// Finds the least number of digits, but at least `fewestDigits`, that tells the devices apart.
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
