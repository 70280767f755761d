// SPDX-License-Identifier: MIT

import BinaryCoding

extension Sequence {
  /// The elements, sorted by the encoded bytes of their keys. Used for elements that have no other
  /// order common to all devices, such as items with equal, forged stamps.
  func sortedByPlainBytes(of key: (Element) -> some PlainValue) -> [Element] {
    let written = map { element in
      var writer = ByteWriter()
      writer.writePlain(key(element))
      return (element: element, bytes: writer.bytes)
    }
    return written.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map { $0.element }
  }
}
