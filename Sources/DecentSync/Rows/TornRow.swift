// SPDX-License-Identifier: MIT

import BinaryCoding

/// The claims of an object that count no longer: its name was given up after a torn upload, or
/// another device calls it unreadable.
struct TornRow: SyncRow, Hashable {
  struct Promise: Hashable {
    var document: DocumentID
    var base: [UInt8]
    var to: [UInt8]
  }

  var reference: SegmentReference
  var level: Int
  var promises: [Promise]

  init(reference: SegmentReference, level: Int, promises: [Promise]) {
    self.reference = reference
    self.level = level
    self.promises = promises
  }

  func encode(to writer: inout ByteWriter) {
    writer.write(reference)
    writer.writeCount(level)
    writer.writeCount(promises.count)
    for promise in promises {
      promise.document.encode(to: &writer)
      writer.writePrefixed(promise.base)
      writer.writePrefixed(promise.to)
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    reference = try reader.readReference()
    level = try reader.readInt()
    promises = []
    for _ in 0..<(try reader.readCount(itemSize: 4)) {
      let document = try DocumentID(from: &reader)
      let base = try reader.readPrefixed()
      promises.append(Promise(document: document, base: base, to: try reader.readPrefixed()))
    }
  }
}
