// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// Written as FORMAT.md says under "Array": an event batch, then the elements that the batch
/// inserts and does not drop.
extension ElementSequence.Delta {
  func encode(to writer: inout ByteWriter, element: (Element, inout ByteWriter) -> Void) {
    batch.encode(to: &writer)
    for value in elements { element(value, &writer) }
  }

  init(
    from reader: inout ByteReader,
    element: (inout ByteReader) throws(DecodingFailure) -> Element
  ) throws(DecodingFailure) {
    batch = try EventBatch(droppingFrom: &reader)
    var elements: [Element] = []
    let kept = batch.elementCount - (batch.dropped?.count ?? 0)
    for _ in 0..<kept { elements.append(try element(&reader)) }
    self.elements = elements
  }
}

extension ElementSequence {
  /// Reads a whole history and makes a sequence from it.
  static func read(
    from reader: inout ByteReader,
    element: (inout ByteReader) throws(DecodingFailure) -> Element
  ) throws(DecodingFailure) -> ElementSequence {
    let history = try Delta(from: &reader, element: element)
    var sequence = ElementSequence()
    do throws(MissingHistory) {
      try sequence.integrate(history)
    } catch {
      throw reader.corrupt("a sequence without its beginning")
    }
    return sequence
  }
}
