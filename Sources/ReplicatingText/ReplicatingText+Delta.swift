// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

extension ReplicatingText {
  /// Edits of a text on their way to other copies of it.
  public struct Delta: Equatable, Sendable {
    let batch: EventBatch
    /// What the batch's inserts typed, one after the other.
    let utf8: [UInt8]

    init(_ extract: SequenceLog.Extract, from inserted: InsertedText) {
      batch = extract.batch
      utf8 = extract.elements.reduce(into: []) { utf8, elements in
        inserted.forEachPiece(of: elements) { utf8 += $0 }
      }
    }
  }
}

/// Written as FORMAT.md says under "Text".
extension ReplicatingText.Delta: Framed {
  public static let frameKind = FrameKind(code: 3, name: "a change of a text")

  public func encode(to writer: inout ByteWriter) {
    batch.encode(to: &writer)
    writer.writePrefixed(utf8)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    batch = try EventBatch(from: &reader)
    let string = try reader.readString()
    utf8 = Array(string.utf8)
    guard string.unicodeScalars.count == batch.elementCount else {
      throw reader.corrupt("a text of another length than its edits")
    }
  }
}

extension ReplicatingText: Framed {
  public static let frameKind = FrameKind(code: 1, name: "a text")

  public func encode(to writer: inout ByteWriter) {
    storage.log.dropTracker()
    Delta(storage.log.wholeExtract, from: storage.inserted).encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let history = try Delta(from: &reader)
    self.init()
    do throws(MissingHistory) {
      try storage.integrate(history)
    } catch {
      throw reader.corrupt("a text without its beginning")
    }
  }

  /// The canonical, versioned and checksummed bytes of this text and its
  /// history.
  ///
  /// - Complexity: O(*n*) in the history.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    encode(to: &writer)
    return Frame.seal(writer, as: Self.frameKind)
  }
}
