// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

/// Written as FORMAT.md says under "Text". Bytes for the device itself (`ownDevice`) also hold the
/// shown text, so that loading does not replay the history.
extension ReplicatingText: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 1, name: "a text")

  public func encode(to writer: inout ByteWriter) {
    let extract = storage.log.wholeExtract
    let late = writer.party == .ownDevice ? SequenceLog.lateChains(of: extract) : 0
    if writer.party == .ownDevice { writer.writeCount(late) }
    Delta(extract, from: storage.inserted).encode(to: &writer)
    guard writer.party == .ownDevice else { return }
    storage.log.encodeLengths(of: extract, late: late, to: &writer)
    writer.writePrefixed(storage.rope.utf8(0..<storage.rope.measure.scalars))
    storage.log.encodeTracker(of: extract.batch, to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let isOwn = reader.party == .ownDevice
    let late = isOwn ? try reader.readInt() : 0
    let history = try SavedHistory(from: &reader, lateChains: late)
    let utf8 = try reader.readUTF8()
    let inserted = InsertedText(utf8, gaps: ElementGaps(history.dropped?.ranges ?? []))
    guard inserted.count == history.elementCount else {
      throw reader.corrupt("a text of another length than its edits")
    }
    guard isOwn else {
      guard let storage = TextStorage(history, inserted: inserted, utf8: utf8) else {
        throw reader.corrupt("text that is dropped though it is not deleted, or the other way")
      }
      self.init(storage)
      #if !hasFeature(Embedded)
        storage.origin = .read
      #endif
      return
    }
    let log = try history.log(readingLengthsFrom: &reader)
    self.init(TextStorage(log, inserted: inserted, shown: try reader.readUTF8()))
    #if !hasFeature(Embedded)
      storage.origin = .read
    #endif
    guard log.canShow(storage.rope.measure.scalars) else {
      throw reader.corrupt("a text of another length than its history makes")
    }
    try storage.readTracker(from: &reader)
  }
}

#if !hasFeature(Embedded)
  extension ReplicatingText: FrameCodable {}
#endif
