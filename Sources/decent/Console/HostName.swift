// SPDX-License-Identifier: MIT

import Foundation

/// The name of this computer.
enum HostName {
  /// The name without a domain; nil if the computer has none.
  static var short: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = String(
      decoding: bytes.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }.map(
        UInt8.init(bitPattern:)),
      as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}
