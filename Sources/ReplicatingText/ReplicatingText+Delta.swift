// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

extension ReplicatingText {
  /// Edits of a text on their way to other copies of the text.
  public struct Delta: Equatable, Sendable {
    private let events: DeltaEvents
    /// The text of the inserts, in order, without dropped text.
    let utf8: [UInt8]

    init(_ extract: SequenceLog.Extract, from inserted: borrowing InsertedText) {
      let unpacked = TextBatch(extract, from: inserted)
      events = .batch(unpacked.batch)
      utf8 = unpacked.utf8
    }

    /// - Complexity: O(1), or O(*n*) for *n* runs if the delta was read as a whole history.
    var batch: EventBatch { events.batch }

    /// The history, if the delta is a whole history without dropped text.
    var history: SavedHistory? { events.history }

    /// The edits in the form for merging.
    var unpacked: TextBatch { TextBatch(batch, utf8) }

    public static func == (left: Delta, right: Delta) -> Bool {
      left.utf8 == right.utf8 && left.batch == right.batch
    }
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
    events = try DeltaEvents(from: &reader)
    utf8 = Array(try reader.readUTF8())
    guard TextMeasure(of: utf8).scalars == events.keptElementCount else {
      throw reader.corrupt("a text of another length than its edits")
    }
  }
}
