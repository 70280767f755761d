// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import Testing

// What follows stands in Documentation/Models.md, word for word, apart from
// indentation.

struct Recipe: ReplicatingFields {
  var title = ReplicatingRegister(default: "")
  var method = ReplicatingText()
  var tags = ReplicatingSet<String>()
  var ratings = ReplicatingDictionary<String, ReplicatingRegister<Int>>()
  init() {}

  static let frameKind = FrameKind(code: 1000, name: "a recipe")
  var fields:
    Fields<
      ReplicatingRegister<String>, ReplicatingText, ReplicatingSet<String>,
      ReplicatingDictionary<String, ReplicatingRegister<Int>>
    >
  {
    get { Fields(title, method, tags, ratings) }
    set { (title, method, tags, ratings) = newValue.values }
  }
}

typealias Cookbook = ReplicatingOrderedDictionary<String, Recipe>

struct HighScore: Replicable, Hashable, Codable {
  var points = 0

  func merged(with other: HighScore) -> HighScore {
    HighScore(points: max(points, other.points))
  }
}

@Suite struct ModelsTests {
  private var printed: [String] = []

  @Test mutating func aCookbook() {
    var kitchen = Cookbook()
    kitchen["bread", default: Recipe()].title.value = "Bread"
    kitchen["soup", default: Recipe()].method.append("Boil water.")
    var phone = kitchen

    kitchen["soup"]?.method.append(" Add salt.")
    kitchen["soup"]?.ratings["Ann", default: ReplicatingRegister(default: 0)].value = 4
    phone.move("soup", to: 0)
    phone["soup"]?.method.characters.insert("Slowly: ", at: 0)
    phone["bread"] = nil

    kitchen.merge(phone)
    print(kitchen.keys)  // ["soup"]
    print(kitchen["soup"]!.method)  // Slowly: Boil water. Add salt.
    #expect(printed == ["[\"soup\"]", "Slowly: Boil water. Add salt."])
    #expect(kitchen["soup"]?.ratings["Ann"]?.value == 4)
  }

  @Test func aTypeThatOnlyMergesIsAValue() {
    var mine: ReplicatingDictionary = ["Ann": HighScore(points: 3)]
    var yours = mine
    mine["Ann"]?.points = 5
    yours["Ann"]?.points = 4
    #expect(mine.merged(with: yours)["Ann"]?.points == 5)
    #expect(yours.merged(with: mine)["Ann"]?.points == 5)
  }

  @Test func thePagesCodeIsThisCode() throws {
    let file = URL(filePath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Documentation/Models.md"), encoding: .utf8)
    let source = Self.lines(try String(contentsOf: file, encoding: .utf8)).joined(separator: "\n")
    let blocks = page.components(separatedBy: "\n```swift\n").dropFirst().map {
      Self.lines($0.components(separatedBy: "\n```\n")[0])
    }
    #expect(blocks.count == 3)
    for part in blocks.flatMap({ $0.split { $0.hasPrefix("typealias ") } }) {
      #expect(source.contains(part.joined(separator: "\n")), "\(part)")
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private mutating func print(_ value: Any) {
    printed.append("\(value)")
  }
}
