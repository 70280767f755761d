// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import ReplicatingText

/// The laws for texts that drop deleted text and begin with a common history.
@Suite struct DroppingLaws {
  private typealias Subject = LawSubject<ReplicatingText, String>

  /// A history of merged branches that all replicas begin with.
  private static let past: ReplicatingText = {
    var text: ReplicatingText = "one two three"
    for word in ["four ", "five "] {
      var (mine, yours) = (text, text)
      mine.unicodeScalars.insert(word, at: 4)
      yours.unicodeScalars.removeSubrange(2..<6)
      yours.append(word)
      text = mine.merged(with: yours)
    }
    text.append("!")
    return text
  }()

  private static func edit(_ text: inout ReplicatingText, _ random: inout SeededGenerator) -> Edit {
    ManyReplicas.edit(&text, &random)
    return Edit("edit somewhere")
  }

  private static func dropText(
    _ text: inout ReplicatingText, _ random: inout SeededGenerator
  ) -> Edit {
    text.dropDeleted()
    return Edit("drop deleted text")
  }

  @Test func laws() throws {
    let edits: [Subject.RandomEdit] = [Self.edit, Self.edit, Self.dropText]
    let subject = Subject(
      "a text that drops deleted text", make: { Self.past }, edits: edits, observe: { $0.string })
    print(try LawDriver(subject, seed: 4).run(schedules: 600))
  }
}
