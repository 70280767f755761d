// SPDX-License-Identifier: MIT

import Testing

@testable import ReplicationLaws

struct TypeNameTests {
  private struct Hidden {}

  @Test func aNestedTypeKeepsItsOuterTypes() {
    let name = TypeName(reflecting: "MyApp.Game.Board")
    #expect(name.source == "Game.Board")
    #expect(name.imports == ["import ReplicationLaws", "", "@testable import MyApp", ""])
  }

  @Test func argumentsAreImportedToo() {
    let name = TypeName(
      reflecting:
        "ReplicatingTypes.ReplicatingDictionary<Swift.String, MyApp.Deep<Swift.Int>.Item>")
    #expect(name.source == "ReplicatingDictionary<String, Deep<Int>.Item>")
    #expect(
      name.imports == [
        "import ReplicatingTypes", "import ReplicationLaws", "", "@testable import MyApp", "",
      ])
  }

  @Test func aTypeOfTheTestsNeedsNoImport() {
    let name = TypeName(of: [Sum].self)
    #expect(name.source == "Array<Sum>")
    #expect(name.imports == ["import ReplicationLaws", ""])
    #expect(!name.isPrivate)
  }

  @Test func aPrivateTypeIsSaidToBe() {
    let name = TypeName(of: Hidden.self)
    #expect(name.source == "TypeNameTests.Hidden")
    #expect(name.isPrivate)
    #expect(name.imports.last?.hasPrefix("// TypeNameTests.Hidden is private") == true)
  }
}
