// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

extension ReplicatingText {
  /// Edits of a text on their way to other copies of it.
  public struct Delta: Equatable, Sendable {
    private(set) var batch: EventBatch
    /// What the batch's base shows and its inserts typed, one after the other, without what was
    /// dropped.
    let utf8: [UInt8]

    init(_ extract: SequenceLog.Extract, from inserted: borrowing InsertedText) {
      batch = extract.batch
      utf8 = extract.elements.reduce(into: []) { utf8, elements in
        inserted.forEachPiece(keptOf: elements) { utf8 += $0 }
      }
      guard batch.dropped != nil else { return }
      batch.dropped?.ranges = inserted.gaps.picked(extract.elements).ranges
    }

    /// Which of the batch's elements have no text.
    var gaps: ElementGaps { ElementGaps(batch.dropped?.ranges ?? []) }
  }
}

/// Written as FORMAT.md says under "Text".
extension ReplicatingText.Delta: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 3, name: "a change of a text")

  public func encode(to writer: inout ByteWriter) {
    batch.encode(to: &writer)
    writer.writePrefixed(utf8)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    batch = try EventBatch(droppingFrom: &reader)
    utf8 = Array(try reader.readUTF8())
    let all = (batch.base?.elementCount ?? 0) + batch.elementCount
    let kept = all - (batch.dropped?.count ?? 0)
    guard TextMeasure(of: utf8).scalars == kept else {
      throw reader.corrupt("a text of another length than its edits")
    }
  }
}
