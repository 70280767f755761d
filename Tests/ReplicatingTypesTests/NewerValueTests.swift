// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// A person as the first version of an app knows one.
private struct RecordV1: Codable, Hashable {
  var name = ""
}

/// The same with an optional added, which older apps do not know.
private struct RecordV2: Codable, Hashable {
  var name = ""
  var phone: Int?
}

/// The same in a version that writes what it was not given.
private struct RecordV3: Codable, Hashable {
  var name = ""
  var phone: Int?
  var isFriend = false

  init(name: String = "", phone: Int? = nil) {
    self.name = name
    self.phone = phone
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    phone = try container.decodeIfPresent(Int.self, forKey: .phone)
    isFriend = try container.decodeIfPresent(Bool.self, forKey: .isFriend) ?? false
  }
}

/// A person as some version of the app knows one.
private protocol Record: Codable, Hashable, Sendable {
  static func make(_ random: inout SeededGenerator) -> Self
}

extension RecordV1: Record {
  static func make(_ random: inout SeededGenerator) -> Self {
    Self(name: random.pick(["Ada", "Bo"]))
  }
}

extension RecordV2: Record {
  static func make(_ random: inout SeededGenerator) -> Self {
    Self(name: random.pick(["Ada", "Bo"]), phone: random.below(3))
  }
}

extension RecordV3: Record {
  static func make(_ random: inout SeededGenerator) -> Self {
    Self(name: random.pick(["Ada", "Bo"]), phone: random.below(3))
  }
}

/// A replicating value that holds records, whatever the app's version.
private protocol Holder: PersistentReplicable, Framed, Equatable
where Version: Framed, Delta: Framed {
  init()
  mutating func edit(_ random: inout SeededGenerator)
}

extension ReplicatingRegister: Holder where Value: Record {
  init() {
    var random = SeededGenerator(seed: 0)
    self.init(default: Value.make(&random))
  }

  mutating func edit(_ random: inout SeededGenerator) { value = Value.make(&random) }
}

extension ReplicatingMultiValueRegister: Holder where Value: Record {
  mutating func edit(_ random: inout SeededGenerator) { set(Value.make(&random)) }
}

extension ReplicatingDictionary: Holder where Key == String, Value: Record {
  mutating func edit(_ random: inout SeededGenerator) {
    let key = random.pick(["x", "y"])
    self[key] = random.oneIn(4) ? nil : Value.make(&random)
  }
}

extension ReplicatingOrderedDictionary: Holder where Key == String, Value: Record {
  mutating func edit(_ random: inout SeededGenerator) {
    let key = random.pick(["x", "y"])
    if random.oneIn(3) {
      move(key, to: 0)
    } else {
      self[key] = random.oneIn(4) ? nil : Value.make(&random)
    }
  }
}

/// A replica in some version of the app. What leaves and enters it is bytes.
private protocol AnyReplica: Sendable {
  mutating func edit(_ random: inout SeededGenerator)
  func bytes() throws -> [UInt8]
  func version() throws -> [UInt8]
  func delta(since version: [UInt8]) throws -> [UInt8]?
  mutating func merge(_ bytes: [UInt8]) throws
  mutating func merge(delta: [UInt8]) throws
  mutating func reopen() throws
}

private struct Replica<Value: Holder & Sendable>: AnyReplica {
  var value = Value()

  mutating func edit(_ random: inout SeededGenerator) { value.edit(&random) }
  func bytes() throws -> [UInt8] { try value.encoded() }
  func version() throws -> [UInt8] { try value.version.encoded() }

  func delta(since version: [UInt8]) throws -> [UInt8]? {
    try value.delta(since: Value.Version(encoded: version))?.encoded()
  }

  mutating func merge(_ bytes: [UInt8]) throws {
    let other = try Value(encoded: bytes)
    let (left, right) = (value.merged(with: other), other.merged(with: value))
    #expect(left == right)
    #expect(try left.encoded() == right.encoded())
    #expect(left.merged(with: left) == left)
    value = left
  }

  mutating func merge(delta: [UInt8]) throws { try value.merge(delta: Value.Delta(encoded: delta)) }
  mutating func reopen() throws { value = try Value(encoded: bytes()) }
}

