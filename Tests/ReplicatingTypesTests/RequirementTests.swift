// SPDX-License-Identifier: MIT

import BinaryCoding
import Testing

@testable import ReplicatingTypes

/// A caller's mistake stops the program with words, in release builds too: these tests are compiled
/// with optimisation.
@Suite struct RequirementTests {
  /// A mistake, and a part of what the program says.
  enum Mistake: String, CaseIterable, Codable {
    case arrayIndex = "index 3 is not within 0..<3"
    case arrayRange = "2..<4 is not within 0..<3"
    case arrayAnchor = "index 9 is not within 0...3"
    case setIndex = "index 1 is not within 0..<1"
    case addOnlySetIndex = "index 2 is not within 0..<1"
    case orderedSetIndex = "index 4 is not within 0..<1"
    case orderedSetPlace = "index 5 is not within 0...0"
    case dictionaryIndex = "index 0 is not within 0..<0"
    case orderedDictionaryIndex = "index 1 is not within 0..<0"
    case orderedDictionaryPlace = "index 6 is not within 0...0"
    case textScalars = "1..<5 is not within 0..<4"
    case textUTF16 = "2..<5 is not within 0..<4"
    case textCharacters = "3..<5 is not within 0..<4"
    case textOffset = "7 is not within 0...4"
    case textIndex = "this index is of the text as it stood before another edit"
    case textEnd = "this index is the end of the text"
    case textIndexAfterEnd = "no index 1 from this one is within the text"
    case undoSteps = "cannot keep -1 steps"
    case arrayUndoSteps = "cannot keep -2 steps"
    case notANumberInSet = "nan does not equal itself"
    case notANumberInOrderedSet = "-nan does not equal itself"
    case notANumberAsKey = "Place(x: nan) does not equal itself"
    case unlistedProperty = "title"
    case unlistedField = "does not list"
    case unlistedKey = "the model does not list name"
    case otherVersion = "the versions of the field name are of another type"
    case otherEmptyVersion = "versions of the field name are of another type"
    case versionOfConstant = "the versions of the field id are of another type"
    case mergedStrangers = "two different things are merged as one, of type Badge"
    case mergedStrangersInFields = "in the field \"badge\", the constant \"id\" is 1"
    case assignedStranger = "the constant \"id\" is 2 in one copy and 1 in another"
    case ignoredValue = "an empty Badge that was made before its place was read from bytes"
  }

  private struct Place: Codable, Hashable, Sendable { var x: Double }

  private struct Unlisted: ReplicatingModel {
    var title = ReplicatingRegister(default: "")
    var number = ReplicatingRegister(default: 0)
    static let kind = "unlisted"
    static let fields = FieldList(("number", \Unlisted.number))
  }

  private struct Badge: ReplicatingModel {
    var id = 0
    var name = ReplicatingRegister(default: "")
    static let kind = "badge"
    static let fields = FieldList(("name", \Badge.name), constants: ("id", \.id))
  }

  private struct Coat: ReplicatingModel {
    var badge = Badge()
    static let kind = "coat"
    static let fields = FieldList(("badge", \Coat.badge))
  }

  @Test(arguments: Mistake.allCases)
  func whatIsWrongIsSaid(_ mistake: Mistake) async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [mistake] in
      DebugRequirements.checked { Self.make(mistake) }
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("Fatal error: ") && said.contains(mistake.rawValue), "\(said)")
  }

  private static func make(_ mistake: Mistake) {
    var array: ReplicatingArray = [1, 2, 3]
    var orderedSet = ReplicatingOrderedSet<Int>()
    var orderedDictionary = ReplicatingOrderedDictionary<Int, Int>()
    var text: ReplicatingText = "four"
    switch mistake {
    case .arrayIndex: print(array[3])
    case .arrayRange: array.removeSubrange(2..<4)
    case .arrayAnchor: print(array.anchor(at: 9, .before))
    case .setIndex: print(ReplicatingSet([1])[1])
    case .addOnlySetIndex:
      var set = ReplicatingAddOnlySet<Int>()
      set.insert(1)
      print(set[2])
    case .orderedSetIndex:
      orderedSet.append(1)
      print(orderedSet[4])
    case .orderedSetPlace: orderedSet.insert(1, at: 5)
    case .dictionaryIndex:
      let dictionary = ReplicatingDictionary<Int, Int>()
      print(dictionary[dictionary.startIndex])
    case .orderedDictionaryIndex:
      print(orderedDictionary[orderedDictionary.index(after: orderedDictionary.startIndex)])
    case .orderedDictionaryPlace: orderedDictionary.insert(1, forKey: 1, at: 6)
    case .textScalars: text.unicodeScalars.removeSubrange(1..<5)
    case .textUTF16: text.utf16.removeSubrange(2..<5)
    case .textCharacters: text.characters.removeSubrange(3..<5)
    case .textOffset: print(text.utf16.offset(ofScalar: 7))
    case .textIndex:
      let index = text.characters.startIndex
      text.append("!")
      print(text.characters[index])
    case .textEnd: print(text.utf16[text.utf16.endIndex])
    case .textIndexAfterEnd: print(text.characters.index(after: text.characters.endIndex))
    case .undoSteps: print(TextUndo(limit: -1))
    case .arrayUndoSteps: print(ArrayUndo(limit: -2))
    case .notANumberInSet:
      var set = ReplicatingSet<Double>()
      set.insert(.nan)
    case .notANumberInOrderedSet:
      var set = ReplicatingOrderedSet<Double>()
      set.append(-.nan)
    case .notANumberAsKey:
      var dictionary = ReplicatingDictionary<Place, Int>()
      dictionary[Place(x: .nan)] = 1
    case .unlistedProperty: print(Unlisted().merged(with: Unlisted()))
    case .unlistedField: print(ModelVersion<Unlisted>()[\.title])
    case .unlistedKey: print(ModelVersion<Unlisted>()["name"] as RegisterStamp)
    case .otherVersion:
      var badge = Badge(id: 1)
      badge.name.value = "red"
      print(badge.version["name"] as VersionVector)
    case .otherEmptyVersion: print(Badge(id: 1).version["name"] as VersionVector)
    case .versionOfConstant: print(Badge().version["id"] as VersionVector)
    case .mergedStrangers: print(Badge(id: 1).merged(with: Badge(id: 2)))
    case .mergedStrangersInFields:
      print(Coat(badge: Badge(id: 1)).merged(with: Coat(badge: Badge(id: 2))))
    case .assignedStranger:
      var badges = ["a": Badge(id: 1)] as ReplicatingDictionary
      badges["a"] = Badge(id: 2)
    case .ignoredValue:
      let badge = Badge()
      var badges = ["a": Badge(name: ReplicatingRegister("Ann"))] as ReplicatingDictionary
      badges = (try? ReplicatingDictionary(encoded: badges.encoded())) ?? badges
      badges["a"] = badge
    }
  }
}
