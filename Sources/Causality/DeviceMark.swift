// SPDX-License-Identifier: MIT

/// A tag of 24 bits for the device that made edits. The ids of the device's runs contain the tag.
///
/// A mark alone does not identify a device. An app with a list of devices can search the list for
/// the mark of a run. A mark is no proof: any program can write the mark of another device. Among
/// fifty devices, two have the same mark with a chance of 1 in 14,000.
///
/// The ids of runs without a mark have random bits in place of the mark.
public struct DeviceMark: Hashable, Sendable {
  static let bitCount = 24

  /// The bits, below 2^24.
  public let rawValue: UInt32

  /// Makes the mark of a device.
  ///
  /// - Parameter device: An id of the device, for example a random one. Only the lowest 24 bits of
  ///   the id are used, so these bits should differ between devices.
  public init(of device: UInt128) {
    rawValue = UInt32(truncatingIfNeeded: device) & (1 << Self.bitCount - 1)
  }
}
