// SPDX-License-Identifier: MIT

/// The device on which edits were made, as the ids of their runs tell it: 24 bits.
///
/// A mark alone does not name a device. An app that keeps a list of devices can look up the mark of
/// a run there. A mark is no proof: any program can write the mark of another device. Among fifty
/// devices, two have the same mark with a chance of 1 in 14,000.
///
/// The runs of an environment without a mark have random bits in its place.
public struct DeviceMark: Hashable, Sendable {
  static let bitCount = 24

  /// The bits, below 2^24.
  public let rawValue: UInt32

  /// Makes the mark of a device.
  ///
  /// - Parameter device: An id of which the lowest 24 bits differ from device to device, as those of
  ///   a random id do. The other bits are not used.
  public init(of device: UInt128) {
    rawValue = UInt32(truncatingIfNeeded: device) & (1 << Self.bitCount - 1)
  }
}
