// SPDX-License-Identifier: MIT

/// The bytes of an argument.
package func array(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
  Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
}

/// The string of an argument.
package func string(_ utf8: UnsafePointer<UInt8>?, _ count: Int32) -> String {
  String(decoding: UnsafeBufferPointer(start: utf8, count: Int(count)), as: UTF8.self)
}
