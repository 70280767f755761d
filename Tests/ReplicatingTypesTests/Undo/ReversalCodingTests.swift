// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

@testable import ReplicatingTypes

/// Steps as bytes.
@Suite struct ReversalCodingTests {
  @Test func aChangeInTheDeepestValueIsReadAndTakenBack() throws {
    // 64 models in dictionaries, and a counter in the last: 128 parts.
    var tree = SteppedValue(Tree())
    tree.change { $0.count(by: 1, atLevel: 64) }
    #expect(try Tree(encoded: tree.value.encoded()) == tree.value)
    try tree.edit { $0.count(by: 2, atLevel: 64) }
    #expect(try written(tree.undos[0]) == tree.undos[0])
    #expect(tree.value.count(atLevel: 64) == 3)
    tree.undo()
    #expect(tree.value.count(atLevel: 64) == 1)
    #expect(throws: EncodingFailure.self) {
      try Tree(encoded: Tree(counting: 1, atLevel: 65).encoded())
    }
  }

  @Test func aChangeThatLiesDeeperIsReadAsNothing() throws {
    func nested(_ depth: Int, in last: Reversal) -> Reversal {
      (0..<depth).reduce(last) { inner, _ in .fields([FieldReversal("a", inner)]) }
    }
    let known = Reversal.value(before: [1], after: [2])
    #expect(try written(nested(128, in: known)) == nested(128, in: known))
    #expect(try written(nested(129, in: known)) == nested(129, in: .nothing))
    #expect(try written(nested(1_000, in: known)) == nested(129, in: .nothing))
  }

  private func written(_ reversal: Reversal) throws -> Reversal {
    var writer = ByteWriter()
    reversal.encode(to: &writer)
    var reader = try RowBytes.open(RowBytes.seal(writer))
    let read = try Reversal(from: &reader)
    try reader.expectEnd()
    return read
  }
}

/// A model that holds models of its own type.
private struct Tree: ReplicatingModel {
  var children = ReplicatingDictionary<String, Tree>()
  var counts = ReplicatingDictionary<String, ReplicatingCounter>()

  static let kind = "com.example.tree"
  static let fields = FieldList(("children", \Tree.children), ("counts", \.counts))

  init() {}

  init(counting amount: Int, atLevel level: Int) {
    count(by: amount, atLevel: level)
  }

  mutating func count(by amount: Int, atLevel level: Int) {
    if level == 1 {
      counts["count", default: ReplicatingCounter()].increment(by: amount)
    } else {
      children["child", default: Tree()].count(by: amount, atLevel: level - 1)
    }
  }

  func count(atLevel level: Int) -> Int? {
    level == 1
      ? counts["count"]?.value : children["child"].flatMap { $0.count(atLevel: level - 1) }
  }
}
