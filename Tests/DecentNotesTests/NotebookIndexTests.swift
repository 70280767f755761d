// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

@testable import DecentNotes

@Suite struct NotebookIndexTests {
  private let ids = (1...5).map { NoteID(rawValue: $0) }

  /// The ids in the order of the index, of notes made at those times.
  private func sorted(
    _ ids: [NoteID], by index: NotebookIndex, created: [NoteID: UInt64] = [:]
  ) -> [NoteID] {
    let notes = ids.map { id in
      NoteSummary(
        id: id, title: "", tags: [], priority: .normal, created: created[id] ?? 0,
        isTrashed: false)
    }
    return index.sorted(notes).map(\.id)
  }

  @Test func notesItKnowsStandAsItSays() {
    var index = NotebookIndex()
    for place in [2, 0, 4] { index.order.append(ids[place]) }
    let sorted = sorted([ids[0], ids[2], ids[4]], by: index)
    #expect(sorted == [ids[2], ids[0], ids[4]])
  }

  @Test func notesItDoesNotKnowComeFirstNewestFirst() {
    var index = NotebookIndex()
    index.order.append(ids[4])
    index.order.append(ids[0])
    let created: [NoteID: UInt64] = [ids[1]: 30, ids[2]: 10, ids[3]: 20]
    #expect(
      sorted(ids, by: index, created: created) == [ids[1], ids[3], ids[2], ids[4], ids[0]])
  }

  @Test func notesOfOneTimeStandInOneOrder() {
    let shown = [ids[2], ids[1], ids[0]]
    #expect(sorted([ids[1], ids[0], ids[2]], by: NotebookIndex()) == shown)
    #expect(sorted([ids[2], ids[0], ids[1]], by: NotebookIndex()) == shown)
  }

  @Test func notesThatAreGoneAreNotShown() {
    var index = NotebookIndex()
    ids.forEach { index.order.append($0) }
    #expect(sorted([ids[1]], by: index) == [ids[1]])
  }
}
