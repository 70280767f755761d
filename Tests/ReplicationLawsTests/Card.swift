// SPDX-License-Identifier: MIT

import Causality

/// A struct of replicating values that merges by hand, and has no versions.
struct Card: Replicable, Equatable {
  var title = Choice()
  var note = Choice()

  func merged(with other: Card) -> Card {
    Card(
      title: title.merged(with: other.title),
      note: Flaw.isCurrent(.forgetsAProperty) ? note : note.merged(with: other.note))
  }

  // An author who forgets a property in one place forgets it everywhere. Then no comparison of
  // whole values shows the mistake.
  static func == (left: Card, right: Card) -> Bool {
    left.title == right.title && (Flaw.isCurrent(.forgetsAProperty) || left.note == right.note)
  }
}

/// A content of which the latest change wins in generic code. Code that names the type finds a
/// merge that goes deeper.
struct Wrapper<Content: Equatable>: Equatable {
  private var stamp = Choice.Stamp()
  private(set) var content: Content

  init(_ content: Content) { self.content = content }

  mutating func change(_ body: (inout Content) -> Void) {
    body(&content)
    stamp = Choice.Stamp(replacing: stamp)
  }
}

extension Wrapper: Replicable {
  func merged(with other: Wrapper) -> Wrapper { stamp < other.stamp ? other : self }
}

extension Wrapper where Content: Replicable {
  func merged(with other: Wrapper) -> Wrapper {
    var result = stamp < other.stamp ? other : self
    result.content = content.merged(with: other.content)
    return result
  }
}
