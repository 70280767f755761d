// SPDX-License-Identifier: MIT

import Foundation

/// The name of this device, as other devices see it.
enum DeviceName {
  /// The value of `DECENT_DEVICE`, or the name of this computer if that variable is unset or empty.
  static func current(_ console: Console) -> String? {
    console.variable("DECENT_DEVICE") ?? hostName
  }

  /// The name of this computer without a domain; nil if the computer has no name.
  static var hostName: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = String(
      decoding: bytes.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }.map(
        UInt8.init(bitPattern:)),
      as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}
