// SPDX-License-Identifier: MIT

import NaiveFugue
import ReplicationLaws

/// The events of a few authors who edit at random and at times take in the edits of others.
struct RandomGraph {
  typealias Document = NaiveFugue<Int, Int>

  private(set) var events: [Document.Event] = []
  private(set) var document = Document()

  init(seed: UInt64, authors: Int, count: Int) {
    var random = SeededGenerator(seed: seed)
    var tips = Array(repeating: Set<Document.ID>(), count: authors)
    var counts = Array(repeating: 0, count: authors)
    for number in 0..<count {
      let author = random.below(authors)
      if random.oneIn(4) { tips[author].formUnion(tips[random.below(authors)]) }
      let known = tips[author].sorted { ($0.session, $0.number) < ($1.session, $1.number) }
      let length = document.count(at: known)
      let index = random.below(length + 2)
      let event = Document.Event(
        Document.ID(author, counts[author]), after: known,
        random.oneIn(4) ? .delete(at: index) : .insert(number, at: index))
      document.add(event)
      events.append(event)
      tips[author] = [event.id]
      counts[author] += 1
    }
  }
}
