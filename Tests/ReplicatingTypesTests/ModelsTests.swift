// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

// What follows stands in Documentation/Models.md, word for word, apart from
// indentation.

struct Recipe: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var method = ReplicatingText()
  var tags = ReplicatingSet<String>()
  var ratings = ReplicatingDictionary<String, ReplicatingRegister<Int>>()
  var newerFields = NewerFields()

  static let kind = "com.example.recipe"
  static let fields = FieldList(
    ("title", \Recipe.title), ("method", \.method), ("tags", \.tags), ("ratings", \.ratings))
}

struct RecipeOfVersion1: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var newerFields = NewerFields()

  static let kind = "com.example.recipe"
  static let fields = FieldList(("title", \RecipeOfVersion1.title))
}

struct RecipeInSteps: ReplicatingModel {
  var method = ReplicatingText()
  var steps = ReplicatingArray<String>()
  var newerFields = NewerFields()

  static let kind = "com.example.recipe"
  static let fields = FieldList(("method", \RecipeInSteps.method), ("steps", \.steps))

  mutating func fillSteps() throws {
    let lines = method.string.split(separator: "\n").map(String.init)
    if lines.isEmpty { return }
    try steps.fill(as: "lines of the method") { $0.append(contentsOf: lines) }
  }
}

struct Errand: ReplicatingModel {
  @Replicated(default: "") var title: String
  @Replicated(default: nil) var due: Date?
  var newerFields = NewerFields()

  static let kind = "com.example.errand"
  static let fields = FieldList(("title", \Errand.$title), ("due", \.$due))
}

struct Guest: ReplicatingModel, Identifiable {
  private(set) var id = ""
  var name = ReplicatingRegister(default: "")

  init() {}

  init(id: String) {
    self.id = id
  }

  static let kind = "com.example.guest"
  static let fields = FieldList(("name", \Guest.name), constants: ("id", \.id))
}

typealias Cookbook = ReplicatingOrderedDictionary<String, Recipe>

struct HighScore: Replicable, Hashable, Codable {
  var points = 0

  func merged(with other: HighScore) -> HighScore {
    HighScore(points: max(points, other.points))
  }
}

@Suite struct ModelsTests {
  @Test func stepsAreFilledOnEachDevice() throws {
    var phone = RecipeInSteps()
    phone.method.append("Boil water.\nAdd salt.")
    var laptop = phone
    try phone.fillSteps()
    try laptop.fillSteps()
    phone.steps.append("Serve.")
    phone.merge(laptop)
    #expect(Array(phone.steps) == ["Boil water.", "Add salt.", "Serve."])
  }

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

  @Test func aGuestKeepsItsID() throws {
    var guest = Guest(id: "Ann")
    guest.name.value = "Ann B."
    #expect(try Guest(encoded: guest.encoded()).id == "Ann")
    #expect(guest.listingFault == nil)
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
    #expect(blocks.count == 10)
    for part in blocks.flatMap({ $0.split { $0.hasPrefix("typealias ") } })
    // The files of the page's reader are in a folder of his own.
    where part.first?.hasPrefix("func fixture(") == false {
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

@Suite struct ModelVersionsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func recipesOfVersion1AreRead() throws {
    let saved = try Array(Data(contentsOf: fixture("recipe-1")))
    var recipe = try Recipe(encoded: saved)
    #expect(recipe.title.value == "Bread")
    #expect(try recipe.encoded() == saved)
    recipe.tags.insert("quick")
    let passedOn = try RecipeOfVersion1(encoded: recipe.encoded())
    #expect(try passedOn.encoded() == recipe.encoded())
  }

  private func fixture(_ name: String) throws -> URL {
    var recipe = RecipeOfVersion1()
    recipe.title.value = "Bread"
    let url = URL(filePath: folder.path(name))
    try Data(recipe.encoded()).write(to: url)
    return url
  }

  @Test func recipesInTwoVersionsKeepTheLaws() throws {
    typealias Shown = SeenByNewer<[String]>
    let subject: LawSubject<TwoVersions<RecipeOfVersion1, Recipe>, Shown> = .ofTwoVersions(
      "recipes in two versions",
      make: { Recipe() },
      older: [
        { recipe, random in
          recipe.title.value = random.pick(["Bread", "Soup"])
          return "title"
        }
      ],
      newer: [
        { recipe, random in
          let tag = random.pick(["quick", "cheap"])
          recipe.tags.insert(tag)
          return Edit("tag", touching: [tag])
        }
      ],
      observe: { [$0.title.value] + $0.tags.sorted() },
      promise: .lastEditDecides { Set($0.tags) })
    print(try LawDriver(subject).run(schedules: 500))
  }
}
