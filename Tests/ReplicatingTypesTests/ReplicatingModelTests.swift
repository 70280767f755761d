// SPDX-License-Identifier: MIT

import BinaryCoding
import CAllocations
import Causality
import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// A type of the user's own, which only merges.
struct Best: Replicable, Hashable, Codable, Sendable {
  var points = 0

  func merged(with other: Best) -> Best { Best(points: max(points, other.points)) }
}

/// A model as users write it: a field of each way to travel, and a constant.
private struct Task: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()
  var comments = ReplicatingDictionary<String, ReplicatingText>()
  var best = Best()
  private(set) var id = 0

  init() {}

  init(id: Int) {
    self.id = id
  }

  static let kind = "com.example.task"
  static let fields = FieldList(
    ("title", \Task.title), ("text", \.text), ("tags", \.tags), ("comments", \.comments),
    ("best", \.best), constants: ("id", \.id))
}

/// The same model in another order, with other names of its properties.
private struct RenamedTask: ReplicatingModel {
  var scores = Best()
  var number = 0
  var labels = ReplicatingSet<String>()
  var remarks = ReplicatingDictionary<String, ReplicatingText>()
  var name = ReplicatingRegister(default: "")
  var body = ReplicatingText()

  static let kind = "com.example.task"
  static let fields = FieldList(
    ("best", \RenamedTask.scores), ("tags", \.labels), ("comments", \.remarks), ("title", \.name),
    ("text", \.body), constants: ("id", \.number))
}

/// The same model before most fields were added.
private struct OlderTask: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()

  static let kind = "com.example.task"
  static let fields = FieldList(("title", \OlderTask.title), ("text", \.text))
}

/// A model that uses keys of a task for fields of other types.
private struct Impostor: ReplicatingModel {
  var title = ReplicatingRegister(default: 0)
  var text = ReplicatingSet<String>()

  static let kind = "com.example.task"
  static let fields = FieldList(("title", \Impostor.title), ("text", \.text))
}

@Suite struct ReplicatingModelTests {
  private func subject(
    and furtherEdits: [LawSubject<Task, [String]>.RandomEdit] = []
  ) -> LawSubject<Task, [String]> {
    LawSubject(
      "a model of fields",
      make: { Task(id: 7) },
      edits: [
        { task, random in
          task.title.value = random.pick(["one", "two", "three"])
          return Edit("title \(task.title.value)")
        },
        { task, random in
          let position = random.below(task.text.unicodeScalars.count + 1)
          task.text.unicodeScalars.insert("abc", at: position)
          return Edit("type abc at \(position)")
        },
        { task, random in
          let tag = random.pick(["x", "y", "z"])
          if task.tags.remove(tag) == nil { task.tags.insert(tag) }
          return Edit("toggle \(tag)")
        },
        { task, random in
          let name = random.pick(["Ann", "Bob"])
          task.comments[name, default: ""].append("!")
          return Edit("a comment of \(name)")
        },
        { task, random in
          task.best.points += random.below(3)
          return Edit("best \(task.best.points)")
        },
      ] + furtherEdits,
      observe: {
        [
          $0.title.value, $0.text.string, "\($0.tags)", "\($0.comments)", "\($0.best.points)",
          "\($0.id)",
        ]
      })
  }

  // MARK: Laws

  @Test func laws() throws {
    print(try LawDriver(subject(), seed: 1).run(schedules: 1_000))
  }

