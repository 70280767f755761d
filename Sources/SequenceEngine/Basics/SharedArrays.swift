// SPDX-License-Identifier: MIT

extension ContiguousArray {
  /// Whether two arrays have their elements in the same memory: none was changed since one was copied.
  package func isShared(with other: ContiguousArray) -> Bool {
    withUnsafeBufferPointer { mine in
      other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }
}
