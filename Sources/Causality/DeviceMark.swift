// SPDX-License-Identifier: MIT

/// A tag of 24 bits for the device that made edits. The ids of the device's runs contain it.
///
/// A mark alone does not identify a device. An app with a list of devices can look up the mark of a
/// run in it. A mark is no proof: any program can write the mark of another device. Among fifty
/// devices, two have the same mark with a chance of 1 in 14,000.
///
/// The runs of an environment without a mark have random bits in its place.
public struct DeviceMark: Hashable, Sendable {
  static let bitCount = 24

  /// The bits, below 2^24.
  public let rawValue: UInt32

  /// Makes the mark of a device.
  ///
  /// - Parameter device: An id of the device, for example a random one. Only its lowest 24 bits are
  ///   used. They should differ between devices.
  public init(of device: UInt128) {
    rawValue = UInt32(truncatingIfNeeded: device) & (1 << Self.bitCount - 1)
  }
}