  /// Each field drops what was deleted from it; copies that know nothing of that merge as ever.
  @Test func lawsOfModelsThatDropDeletedContents() throws {
    let subject = subject(and: [
      { task, random in
        guard !task.text.isEmpty else { return Edit("delete nothing") }
        let start = random.below(task.text.unicodeScalars.count)
        task.text.unicodeScalars.removeSubrange(start..<(start + 1))
        return Edit("delete at \(start)")
      },
      { task, _ in
        task.dropDeleted()
        return Edit("drop what was deleted", code: "replica.dropDeleted()")
      },
    ])
    print(try LawDriver(subject, seed: 2).run(schedules: 500))
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(),
      edits: [
        "replica.title.value = \"x\"": { $0.title.value = "x" },
        "replica.text.append(\"y\")": { $0.text.append("y") },
        "replica.best.points += 1": { $0.best.points += 1 },
      ])
    // The types of the fields are searched further by themselves.
    print(try search.run(TestRun.scope(edits: 3)))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  /// Constants that disagree are merged in any order alike.
  @Test func lawsOfConstantsThatDisagree() {
    let tasks = [Task(), Task(id: 300), Task(id: 2), Task(id: -1)]
    for one in tasks {
      for other in tasks {
        let merged = one.merged(with: other)
        #expect(merged == other.merged(with: one))
        #expect(merged.version == one.version.merged(with: other.version))
        #expect(one.contains(other.version) == (merged == one))
        for third in tasks {
          #expect(merged.merged(with: third) == one.merged(with: other.merged(with: third)))
        }
      }
    }
  }

  // MARK: Merging

  @Test func differentFieldsEditedAtOnceAreBothRight() {
    var mine = Task()
    mine.title.value = "Trip"
    var yours = mine
    mine.title.value = "Trip to Oslo"
    yours.tags.insert("holiday")
    mine.merge(yours)
    #expect(mine.title.value == "Trip to Oslo")
    #expect(mine.tags.values == ["holiday"])
  }

  @Test func aDeltaHoldsOnlyTheFieldsWithNews() throws {
    var task = Task()
    task.text.append(String(repeating: "long ", count: 1_000))
    let version = task.version
    task.tags.insert("new")
    let delta = try #require(task.delta(since: version))
    #expect(try delta.encoded().count < 200)
    #expect(task.delta(since: task.version) == nil)
  }

  @Test func aPartlyUnknownDeltaChangesNothing() throws {
    var sender = Task()
    sender.text.append("first")
    let version = sender.version
    sender.text.append(" second")
    // Merged before the text, whose key comes later.
    sender.tags.insert("x")
    let delta = try #require(sender.delta(since: version))
    var receiver = Task()
    #expect(throws: MissingHistory.self) { try receiver.merge(delta: delta) }
    #expect(receiver == Task())
  }

  @Test func deletedTextOfFieldsIsDropped() throws {
    var task = Task()
    task.text.append(String(repeating: "secret", count: 20))
    let before = task.version
    task.text.update(to: "")
    var other = task
    let deleted = try task.encoded().count
    task.dropDeleted()
    #expect(try task.encoded().count < deleted)
    let past = try task.text.string(at: before[\.text])
    #expect(past == String(repeating: "\u{fffd}", count: 120))
    let delta = try #require(task.delta(since: other.version))
    try other.merge(delta: delta)
    #expect(other == task)
    task.dropDeleted()
    other.dropDeleted()
    #expect(other == task)
  }

  /// A letter that is merged into a long text takes the memory that it takes in a text by itself:
  /// no field is copied out and back, which would copy what the text shares with the copy.
  @Test(arguments: [true, false]) func mergingALetterCopiesNoText(asDelta: Bool) throws {
    try #require(allocations_are_counted() != 0)
    var task = Task()
    for _ in 0..<1_000 { task.text.unicodeScalars.insert("word ", at: 0) }
    let inText = try bytesOfMerging(task.text, asDelta: asDelta) { $0.append("!") }
    let inModel = try bytesOfMerging(task, asDelta: asDelta) { $0.text.append("!") }
    #expect(inModel < inText + 2_000, "\(inModel) bytes, and \(inText) in a text by itself")
  }

