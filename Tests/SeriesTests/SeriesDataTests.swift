// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import TestInputs
import Testing

// The types stand in Documentation/ComingFromTheSeries.md, word for word: see `thePagesTypesAreThese`.

struct OldRegister<Value: Decodable>: Decodable {
  struct Entry: Decodable { var value: Value }
  var entry: Entry
}

struct OldArray<Element: Decodable>: Decodable {
  struct Container: Decodable { var value: Element }
  var valueContainers: [Container]
}

struct OldSet<Element: Hashable & Decodable>: Decodable {
  struct Metadata: Decodable { var isDeleted: Bool }
  var metadataByValue: [Element: Metadata]
}

struct OldDictionary<Key: Hashable & Decodable, Value: Decodable>: Decodable {
  struct Container: Decodable { var isDeleted: Bool, value: Value }
  var valueContainersByKey: [Key: Container]
}

struct OldNote: Decodable {
  var title: OldRegister<String>
  var text: OldArray<[String]>  // the sample app wrote a Character as an array of one string
  var tags: OldSet<String>
}

private struct Note: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()
  var newerFields = NewerFields()

  static let kind = "com.example.note"
  static let fields = FieldList(("title", \Note.title), ("text", \.text), ("tags", \.tags))
}

extension Note {
  fileprivate init(_ old: OldNote) throws {
    try fill(as: "note of the series") {
      $0.title.value = old.title.entry.value
      $0.text.append(old.text.valueContainers.flatMap(\.value).joined())
      $0.tags.formUnion(old.tags.metadataByValue.filter { !$0.value.isDeleted }.keys.sorted())
    }
  }
}

/// Data that the package of the series saved.
@Suite(.seeded) struct SeriesDataTests {
  private let old = """
    {"b": {"isDeleted": false, "lamportTimestamp": {"count": 4, "id": "E7"}, "value": {
      "title": {"entry": {"value": "Plan", "timestamp": 611762400.25, "id": "A1"}},
      "text": {"lamportTimestamp": 3, "tombstones": [
        {"value": ["x"], "id": "C0", "isDeleted": true, "lamportTimestamp": 1}
      ], "valueContainers": [
        {"value": ["O"], "id": "C1", "isDeleted": false, "lamportTimestamp": 2},
        {"value": ["k"], "id": "C2", "isDeleted": false, "lamportTimestamp": 3, "anchor": "C1"}
      ]},
      "tags": {"currentTimestamp": {"count": 2, "id": "D2"}, "metadataByValue": {
        "home": {"isDeleted": false, "lamportTimestamp": {"count": 1, "id": "D1"}},
        "work": {"isDeleted": true, "lamportTimestamp": {"count": 2, "id": "D2"}}
      }}
    }}}
    """

  @Test func thePagesTypesAreThese() throws {
    let file = URL(filePath: #filePath)
    let page = try String(
      contentsOf: file.appending(path: "../../../Documentation/ComingFromTheSeries.md")
        .standardized,
      encoding: .utf8)
    let block = page.components(separatedBy: "\n```swift\n")[1].components(separatedBy: "\n```\n")[
      0]
    let source = try String(contentsOf: file, encoding: .utf8)
    let (types, initialiser) = try #require(
      block.range(of: "extension Note").map { (block[..<$0.lowerBound], block[$0.lowerBound...]) })
    #expect(source.contains(types))
    // The page's is not of this file alone.
    #expect(source.replacing("fileprivate init", with: "init").contains(initialiser))
  }

  @Test func itsValuesAreTakenOverOnceByEachDevice() throws {
    let json =
      "{\"currentTimestamp\": {\"count\": 4, \"id\": \"E7\"}, \"valueContainersByKey\": \(old)}"
    let notes = try JSONDecoder().decode(
      OldDictionary<String, OldNote>.self, from: Data(json.utf8))
    let container = try #require(notes.valueContainersByKey["b"])
    #expect(!container.isDeleted)
    let mine = try Note(container.value)
    var yours = try Note(container.value)
    #expect(mine.title.value == "Plan" && mine.text.string == "Ok" && mine.tags.values == ["home"])
    yours.text.append("!")
    #expect(mine.merged(with: yours) == yours && yours.text.string == "Ok!")
  }
}
