// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

@testable import DecentNotes

@Suite struct NotebookIndexTests {
  private let ids = (1...5).map { NoteID(rawValue: $0) }

  @Test func notesItKnowsStandAsItSays() {
    var index = NotebookIndex()
    for place in [2, 0, 4] { index.order.append(ids[place]) }
    let sorted = index.sorted([ids[0], ids[2], ids[4]], by: { $0 })
    #expect(sorted == [ids[2], ids[0], ids[4]])
  }

  @Test func notesItDoesNotKnowComeFirstNewestFirst() {
    var index = NotebookIndex()
    index.order.append(ids[4])
    index.order.append(ids[0])
    #expect(index.sorted(ids, by: { $0 }) == [ids[3], ids[2], ids[1], ids[4], ids[0]])
  }

  @Test func notesThatAreGoneAreNotShown() {
    var index = NotebookIndex()
    ids.forEach { index.order.append($0) }
    #expect(index.sorted([ids[1]], by: { $0 }) == [ids[1]])
  }
}