  /// The bytes allocated at one time to merge an edit.
  private func bytesOfMerging<Value: PersistentReplicable & Framed>(
    _ value: Value, asDelta: Bool, edit: (inout Value) -> Void
  ) throws -> Int64 {
    var receiver = try Value(encoded: value.encoded())
    var sender = receiver
    edit(&sender)
    // A first merge makes what later ones share.
    try receiver.merge(delta: #require(sender.delta(since: receiver.version)))
    edit(&sender)
    let delta = try #require(sender.delta(since: receiver.version))
    allocations_begin()
    if asDelta { try receiver.merge(delta: delta) } else { receiver.merge(sender) }
    return allocations_end()
  }

  // MARK: Constants

  @Test func aConstantTravels() throws {
    var task = Task(id: 9)
    #expect(try Task(encoded: task.encoded()).id == 9)
    task.tags.insert("x")
    var other = Task()
    let delta = try #require(task.delta(since: other.version))
    try other.merge(delta: Task.Delta(encoded: delta.encoded()))
    #expect(other == task)
    #expect(task.delta(since: try Task.Version(encoded: other.version.encoded())) == nil)
  }

  @Test func aConstantIsSetOnce() {
    let (unset, one, other) = (Task(), Task(id: 1), Task(id: 2))
    #expect(unset.merged(with: one).id == 1)
    DebugRequirements.unchecked {
      #expect(one.merged(with: other).id == other.merged(with: one).id)
    }
    #expect(unset.disagreement(with: one) == nil)
    #expect(
      one.disagreement(with: other) == "the constant \"id\" is 1 in one copy and 2 in another")
    #expect(!one.sharesHistory(with: Task(id: 1)), "set apart, to one value")
  }

  /// Even if its bytes are greater.
  @Test func aConstantThatWasNeverSetGivesWay() {
    struct Shape: ReplicatingModel {
      var form = "undecided"
      var title = ReplicatingRegister(default: "")
      static let kind = "com.example.shape"
      static let fields = FieldList(("title", \Shape.title), constants: ("form", \.form))
    }
    var circle = Shape()
    circle.form = "circle"
    #expect(circle.merged(with: Shape()).form == "circle")
    #expect(Shape().merged(with: circle).form == "circle")
    #expect(circle.contains(Shape().version) && !Shape().contains(circle.version))
  }

