// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes
import Testing

@testable import DecentSync

/// The contents kept for edits that are lost as a document takes in changes.
struct LossTests {
  private typealias Tags = ReplicatingSet<String>
  private typealias Pages = ReplicatingDictionary<String, Tags>

  /// Runs edits at an hour of a day long past.
  private func edit<Result>(at hour: UInt64, _ body: () throws -> Result) rethrows -> Result {
    let environment = ReplicationEnvironment(
      milliseconds: { hour * 3_600_000 }, random: { .random(in: 0 ... .max) })
    return try environment.run(body)
  }

  private func losses<Content: DeltaReplicable & Framed>(
    of content: Content, taking changes: [Content.Delta?], empty: @escaping () -> Content
  ) throws -> [TypedDocument<Content>.Loss]
  where Content.Version: Framed, Content.Delta: Framed {
    let document = TypedDocument(content, empty: empty)
    for change in changes { try document.merge(delta: try #require(change).encoded()) }
    return try document.losses(since: content)
  }

  /// A set, the same with a late edit, and the same after it forgot what was removed.
  private func tags() -> (old: Tags, late: Tags, forgotten: Tags) {
    let old: Tags = edit(at: 0) { ["a", "b"] }
    var (late, forgotten) = (old, old)
    edit(at: 1) { _ = late.insert("early") }
    edit(at: 2) { _ = forgotten.remove("a") }
    edit(at: 4) { forgotten.forgetDeleted() }
    return (old, late, forgotten)
  }

  @Test func ownEditsAreKeptAsTheyWere() throws {
    let (_, late, forgotten) = tags()
    let losses = try losses(of: late, taking: [forgotten.delta(since: late.version)]) { Tags() }
    #expect(losses.map(\.content) == [late])
  }

  @Test func lateEditsAreMadeAnew() throws {
    let (_, late, forgotten) = tags()
    let losses = try losses(of: forgotten, taking: [late.delta(since: forgotten.version)]) {
      Tags()
    }
    #expect(losses.map(\.content.values) == [["b", "early"]])
    // The new edit is one of the copy: the forgetting does not undo it.
    #expect(try #require(losses.first).content.merged(with: forgotten).values == ["b", "early"])
  }

  @Test func anEditThatCameAndWentIsKept() throws {
    let (old, late, forgotten) = tags()
    let changes = [late.delta(since: old.version), forgotten.delta(since: old.version)]
    let losses = try losses(of: old, taking: changes) { Tags() }
    #expect(losses.map(\.content) == [late])
  }

  /// A removal is no loss if the forgotten one removed the same, later.
  @Test func whatWouldChangeNothingIsNotKept() throws {
    let (old, _, forgotten) = tags()
    var late = old
    edit(at: 1) { _ = late.remove("a") }
    #expect(
      try losses(of: forgotten, taking: [late.delta(since: forgotten.version)]) { Tags() }.isEmpty)
  }

  /// Copies learn of a late edit within a value that was made anew.
  @Test func lateEditsWithinValuesAreMadeAnew() throws {
    var old = Pages()
    edit(at: 0) { old["page"] = ["a", "b"] }
    var (late, forgotten) = (old, old)
    edit(at: 1) { _ = late["page"]?.insert("early") }
    edit(at: 2) { _ = forgotten["page"]?.remove("a") }
    edit(at: 4) { forgotten.forgetDeleted() }
    let losses = try losses(of: forgotten, taking: [late.delta(since: forgotten.version)]) {
      Pages()
    }
    let copy = try #require(losses.first).content
    #expect(copy["page"]?.values == ["b", "early"])
    var other = forgotten.merged(with: late)
    try other.merge(delta: try #require(copy.delta(since: other.version)))
    #expect(other["page"]?.values == ["b", "early"])
  }

  /// A value that was set by an author who did not know that its key was deleted and forgotten.
  @Test func lateValuesAreSetAnew() throws {
    var old = Pages()
    edit(at: 0) { old["page"] = ["a"] }
    var (late, forgotten) = (old, old)
    edit(at: 1) { forgotten["page"] = nil }
    edit(at: 2) { _ = late["page"]?.insert("later") }
    edit(at: 4) { forgotten.forgetDeleted() }
    let whole = try losses(of: forgotten, taking: [late.delta(since: Pages().version)]) { Pages() }
    #expect(whole.map(\.content["page"]?.values) == [["a", "later"]])
  }

  /// The same in a dictionary that travels whole within another.
  @Test func lateValuesInWholeDictionariesAreSetAnew() throws {
    typealias Books = ReplicatingDictionary<String, Pages>
    var old = Books()
    edit(at: 0) { old["book"] = Pages() }
    edit(at: 0) { old["book"]?["page"] = ["a"] }
    var (late, forgotten) = (old, old)
    edit(at: 1) { forgotten["book"]?["page"] = nil }
    edit(at: 2) { _ = late["book"]?["page"]?.insert("later") }
    edit(at: 4) { forgotten.forgetDeleted() }
    let change = try #require(late.delta(since: Books().version))
    let losses = try losses(of: forgotten, taking: [change]) { Books() }
    let copy = try #require(losses.first).content
    #expect(losses.count == 1 && copy["book"]?["page"]?.values == ["a", "later"])
    // Copies learn of it, and the forgetting does not undo it.
    var other = forgotten.merged(with: late)
    #expect(other["book"]?["page"] == nil)
    try other.merge(delta: try #require(copy.delta(since: other.version)))
    #expect(other["book"]?["page"]?.values == ["a", "later"])
    #expect(copy.merged(with: forgotten)["book"]?["page"]?.values == ["a", "later"])
  }

  /// Ordered dictionaries compare all entries.
  @Test func lateValuesInWholeOrderedDictionariesAreSetAnew() throws {
    typealias Chapters = ReplicatingOrderedDictionary<String, Tags>
    typealias Books = ReplicatingDictionary<String, Chapters>
    var old = Books()
    edit(at: 0) { old["book"] = Chapters() }
    edit(at: 0) { old["book"]?["page"] = ["a"] }
    var (late, forgotten) = (old, old)
    edit(at: 1) { forgotten["book"]?["page"] = nil }
    edit(at: 2) { _ = late["book"]?["page"]?.insert("later") }
    edit(at: 4) { forgotten.forgetDeleted() }
    let change = try #require(late.delta(since: Books().version))
    let copy = try #require(try losses(of: forgotten, taking: [change]) { Books() }.first).content
    #expect(copy["book"]?["page"]?.values == ["a", "later"])
  }

  // MARK: Batches

  /// Devices that meet late edits in one change or in two make one copy of one name.
  @Test func lateEditsOfSeveralChangesAreOneLoss() throws {
    let (old, late, forgotten) = tags()
    var later = late
    edit(at: 1) { _ = later.insert("second") }
    let one = try losses(of: forgotten, taking: [later.delta(since: old.version)]) { Tags() }
    let two = try losses(
      of: forgotten, taking: [late.delta(since: old.version), later.delta(since: late.version)]
    ) { Tags() }
    #expect(one.count == 1 && two.count == 1 && one.first?.edits == two.first?.edits)
    #expect(one.first?.edits.count == 2)
    for losses in [one, two] {
      #expect(losses.first?.content.values == ["b", "early", "second"])
    }
  }

  /// By the clock of a device, edits made anew may come too late for a second floor.
  @Test func editsMadeAnewThatComeTooLateAreKept() throws {
    let (old, late, forgotten) = tags()
    var next = forgotten
    edit(at: 8) { _ = next.insert("c") }
    edit(at: 9) { _ = next.remove("c") }
    edit(at: 11) { next.forgetDeleted() }
    let found = try edit(at: 3) {
      try losses(
        of: forgotten, taking: [late.delta(since: old.version), next.delta(since: old.version)]
      ) { Tags() }
    }
    #expect(found.map(\.content.values) == [["b", "early"]])
    #expect(found.map(\.edits.count) == [1])
  }
}
