// SPDX-License-Identifier: MIT

import Testing

@testable import ReplicatingTypes

/// Elements that several steps deleted, as in copies of one device that are merged.
@Suite struct DeletedTwiceTests {
  @Test func textComesBackOnce() throws {
    var text = SteppedValue(ReplicatingText("abcd"))
    var copy = text.value
    copy.update(to: "ad")
    try text.edit { $0.update(to: "ad") }
    try text.edit { $0.merge(copy) }
    for _ in 0..<2 {
      text.undo()
      #expect(text.value.string == "abcd")
      text.undo()
      #expect(text.value.string == "abcd")
      text.redo()
      text.redo()
      #expect(text.value.string == "ad")
    }
  }

  @Test func onlyThePartThatIsAwayComesBack() throws {
    var text = SteppedValue(ReplicatingText("abcdef"))
    var copy = text.value
    copy.update(to: "abf")
    try text.edit { $0.update(to: "aef") }
    try text.edit { $0.merge(copy) }
    #expect(text.value.string == "af")
    text.undo()
    #expect(text.value.string == "acdef")
    text.undo()
    #expect(text.value.string == "abcdef")
  }

  @Test func anElementComesBackOnce() throws {
    var array = SteppedValue(ReplicatingArray([1, 2, 3]))
    var copies = [array.value, array.value]
    for place in copies.indices { copies[place].remove(at: 1) }
    try array.edit { $0.remove(at: 1) }
    for copy in copies { try array.edit { $0.merge(copy) } }
    array.undo()
    #expect(array.value.values == [1, 2, 3])
    // Deleted by others, it comes back once more.
    array.change { $0.remove(at: 1) }
    for _ in 0..<2 {
      array.undo()
      #expect(array.value.values == [1, 2, 3])
    }
  }

  /// The step that typed the text finds it by its last name.
  @Test func theStepThatTypedItTakesItAway() throws {
    var text = SteppedValue(ReplicatingText("ad"))
    try text.edit { $0.update(to: "abcd") }
    var copy = text.value
    copy.update(to: "ad")
    try text.edit { $0.update(to: "ad") }
    try text.edit { $0.merge(copy) }
    text.undo()
    text.change { $0.update(to: "ad") }
    text.undo()
    #expect(text.value.string == "abcd")
    text.undo()
    #expect(text.value.string == "ad")
  }
}
