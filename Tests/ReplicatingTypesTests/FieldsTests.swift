// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// A model as users write it.
private struct Task: ReplicatingFields {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()
  var steps = ReplicatingOrderedSet<String>()

  static let frameKind = FrameKind(code: 1000, name: "a task")

  var fields:
    Fields<
      ReplicatingRegister<String>, ReplicatingText, ReplicatingSet<String>,
      ReplicatingOrderedSet<String>
    >
  {
    get { Fields(title, text, tags, steps) }
    set { (title, text, tags, steps) = newValue.values }
  }
}

/// The same model before tags and steps were added.
private struct OlderTask: ReplicatingFields {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()

  static let frameKind = FrameKind(code: 1000, name: "a task")

  var fields: Fields<ReplicatingRegister<String>, ReplicatingText> {
    get { Fields(title, text) }
    set { (title, text) = newValue.values }
  }
}

@Suite struct FieldsTests {
  private func subject(
    and furtherEdits: [LawSubject<Task, [String]>.RandomEdit] = []
  ) -> LawSubject<Task, [String]> {
    LawSubject(
      "a struct of fields",
      make: { Task() },
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
          let step = random.pick(["1", "2", "3"])
          task.steps.append(step)
          return Edit("step \(step) last")
        },
      ] + furtherEdits,
      observe: { [$0.title.value, $0.text.string, "\($0.tags)", "\($0.steps)"] })
  }

  @Test func laws() throws {
    print(try LawDriver(subject(), seed: 1).run(schedules: 1_000))
  }

  /// Each field forgets what was deleted from it; copies that know nothing of that merge as ever.
  @Test func lawsOfModelsThatForget() throws {
    let subject = subject(and: [
      { task, random in
        guard !task.text.isEmpty else { return Edit("delete nothing") }
        let start = random.below(task.text.unicodeScalars.count)
        task.text.unicodeScalars.removeSubrange(start..<(start + 1))
        return Edit("delete at \(start)")
      },
      { task, _ in
        task.forgetDeleted()
        return Edit("forget", code: "replica.forgetDeleted()")
      },
    ])
    print(try LawDriver(subject, seed: 2).run(schedules: 500))
  }

  @Test func deletedTextOfFieldsIsForgotten() throws {
    var task = Task()
    task.text.append(String(repeating: "secret", count: 20))
    let before = task.version
    task.text.update(to: "")
    var other = task
    let deleted = try task.encoded().count
    task.forgetDeleted()
    #expect(try task.encoded().count < deleted)
    let past = try task.text.string(at: before.values.1)
    #expect(past == String(repeating: "\u{fffd}", count: 120))
    let delta = try #require(task.delta(since: other.version))
    try other.merge(delta: delta)
    #expect(other == task)
    other.forgetDeleted()
    #expect(other == task)
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(),
      edits: [
        "replica.title.value = \"x\"": { $0.title.value = "x" },
        "replica.text.append(\"y\")": { $0.text.append("y") },
        "replica.tags.insert(\"z\")": { $0.tags.insert("z") },
      ])
    // The types of the fields are searched further by themselves.
    print(try search.run(TestRun.scope(edits: 3)))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  /// Whatever bytes say of a register that nobody set: two of them would never agree.
  @Test func aDefaultDoesNotTravel() throws {
    struct Other: ReplicatingFields {
      var title = ReplicatingRegister(default: "another default")
      var text = ReplicatingText()

      static let frameKind = FrameKind(code: 1000, name: "a task")

      var fields: Fields<ReplicatingRegister<String>, ReplicatingText> {
        get { Fields(title, text) }
        set { (title, text) = newValue.values }
      }
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

  @Test func aNewerModelIsRefused() throws {
    var task = Task()
    task.tags.insert("would be lost")
    let bytes = try task.encoded()
    let failure = DecodingFailure.newerModel(name: "a task", fields: 4, known: 2)
    #expect(throws: failure) { try OlderTask(encoded: bytes) }
    #expect(
      "\(failure)" == """
        the data is of a newer version of a task: it has 4 fields, this version knows 2; update \
        the software
        """)
    let (version, delta) = (task.version, try #require(task.delta(since: Task().version)))
    let unnamed = DecodingFailure.newerModel(name: "a model", fields: 4, known: 2)
    #expect(throws: unnamed) { try OlderTask.Version(encoded: version.encoded()) }
    #expect(throws: unnamed) { try OlderTask.Delta(encoded: delta.encoded()) }
  }

  /// There are no defaults to keep.
  @Test func fieldsByThemselvesMustAllBeThere() {
    var writer = ByteWriter()
    OlderTask().fields.encode(to: &writer)
    #expect(throws: DecodingFailure.corrupt(what: "too few fields", offset: writer.bytes.count)) {
      var reader = ByteReader(writer.bytes)
      _ = try type(of: Task().fields).init(from: &reader)
    }
  }

  @Test func aPartlyUnknownDeltaChangesNothing() throws {
    var sender = Task()
    sender.text.append("first")
    let version = sender.version
    sender.text.append(" second")
    sender.title.value = "Title"
    let delta = try #require(sender.delta(since: version))
    var receiver = Task()
    #expect(throws: MissingHistory.self) { try receiver.merge(delta: delta) }
    #expect(receiver == Task())
  }

  @Test func codersGetTheSavedFormAsOneString() throws {
    var task = Task()
    task.title.value = "Trip"
    task.steps.append("Pack")
    let json = try JSONEncoder().encode(["task": task])
    let texts = try JSONDecoder().decode([String: String].self, from: json)
    #expect(Base64.decode(try #require(texts["task"])) == (try task.encoded()))
    #expect(try JSONDecoder().decode([String: Task].self, from: json) == ["task": task])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Task.self, from: Data(#""not Base64""#.utf8))
    }
  }
}
