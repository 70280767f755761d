// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written as FORMAT.md says under "Dictionary".
extension DictionaryEntry: CodableKeyedPart, SinglyCodedPart where Value: PlainValue {
  @usableFromInline
  func encode(to writer: inout ByteWriter, by rules: ValueRules<Value>) {
    DictionaryPart(self).encode(to: &writer, by: rules)
  }

  @usableFromInline
  init(from reader: inout ByteReader, by rules: ValueRules<Value>) throws(DecodingFailure) {
    self = try DictionaryPart(from: &reader, by: rules).entry
    guard rules.replicating == nil || value != nil else {
      throw reader.corrupt("a key without its value")
    }
  }
}

extension DictionaryPart: CodableKeyedPart, SinglyCodedPart where Value: PlainValue {
  @usableFromInline
  func encode(to writer: inout ByteWriter, by rules: ValueRules<Value>) {
    let header = DictionaryHeader(entry, hasNews: news != nil)
    header.encode(to: &writer)
    if let value = entry.value {
      rules.write(KeptValue(value, bytes: entry.keptBytes), to: &writer)
    }
    if let news { writer.writePrefixed { rules.persistent?.writeDelta(news, to: &$0) } }
  }

  @usableFromInline
  init(from reader: inout ByteReader, by rules: ValueRules<Value>) throws(DecodingFailure) {
    let header = try DictionaryHeader(from: &reader)
    let value = header.flags.contains(.hasValue) ? try rules.read(from: &reader) : nil
    let entry = header.entry(value)
    guard rules.replicating != nil || entry.isPlain else {
      throw reader.corrupt("a plain value with a history")
    }
    guard header.flags.contains(.hasNews) else {
      self.init(entry)
      return
    }
    guard let rules = rules.persistent, value == nil else {
      throw reader.corrupt("news of a value that has none")
    }
    var part = try reader.readPart()
    self.init(entry, news: try rules.readDelta(from: &part))
    try part.expectEnd()
  }
}

extension DictionaryEntry {
  /// Whether this entry is valid for a plain value.
  fileprivate var isPlain: Bool {
    incarnation == 0 && otherEdits.isEmpty && isPresent == (value != nil)
  }
}

extension ValueRules where Value: PlainValue {
  fileprivate func write(_ value: KeptValue<Value>, to writer: inout ByteWriter) {
    guard let persistent else { return value.encode(to: &writer) }
    writer.writePrefixed { persistent.write(value.value, to: &$0) }
  }

  /// Bytes are kept only for plain values: a merge of replicating values would have to understand
  /// kept bytes.
  fileprivate func read(
    from reader: inout ByteReader
  ) throws(DecodingFailure) -> KeptValue<Value> {
    guard replicating != nil else { return try KeptValue(from: &reader) }
    guard let persistent else { return KeptValue(try reader.readWholePlain()) }
    var part = try reader.readPart()
    let value = try persistent.read(from: &part)
    try part.expectEnd()
    return KeptValue(value)
  }
}
