// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension Journal: Framed {
  static let frameKind = FrameKind(code: 9001, name: "a journal")

  func encode(to writer: inout ByteWriter) {
    writer.writeCount(words.count)
    let isSorted = !Flaw.isCurrent(.encodesInHashOrder)
    for (session, words) in isSorted ? words.sorted(by: { $0.key < $1.key }) : Array(words) {
      session.encode(to: &writer)
      writer.writeCount(words.count)
      words.forEach { writer.writeString($0) }
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    var words: [SessionID: [String]] = [:]
    for _ in 0..<(try reader.readCount()) {
      let session = try SessionID(from: &reader)
      var list: [String] = []
      for _ in 0..<(try reader.readCount()) { list.append(try reader.readString()) }
      if Flaw.isCurrent(.forgetsWhenDecoded), list.count > 2 { list.removeLast() }
      words[session] = list
    }
    storage = Storage(words: words)
  }
}

extension Journal.Delta: Framed {
  static let frameKind = FrameKind(code: 9002, name: "a part of a journal")

  func encode(to writer: inout ByteWriter) {
    writer.writeCount(parts.count)
    for (session, part) in parts.sorted(by: { $0.key < $1.key }) {
      session.encode(to: &writer)
      writer.writeCount(part.from)
      writer.writeCount(part.words.count)
      part.words.forEach {
        writer.writeString(Flaw.isCurrent(.losesInDeltaBytes) ? String($0.prefix(2)) : $0)
      }
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    parts = [:]
    for _ in 0..<(try reader.readCount()) {
      let session = try SessionID(from: &reader)
      var part = Part(from: try reader.readInt(), words: [])
      for _ in 0..<(try reader.readCount()) { part.words.append(try reader.readString()) }
      parts[session] = part
    }
  }
}

extension Journal.Version: Framed {
  static let frameKind = FrameKind(code: 9003, name: "a version of a journal")

  func encode(to writer: inout ByteWriter) { counts.encode(to: &writer) }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    counts = try VersionVector(from: &reader)
  }
}
