// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The id of a device that syncs: 128 random bits, written as 32 hexadecimal digits.
///
/// A device that finds a clone of itself takes a new id.
public struct DeviceID: Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt128

  /// Makes an id from its bits.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// Makes a new id from the random bits of an environment.
  init(from environment: ReplicationEnvironment) {
    rawValue = UInt128(environment.randomBits()) << 64 | UInt128(environment.randomBits())
  }

  /// The mark of edits made on the device.
  public var mark: DeviceMark { DeviceMark(of: rawValue) }

  /// Reads the text of a ``description``; nil for any other text.
  public init?(_ text: some StringProtocol) {
    let isSound = text.utf8.count == Self.digitCount && text.utf8.allSatisfy(Self.isDigit)
    guard isSound, let bits = UInt128(text, radix: 16) else { return nil }
    rawValue = bits
  }

  private static let digitCount = 32

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}

extension DeviceID: Comparable {
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension DeviceID: CustomStringConvertible {
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: Self.digitCount - digits.count) + digits
  }
}

extension DeviceID: BinaryCodable {
  public func encode(to writer: inout ByteWriter) {
    writer.writeIdentifier(rawValue)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    rawValue = try reader.readIdentifier()
  }
}
