// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

/// Written as FORMAT.md says under "Text".
extension ReplicatingText: Framed {
  public static let frameKind = FrameKind(code: 1, name: "a text")

  public func encode(to writer: inout ByteWriter) {
    let extract = storage.log.wholeExtract
    Delta(extract, from: storage.inserted).encode(to: &writer)
    guard writer.party == .ownDevice else { return }
    storage.log.encodeJoinLengths(of: extract.batch, to: &writer)
    writer.writePrefixed(storage.rope.utf8(0..<storage.rope.measure.scalars))
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
  }

  /// The canonical, versioned and checksummed bytes of this text and its
  /// history.
  ///
  /// - Complexity: O(*n*) in the history.
  public func encoded() -> [UInt8] {
    encoded(for: .anyone)
  }

  /// The versioned and checksummed bytes of this text and its history, canonical
  /// or for this device's own storage: with the text as it stands, which need not
  /// be made from the history when it is loaded.
  ///
  /// - Complexity: O(*n*) in the history.
  public func encoded(for party: CodingParty) -> [UInt8] {
    sealed(for: party)
  }
}

extension ReplicatingText.Delta {
  /// The canonical, versioned and checksummed bytes of this delta.
  ///
  /// - Complexity: O(*n*) in the bytes written.
  public func encoded() -> [UInt8] { sealed(for: .anyone) }
}

extension SequenceVersion {
  /// The canonical, versioned and checksummed bytes of this version.
  ///
  /// - Complexity: O(*n*) in the bytes written.
  public func encoded() -> [UInt8] { sealed(for: .anyone) }
}

extension Framed {
  /// The bytes of a value that holds none of the user's own types: nothing in it refuses to be
  /// encoded.
  fileprivate func sealed(for party: CodingParty) -> [UInt8] {
    var writer = ByteWriter(for: party)
    encode(to: &writer)
    return Frame.seal(writer, as: Self.frameKind)
  }
}
