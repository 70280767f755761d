// SPDX-License-Identifier: MIT

extension ByteReader {
  /// Passes over a plain value and checks all its bytes: lengths, forms, key order, UTF-8, nesting.
  ///
  /// The scan does not recurse, so deeply nested hostile bytes take no stack.
  ///
  /// - Complexity: O(*n*) for a value of *n* bytes.
  mutating func scanPlain() throws(DecodingFailure) {
    var open: [OpenPart] = []
    repeat {
      if let part = open.last, part.isMap { try scanKey(in: &open[open.count - 1]) }
      let start = self
      let tag = try readPlainTag()
      if tag == .array || tag == .map {
        guard open.count < PlainTag.nestingLimit else {
          throw start.corrupt("a value nested deeper than \(PlainTag.nestingLimit) levels")
        }
        if !open.isEmpty { open[open.count - 1].holdsOnlyBytes = false }
        let count = try readCount()
        open.append(OpenPart(end: offset + count, isMap: tag == .map, isEmpty: count == 0))
      } else {
        let isByte = try scanLeaf(tag)
        if !open.isEmpty && !isByte { open[open.count - 1].holdsOnlyBytes = false }
      }
      try close(&open)
    } while !open.isEmpty
  }

  /// Passes over a value that ``scanPlain()`` has checked, without a second check.
  mutating func skipPlain() throws(DecodingFailure) {
    let tag = try readPlainTag()
    switch tag {
    case .array, .map, .string, .bytes: _ = try readSlice(count: readCount())
    default: _ = try scanLeaf(tag)
    }
  }

  /// Closes the arrays and maps that end here.
  private func close(_ open: inout [OpenPart]) throws(DecodingFailure) {
    while let part = open.last, offset >= part.end {
      guard offset == part.end else { throw corrupt("a part that goes beyond its whole") }
      guard part.isMap || part.isEmpty || !part.holdsOnlyBytes else {
        throw corrupt("an array of bytes not in its own form")
      }
      open.removeLast()
    }
  }

  private mutating func scanKey(in part: inout OpenPart) throws(DecodingFailure) {
    let start = self
    let key = try readText()
    if let last = part.lastKey, !last.lexicographicallyPrecedes(key) {
      throw start.corrupt("keys that do not ascend")
    }
    part.lastKey = key
  }

  /// Passes over the bytes after the tag of a value without parts.
  ///
  /// - Returns: Whether the value is a whole number from 0 to 255.
  private mutating func scanLeaf(_ tag: PlainTag) throws(DecodingFailure) -> Bool {
    switch tag {
    case .none, .isFalse, .isTrue: break
    case .positive, .negative, .longPositive, .longNegative: return try skipPlainInteger(tag)
    case .binary32, .binary64: _ = try readPlainFloat(tag)
    case .string: _ = try readText()
    case .array, .map, .bytes:
      let start = self
      guard try !readSlice(count: readCount()).isEmpty else {
        throw start.corrupt("an empty array not in its own form")
      }
    }
    return false
  }

  /// Passes over a string and returns its UTF-8.
  private mutating func readText() throws(DecodingFailure) -> ArraySlice<UInt8> {
    let start = self
    let text = try readSlice(count: readCount())
    guard UTF8Check.passes(text) else {
      throw start.corrupt("text that is not UTF-8")
    }
    return text
  }
}

/// An array or a map whose end the scan has not reached.
private struct OpenPart {
  let end: Int
  let isMap: Bool
  let isEmpty: Bool
  var holdsOnlyBytes = true
  var lastKey: ArraySlice<UInt8>?

  init(end: Int, isMap: Bool, isEmpty: Bool) {
    self.end = end
    self.isMap = isMap
    self.isEmpty = isEmpty
  }
}