@Suite struct NewerValueTests {
  /// Exchanges values and deltas at random between apps of several versions.
  ///
  /// - Returns: The bytes in which all replicas end.
  private func run(
    _ start: [any AnyReplica], _ random: inout SeededGenerator
  ) throws -> Set<[UInt8]> {
    var replicas = start
    // Edits begin in one state: two defaults are never one edit.
    replicas[start.count - 1].edit(&random)
    for place in replicas.indices { try replicas[place].merge(replicas[start.count - 1].bytes()) }
    for _ in 0..<30 {
      let (one, other) = (random.below(start.count), random.below(start.count))
      switch random.below(5) {
      case 0: replicas[one].edit(&random)
      case 1: try replicas[one].reopen()
      case 2: try replicas[one].merge(replicas[other].bytes())
      default:
        let delta = try replicas[other].delta(since: replicas[one].version())
        if let delta { try replicas[one].merge(delta: delta) }
      }
    }
    for _ in 0..<2 {
      for one in replicas.indices {
        for other in replicas.indices { try replicas[one].merge(replicas[other].bytes()) }
      }
    }
    return Set(try replicas.map { try $0.bytes() })
  }

  private func expectAgreement(_ start: [any AnyReplica]) throws {
    var random = TestRun.generator(seed: 1)
    for schedule in 0..<TestRun.length(100) {
      let ends = try run(start, &random)
      #expect(ends.count == 1, "replicas end in different bytes in schedule \(schedule)")
    }
  }

  @Test func registersOfAnOlderAppKeepWhatItDoesNotKnow() throws {
    try expectAgreement([
      Replica<ReplicatingRegister<RecordV1>>(), Replica<ReplicatingRegister<RecordV3>>(),
      Replica<ReplicatingRegister<RecordV1>>(), Replica<ReplicatingRegister<RecordV2>>(),
    ])
  }

  @Test func multiValueRegistersOfAnOlderAppKeepWhatItDoesNotKnow() throws {
    try expectAgreement([
      Replica<ReplicatingMultiValueRegister<RecordV1>>(),
      Replica<ReplicatingMultiValueRegister<RecordV3>>(),
      Replica<ReplicatingMultiValueRegister<RecordV2>>(),
    ])
  }

  @Test func dictionariesOfAnOlderAppKeepWhatItDoesNotKnow() throws {
    try expectAgreement([
      Replica<ReplicatingDictionary<String, RecordV1>>(),
      Replica<ReplicatingDictionary<String, RecordV3>>(),
      Replica<ReplicatingDictionary<String, RecordV2>>(),
    ])
  }

  @Test func orderedDictionariesOfAnOlderAppKeepWhatItDoesNotKnow() throws {
    try expectAgreement([
      Replica<ReplicatingOrderedDictionary<String, RecordV1>>(),
      Replica<ReplicatingOrderedDictionary<String, RecordV3>>(),
      Replica<ReplicatingOrderedDictionary<String, RecordV2>>(),
    ])
  }

  /// The fault: both deltas were nil, and each side kept its own.
  @Test func aRegisterThatWentThroughAnOlderAppIsTheSame() throws {
    let new = ReplicatingRegister(RecordV2(name: "Ada", phone: 7))
    let old = try ReplicatingRegister<RecordV1>(encoded: new.encoded())
    #expect(old.value.name == "Ada")
    let back = try ReplicatingRegister<RecordV2>(encoded: old.encoded())
    #expect(back == new)
    #expect(new.merged(with: back) == back.merged(with: new))
  }

  /// Set anew, a value is what this version of the app says.
  @Test func settingAValueDropsWhatWasKept() throws {
    let new = ReplicatingRegister(RecordV2(name: "Ada", phone: 7))
    var old = try ReplicatingRegister<RecordV1>(encoded: new.encoded())
    old.value.name = "Bo"
    let back = try ReplicatingRegister<RecordV2>(encoded: old.encoded())
    #expect(new.merged(with: back).value == RecordV2(name: "Bo", phone: nil))
  }

  /// The entry has a new stamp, and its value is the old one.
  @Test func movingAKeyKeepsWhatIsNotKnown() throws {
    let new: ReplicatingOrderedDictionary = [
      "a": RecordV2(name: "Ada", phone: 1), "b": RecordV2(name: "Bo", phone: 2),
    ]
    var old = try ReplicatingOrderedDictionary<String, RecordV1>(encoded: new.encoded())
    old.move("b", to: 0)
    let back = try ReplicatingOrderedDictionary<String, RecordV2>(encoded: old.encoded())
    #expect(back["b"] == RecordV2(name: "Bo", phone: 2))
    #expect(Array(back.keys) == ["b", "a"])
  }