  @Test func theLawKitReportsConstantsThatDisagree() {
    let subject = LawSubject(
      "a task", make: { Task(id: 1) },
      edits: [
        { task, random in
          let id = 2 + random.below(9)
          task = Task(id: id).merged(with: task)
          return Edit("id \(id)")
        }
      ],
      observe: { "\($0.id)" })
    #expect { try LawDriver(subject).run() } throws: {
      let violation = $0 as? LawViolation
      return violation?.law == .fields && violation?.finding.contains("the constant \"id\"") == true
    }
  }

  // MARK: Bytes

  @Test func theOrderOfTheListMeansNothing() throws {
    var task = Task(id: 3)
    task.title.value = "Trip"
    task.text.append("text")
    task.tags.formUnion(["x", "y"])
    task.comments["Ann"] = "Hm."
    task.best.points = 5
    let bytes = try task.encoded()
    let renamed = try RenamedTask(encoded: bytes)
    #expect(renamed.name.value == "Trip")
    #expect(renamed.scores.points == 5)
    #expect(renamed.number == 3)
    #expect(try renamed.encoded() == bytes)
    #expect(try renamed.version.encoded() == task.version.encoded())
    let delta = try #require(task.delta(since: Task.Version()))
    #expect(try renamed.delta(since: RenamedTask.Version())?.encoded() == delta.encoded())
  }

  @Test func aFieldThatNobodyEditedLeavesNoTrace() throws {
    var task = Task()
    task.title.value = "Kept"
    let older = try OlderTask(encoded: task.encoded())
    #expect(older.title.value == "Kept")
    #expect(try older.encoded() == task.encoded())
    #expect(try older.version.encoded() == task.version.encoded())
  }

  @Test func anOlderModelReadsAsDefaults() throws {
    var old = OlderTask()
    old.title.value = "Kept"
    old.text.append("Kept too")
    var task = try Task(encoded: old.encoded())
    #expect(task.title.value == "Kept")
    #expect(task.text.string == "Kept too")
    #expect(task.tags.isEmpty)
    let delta = try #require(old.delta(since: OlderTask().version))
    try task.merge(delta: Task.Delta(encoded: delta.encoded()))
    #expect(task.contains(try Task.Version(encoded: old.version.encoded())))
  }

  @Test func aFieldOfANewerModelIsRefusedByItsKey() throws {
    var task = Task()
    task.tags.insert("would be lost")
    let failure = DecodingFailure.newerField(key: "tags", model: "com.example.task")
    #expect(failure.isNewer)
    #expect(
      "\(failure)" == """
        the data is of a newer version of com.example.task: this version lacks its field "tags"; \
        update the software
        """)
    #expect(throws: failure) { try OlderTask(encoded: task.encoded()) }
    #expect(throws: failure) { try OlderTask.Version(encoded: task.version.encoded()) }
    let delta = try #require(task.delta(since: Task.Version()))
    #expect(throws: failure) { try OlderTask.Delta(encoded: delta.encoded()) }
  }

  @Test func aKeyOfAnotherTypeIsRefusedAndNamed() throws {
    var text = Task()
    text.text.append("text")
    let failure = DecodingFailure.foreignField(
      key: "text", model: "com.example.task", expected: "ReplicatingSet<String>", found: "a text")
    #expect(throws: failure) { try Impostor(encoded: text.encoded()) }
    #expect(throws: failure) { try Impostor.Version(encoded: text.version.encoded()) }
    #expect(
      "\(failure)" == """
        the field "text" of com.example.task is a ReplicatingSet<String> here, and in the data it \
        is a text; update the older of the two apps, or give the newer field a key of its own
        """)
    var title = Task()
    title.title.value = "Trip"
    #expect(
      throws: DecodingFailure.foreignField(
        key: "title", model: "com.example.task", expected: "ReplicatingRegister<Int>",
        found: "not a whole number but text")
    ) { try Impostor(encoded: title.encoded()) }
  }

  @Test func aModelOfAnotherKindIsRefusedByName() throws {
    struct Other: ReplicatingModel {
      var title = ReplicatingRegister(default: "")
      static let kind = "com.example.other"
      static let fields = FieldList(("title", \Other.title))
    }
    #expect(throws: DecodingFailure.foreign(expected: "com.example.other")) {
      try Other(encoded: Task(id: 1).encoded())
    }
  }

  @Test(arguments: [["title", "text"], ["text", "text"]])
  func keysOutOfOrderAreRefused(keys: [String]) {
    var writer = ByteWriter()
    writer.writeCount(keys.count)
    for key in keys {
      let isText = key == "text"
      writer.writeString(key)
      writer.writeVarint(isText ? ReplicatingText.frameKind.code : Titles.frameKind.code)
      writer.writePrefixed {
        if isText { ReplicatingText().encode(to: &$0) } else { Titles("x").encode(to: &$0) }
      }
    }
    let failure = #expect(throws: DecodingFailure.self) {
      var reader = ByteReader(
        writer.bytes, in: 0..<writer.bytes.count, identifiers: writer.identifiers)
      _ = try Task(from: &reader)
    }
    guard case .corrupt("the keys of fields out of order", _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  private typealias Titles = ReplicatingRegister<String>

  /// Whatever bytes say of a register that nobody set: two of them would never agree.
  @Test func aDefaultDoesNotTravel() throws {
    struct Other: ReplicatingModel {
      var title = ReplicatingRegister(default: "another default")
      var text = ReplicatingText()
      static let kind = "com.example.task"
      static let fields = FieldList(("title", \Other.title), ("text", \.text))
    }
    var other = Other()
    other.text.append("text")
    let read = try Task(encoded: other.encoded())
    #expect(read.title.value == "")
    #expect(read.text.string == "text")
    #expect(read.merged(with: Task()) == Task().merged(with: read))
    other.title.value = "set"
    #expect(try Task(encoded: other.encoded()).title.value == "set")
  }

  @Test func codersGetTheSavedFormAsOneString() throws {
    var task = Task()
    task.title.value = "Trip"
    task.best.points = 3
    let json = try JSONEncoder().encode(["task": task])
    let texts = try JSONDecoder().decode([String: String].self, from: json)
    #expect(Base64.decode(try #require(texts["task"])) == (try task.encoded()))
    #expect(try JSONDecoder().decode([String: Task].self, from: json) == ["task": task])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Task.self, from: Data(#""not Base64""#.utf8))
    }
  }
}
