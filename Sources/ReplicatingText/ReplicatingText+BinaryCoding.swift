// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

/// Written as FORMAT.md says under "Text". For the own device the text as it stands is written
/// too, which need not be made from the history when it is loaded.
extension ReplicatingText: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 1, name: "a text")

  public func encode(to writer: inout ByteWriter) {
    let extract = storage.log.wholeExtract
    Delta(extract, from: storage.inserted).encode(to: &writer)
    guard writer.party == .ownDevice else { return }
    storage.log.encodeJoinLengths(of: extract, to: &writer)
    writer.writePrefixed(storage.rope.utf8(0..<storage.rope.measure.scalars))
    storage.log.encodeTracker(of: extract.batch, to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let history = try SavedHistory(from: &reader)
    let utf8 = try reader.readUTF8()
    let inserted = InsertedText(utf8, gaps: ElementGaps(history.dropped?.ranges ?? []))
    guard inserted.count == history.elementCount else {
      throw reader.corrupt("a text of another length than its edits")
    }
    guard reader.party == .ownDevice else {
      guard let storage = TextStorage(history, inserted: inserted, utf8: utf8) else {
        throw reader.corrupt("text that is dropped though it is not deleted, or the other way")
      }
      self.init(storage)
      return
    }
    let log = try history.log(readingJoinLengthsFrom: &reader)
    self.init(TextStorage(log, inserted: inserted, shown: try reader.readUTF8()))
    guard log.canShow(storage.rope.measure.scalars) else {
      throw reader.corrupt("a text of another length than its history makes")
    }
    // Formats before 4 had none.
    if reader.format > 3 { try storage.readTracker(from: &reader) }
  }
}