  // MARK: Where a value is known by what it holds

  private let refusal = DecodingFailure.newerValue(type: "RecordV1", part: "phone")

  @Test func elementsWithUnknownPartsAreRefusedAsNewer() throws {
    let record = RecordV2(name: "Ada", phone: 7)
    let set = try ([record] as ReplicatingSet).encoded()
    #expect(throws: refusal) { try ReplicatingSet<RecordV1>(encoded: set) }
    let addOnlySet = try ([record] as ReplicatingAddOnlySet).encoded()
    #expect(throws: refusal) { try ReplicatingAddOnlySet<RecordV1>(encoded: addOnlySet) }
    let orderedSet = try ([record] as ReplicatingOrderedSet).encoded()
    #expect(throws: refusal) { try ReplicatingOrderedSet<RecordV1>(encoded: orderedSet) }
    let array = try ([record] as ReplicatingArray).encoded()
    #expect(throws: refusal) { try ReplicatingArray<RecordV1>(encoded: array) }
    let keys = try ([record: 1] as ReplicatingDictionary).encoded()
    #expect(throws: refusal) { try ReplicatingDictionary<RecordV1, Int>(encoded: keys) }
  }

  /// What a type adds when it writes is not lost.
  @Test func elementsOfAnOlderAppAreRead() throws {
    let old: ReplicatingSet = [RecordV1(name: "Ada"), RecordV1(name: "Bo")]
    let new = try ReplicatingSet<RecordV3>(encoded: old.encoded())
    #expect(new.values == [RecordV3(name: "Ada"), RecordV3(name: "Bo")])
  }

  private struct ScoreV1: Replicable, Codable, Equatable {
    var points = 0
    func merged(with other: Self) -> Self { Self(points: max(points, other.points)) }
  }

  private struct ScoreV2: Replicable, Codable, Equatable {
    var points = 0
    var bonus: Int?
    func merged(with other: Self) -> Self {
      Self(points: max(points, other.points), bonus: max(bonus ?? 0, other.bonus ?? 0))
    }
  }

  @Test func mergingValuesWithUnknownPartsAreRefusedAsNewer() throws {
    let new: ReplicatingDictionary = ["Ada": ScoreV2(points: 1, bonus: 2)]
    let bytes = try new.encoded()
    #expect(throws: DecodingFailure.newerValue(type: "ScoreV1", part: "[\"Ada\"].bonus")) {
      try ReplicatingDictionary<String, ScoreV1>(encoded: bytes)
    }
    #expect(try ReplicatingDictionary<String, ScoreV2>(encoded: bytes) == new)
  }

  // MARK: Cases

  private enum MoodV1: String, Codable { case calm }
  private enum MoodV2: String, Codable { case calm, wild }
  private enum ShapeV1: Codable { case point }
  private enum ShapeV2: Codable { case point, circle(radius: Int) }

  private struct FaceV1: Codable {
    var mood = MoodV1.calm
    var shape: [ShapeV1] = []
  }

  private struct FaceV2: Codable {
    var mood = MoodV2.calm
    var shape: [ShapeV2] = []
  }

  @Test func anAddedCaseIsNewerAndNoDamage() throws {
    let wild = try ReplicatingRegister(MoodV2.wild).encoded()
    #expect(throws: DecodingFailure.newerValue(type: "MoodV1", part: "")) {
      try ReplicatingRegister<MoodV1>(encoded: wild)
    }
    let face = try ReplicatingRegister(FaceV2(mood: .wild)).encoded()
    #expect(throws: DecodingFailure.newerValue(type: "MoodV1", part: "mood")) {
      try ReplicatingRegister<FaceV1>(encoded: face)
    }
    let round = try ReplicatingRegister(FaceV2(shape: [.point, .circle(radius: 1)])).encoded()
    #expect(throws: DecodingFailure.newerValue(type: "ShapeV1", part: "shape.1")) {
      try ReplicatingRegister<FaceV1>(encoded: round)
    }
    #expect(
      "\(DecodingFailure.newerValue(type: "MoodV1", part: "mood"))"
        == """
        the data is of a newer version: MoodV1 lacks here what stands at mood; update the software
        """)
  }
}
