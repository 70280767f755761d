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

  @Test func aModelTooDeepToReadIsNotWritten() {
    let tree = Tree(depth: 70)
    #expect(throws: EncodingFailure.self) { try tree.encoded() }
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
