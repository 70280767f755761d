// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// Written as FORMAT.md says under "Sequence": an event batch, then the
/// elements it inserts.
extension ElementSequence.Delta {
  func encode(to writer: inout ByteWriter, element: (Element, inout ByteWriter) -> Void) {
    batch.encode(to: &writer)
    for value in elements { element(value, &writer) }
  }

  init(
    from reader: inout ByteReader,
    element: (inout ByteReader) throws(DecodingFailure) -> Element
  ) throws(DecodingFailure) {
    batch = try EventBatch(from: &reader)
    var elements: [Element] = []
    for _ in 0..<batch.elementCount { elements.append(try element(&reader)) }
    self.elements = elements
  }
}

extension ElementSequence {
  /// Makes a sequence from its whole history.
  init(
    from reader: inout ByteReader,
    element: (inout ByteReader) throws(DecodingFailure) -> Element
  ) throws(DecodingFailure) {
    let history = try Delta(from: &reader, element: element)
    self.init()
    do throws(MissingHistory) {
      try integrate(history)
    } catch {
      throw reader.corrupt("a sequence without its beginning")
    }
  }
}
