// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes
import Testing

/// A model that holds models of its own type.
private struct Tree: ReplicatingModel {
  var children = ReplicatingDictionary<String, Tree>()

  static let kind = "com.example.tree"
  static let fields = FieldList(("children", \Tree.children))

  init() {}

  /// A tree of so many levels with one branch.
  init(depth: Int) {
    for _ in 0..<depth {
      var parent = Tree()
      parent.children["child"] = self
      self = parent
    }
  }
}

@Suite struct NestedModelTests {
  @Test func aModelOfModelsOfItsTypeIsSaved() throws {
    let tree = Tree(depth: 60)
    #expect(try Tree(encoded: tree.encoded()) == tree)
  }

  @Test func aModelTooDeepToReadIsNotWritten() throws {
    let deepest = Tree(depth: 64)
    #expect(try Tree(encoded: deepest.encoded()) == deepest)
    let delta = try #require(deepest.delta(since: Tree().version))
    var other = Tree()
    try other.merge(delta: Tree.Delta(encoded: delta.encoded()))
    #expect(other == deepest)
    let tree = Tree(depth: 65)
    let expected =
      "the field \"children\" of com.example.tree lies more than 128 parts deep in others"
    #expect {
      try tree.encoded()
    } throws: {
      ($0 as? EncodingFailure)?.reason.contains(expected) == true
    }
    #expect {
      try tree.delta(since: Tree().version)?.encoded()
    } throws: {
      ($0 as? EncodingFailure)?.reason.contains(expected) == true
    }
  }

  @Test func partsInPartsTakeNoStack() throws {
    var bytes: [UInt8] = []
    for _ in 0..<10_000 {
      var outer = ByteWriter()
      outer.writePrefixed(bytes)
      bytes = outer.bytes
    }
    var reader = ByteReader(bytes)
    var depth = 0
    let failure = #expect(throws: DecodingFailure.self) {
      while true {
        reader = try reader.readPart()
        depth += 1
      }
    }
    #expect(depth == ByteReader.partLimit)
    guard case .corrupt = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}
