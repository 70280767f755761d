// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

@testable import ReplicatingTypes

/// A model that was saved in a fixed order, and got another field since.
private struct Task: ReplicatingModel {
  var tags = ReplicatingSet<String>()
  var text = ReplicatingText()
  var title = ReplicatingRegister(default: "none")

  static let kind = "com.example.task"
  static let fields = FieldList(("tags", \Task.tags), ("text", \.text), ("title", \.title))
  static let former = FormerFields(code: 1000, keys: ["title", "text"])
}

/// A model that never was.
private struct NewTask: ReplicatingModel {
  var title = ReplicatingRegister(default: "")

  static let kind = "com.example.new-task"
  static let fields = FieldList(("title", \NewTask.title))
}

/// A model that forgot one of its former fields.
private struct Forgetful: ReplicatingModel {
  var title = ReplicatingRegister(default: "")

  static let kind = "com.example.task"
  static let fields = FieldList(("title", \Forgetful.title))
  static let former = FormerFields(code: 1000, keys: ["title", "text"])
}

@Suite struct FormerFieldsTests {
  private let title = ReplicatingRegister("Trip")
  private let text: ReplicatingText = "We leave."

  /// Writes parts as formats before 5 did, and reads them.
  private func read<Value: BinaryCodable>(
    as type: Value.Type = Value.self, format: UInt64 = 3,
    _ parts: ((inout ByteWriter) -> Void)...
  ) throws(DecodingFailure) -> Value {
    var writer = ByteWriter()
    writer.writeCount(parts.count)
    for part in parts { writer.writePrefixed(part) }
    var reader = ByteReader(
      writer.bytes, in: 0..<writer.bytes.count, identifiers: writer.identifiers, format: format)
    let value = try Value(from: &reader)
    try reader.expectEnd()
    return value
  }

  @Test func aFormerValueIsRead() throws {
    for format in 1...4 as ClosedRange<UInt64> {
      let task: Task = try read(format: format, { title.encode(to: &$0) })
      #expect(task.title == title)
      #expect(try Task(encoded: task.encoded()) == task)
    }
    let task: Task = try read({ title.encode(to: &$0) }, { text.encode(to: &$0) })
    #expect(task.title == title && task.text == text && task.tags.isEmpty)
  }

  /// As a value of a dictionary, whose other bytes are those of now.
  @Test func aFormerValueWithinAnotherIsRead() throws {
    struct Padded: ReplicatingModel {
      var title = ReplicatingRegister(default: "")
      static let kind = "com.example.padded"
      static let fields = FieldList(("title", \Padded.title))
      // Empty parts make the former value as long as the one of now.
      static let former = FormerFields(code: 1000, keys: Array(repeating: "title", count: 8))
    }
    // One author, so that the title has the same bytes by itself and within.
    let environment = ReplicationEnvironment(
      milliseconds: { 1_700_000_000_000 }, random: { .random(in: 0 ... .max) })
    let (padded, now) = environment.run {
      var padded = Padded()
      padded.title = ReplicatingRegister("Trip")
      return (padded, ["a": padded] as ReplicatingDictionary)
    }
    var (whole, keyed, former) = (ByteWriter(), ByteWriter(), ByteWriter())
    now.encode(to: &whole)
    padded.encode(to: &keyed)
    former.writeCount(8)
    former.writePrefixed { padded.title.encode(to: &$0) }
    for _ in 1..<8 { former.writePrefixed([]) }
    let bytes = try #require(Self.replacing(keyed.bytes, by: former.bytes, in: whole.bytes))
    var reader = ByteReader(bytes, in: 0..<bytes.count, identifiers: whole.identifiers, format: 3)
    let then = try ReplicatingDictionary<String, Padded>(from: &reader)
    #expect(then == now)
  }

  private static func replacing(
    _ part: [UInt8], by other: [UInt8], in bytes: [UInt8]
  ) -> [UInt8]? {
    let places = bytes.indices.filter { bytes[$0...].starts(with: part) }
    guard places.count == 1, let place = places.first else { return nil }
    return Array(bytes[..<place]) + other + Array(bytes[(place + part.count)...])
  }

  /// As it was before the text was added to the model.
  @Test func missingFieldsKeepTheirDefaults() throws {
    let task: Task = try read({ title.encode(to: &$0) })
    #expect(task.title == title)
    #expect(task.text.isEmpty)
    let unset: Task = try read({ ReplicatingRegister(default: "?").encode(to: &$0) })
    #expect(unset.title.value == "none")
  }

  @Test func aFormerVersionAndDeltaAreRead() throws {
    var task = Task()
    task.merge(try read({ title.encode(to: &$0) }))
    task.text.merge(text)
    let version: Task.Version = try read(
      { title.version.encode(to: &$0) }, { text.version.encode(to: &$0) })
    #expect(version == task.version)
    let whole = try #require(text.delta(since: ReplicatingText.Version()))
    let delta: Task.Delta = try read({ _ in }, { whole.encode(to: &$0) })
    var other = Task()
    try other.merge(delta: delta)
    #expect(other.text == text && other.title.value == "none")
  }

  @Test func moreFieldsThanWereEverSavedSoAreNewer() {
    let failure = DecodingFailure.newerModel(name: "com.example.task", fields: 3, known: 2)
    #expect(throws: failure) {
      try read(as: Task.self, { title.encode(to: &$0) }, { _ in }, { _ in })
    }
  }

  @Test func aModelWithoutAFormerFormHasNone() {
    #expect(throws: DecodingFailure.self) { try read(as: NewTask.self, { title.encode(to: &$0) }) }
  }

  @Test func theFrameKeepsItsNumber() throws {
    #expect(Task.frameKind == FrameKind(code: 1000, name: "com.example.task"))
    #expect(NewTask.frameKind.code >= 1 << 62)
    #expect(throws: DecodingFailure.foreign(expected: "com.example.new-task")) {
      try NewTask(encoded: Task().encoded())
    }
  }

  @Test func aFormerFieldThatTheListLacksIsNamed() {
    #expect(
      Forgetful().listingFault == """
        Forgetful lists no field "text", which its former fields name, so what was saved of it \
        would be lost: list the field
        """)
  }
}
