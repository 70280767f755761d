// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicationLaws
import Testing

@testable import ReplicatingTypes

/// A model with an id that each decoding would make anew.
private struct Ware: ReplicatingModel {
  let id = UUID()
  var title = ReplicatingRegister(default: "")

  static let kind = "com.example.ware"
  static let fields = FieldList(("title", \Ware.title))
}

/// A model that lists one of two fields of a type.
private struct Halves: ReplicatingModel {
  var first = ReplicatingRegister(default: 0)
  var second = ReplicatingRegister(default: 0)

  static let kind = "com.example.halves"
  static let fields = FieldList(("first", \Halves.first))
}

/// A model that lists the other of two fields of a type.
private struct LaterHalf: ReplicatingModel {
  var first = ReplicatingRegister(default: 0)
  var second = ReplicatingRegister(default: 0)

  static let kind = "com.example.later-half"
  static let fields = FieldList(("second", \LaterHalf.second))
}

/// A model that lists the other of two observed fields of a type.
private struct ObservedHalf: ReplicatingModel {
  var first = ReplicatingRegister(default: 0) { didSet {} }
  var second = ReplicatingRegister(default: 0) { didSet {} }

  static let kind = "com.example.observed-half"
  static let fields = FieldList(("second", \ObservedHalf.second))
}

/// A model that stores a field of the type of a listed part of another property.
private struct Letter: ReplicatingModel {
  struct Texts: Hashable {
    var body = ReplicatingText()
  }

  static let uncheckedProperties: Set = ["texts"]

  var texts = Texts()
  var remarks = ReplicatingText()

  static let kind = "com.example.letter"
  static let fields = FieldList(("body", \Letter.texts.body))
}

/// A model with a property that hides its size.
private struct Labelled: ReplicatingModel {
  static let uncheckedProperties: Set = ["label"]

  var label: any Hashable & Sendable = 0 as UInt8
  var first = ReplicatingRegister(default: 0)
  var second = ReplicatingRegister(default: "")

  static func == (one: Labelled, other: Labelled) -> Bool {
    one.first == other.first && one.second == other.second
  }

  func hash(into hasher: inout Hasher) { hasher.combine(first) }

  static let kind = "com.example.labelled"
  static let fields = FieldList(("first", \Labelled.first), ("second", \.second))
}

/// A model that lists a key twice.
private struct Twins: ReplicatingModel {
  var first = ReplicatingRegister(default: 0)
  var second = ReplicatingRegister(default: 0)

  static let kind = "com.example.twins"
  static let fields = FieldList(("twin", \Twins.first), ("twin", \.second))
}

/// A model that lists one of two properties twice.
private struct Mistaken: ReplicatingModel {
  var first = ReplicatingRegister(default: 0)
  var second = ReplicatingRegister(default: 0)

  static let kind = "com.example.mistaken"
  static let fields = FieldList(("first", \Mistaken.first), ("second", \.first))
}

/// A model whose constant begins with another value each time.
private struct Restless: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var id = UUID()

  static let kind = "com.example.restless"
  static let fields = FieldList(("title", \Restless.title), constants: ("id", \.id))
}

/// A model whose title is set anew by each copy.
private struct Untitled: ReplicatingModel {
  var title = ReplicatingRegister("untitled")

  static let kind = "com.example.untitled"
  static let fields = FieldList(("title", \Untitled.title))
}

/// A model whose set is filled anew by each copy.
private struct Tagged: ReplicatingModel {
  var tags: ReplicatingSet = ["new"]

  static let kind = "com.example.tagged"
  static let fields = FieldList(("tags", \Tagged.tags))
}

/// A model with a field that travels whole, and begins with another value each time.
private struct Dated: ReplicatingModel {
  var opening = Opening()

  static let kind = "com.example.dated"
  static let fields = FieldList(("opening", \Dated.opening))

  struct Opening: Replicable, Hashable, Codable, Sendable {
    var id = UUID()
    func merged(with other: Self) -> Self { id < other.id ? other : self }
  }
}

/// A model that stores nothing that would be lost.
private struct Sheet: ReplicatingModel {
  struct Texts: Hashable {
    var head = ReplicatingText()
    var body = ReplicatingText()
  }

  static let limit = 10
  static let uncheckedProperties: Set = ["texts", "words"]

  var order = ReplicatingArray<Int>()
  private var texts = Texts()
  lazy var words = 0
  var title: String { texts.head.string }
  var isOpen = ReplicatingRegister(default: false)
  private(set) var owner = ""

  init(owner: String = "") {
    self.owner = owner
  }

  init() {}

  mutating func write(_ body: String) { texts.body.append(body) }

  static let kind = "com.example.sheet"
  static let fields = FieldList(
    ("open", \Sheet.isOpen), ("head", \.texts.head), ("body", \.texts.body), ("order", \.order),
    constants: ("owner", \.owner))
}

@Suite struct FieldListTests {
  @Test func aStoredPropertyThatTheListLacksIsNamed() {
    #expect(
      Ware().listingFault == """
        Ware stores id: UUID, which its list of fields lacks, so it would be lost when saved: make \
        it a ReplicatingRegister(default:) or a constant and list it, make it computed or static, \
        or name it in uncheckedProperties
        """)
    #expect(
      Halves().listingFault == """
        Halves stores second: ReplicatingRegister<Int>, which its list of fields lacks, so it \
        would be lost when saved: list it, as in ("second", \\.second)
        """)
    #expect(Sheet().listingFault == nil)
  }

  @Test func theOneOfTwoPropertiesOfATypeThatTheListLacksIsNamed() {
    let finding = "stores first: ReplicatingRegister<Int>, which its list of fields lacks"
    #expect(LaterHalf().listingFault?.hasPrefix("LaterHalf \(finding)") == true)
    #expect(ObservedHalf().listingFault?.hasPrefix("ObservedHalf \(finding)") == true)
  }

  @Test func aListedPartOfAPropertyStandsForNoOtherProperty() {
    let finding = "Letter stores remarks: ReplicatingText, which its list of fields lacks"
    #expect(Letter().listingFault?.hasPrefix(finding) == true)
  }

  @Test func propertiesAfterOneOfAProtocolTypeAreFound() {
    #expect(Labelled().listingFault == nil)
  }

  @Test func aKeyUsedTwiceIsNamed() {
    #expect(
      Twins().listingFault == """
        Twins lists the key "twin" twice, so one field would be saved as the other: give each \
        field a key of its own
        """)
  }

  @Test func aPropertyListedTwiceIsNamed() {
    #expect(
      Mistaken().listingFault == """
        Mistaken lists one property under two keys, "first" and "second": list each property once
        """)
  }

  @Test func aConstantWithoutAFixedBeginningIsNamed() {
    #expect(
      Restless().listingFault == """
        the constant "id" of Restless begins with another value each time, so no two copies would \
        agree: give it a fixed value, and set it in an initialiser
        """)
  }

  @Test func aFieldThatTravelsWholeWithoutAFixedBeginningIsNamed() {
    #expect(
      Dated().listingFault == """
        the field "opening" of Dated begins with another value each time, so no two copies would \
        agree: give it a fixed value, and set it in an initialiser
        """)
  }

  @Test func aFieldThatEachCopyWouldSetIsNamed() {
    #expect(
      Untitled().listingFault == """
        "title" of Untitled has contents in init(), so that each new copy would set them again over \
        what people set: begin with ReplicatingRegister(default:) or an empty value, and add \
        contents in an initialiser with parameters
        """)
    #expect(Tagged().listingFault?.hasPrefix("\"tags\" of Tagged has contents in init()") == true)
  }

  @Test func aModelThatListsAllItStoresIsUsed() throws {
    var sheet = Sheet(owner: "Ann")
    sheet.isOpen.value = true
    sheet.write("text")
    #expect(try Sheet(encoded: sheet.encoded()) == sheet)
    #expect(try Sheet(encoded: sheet.encoded()).owner == "Ann")
  }

  /// Each way to use it for the first time.
  @Test func theFirstUseOfAModelThatWouldLoseAPropertyStops() async {
    await #expect(processExitsWith: .failure) { _ = try Ware().encoded() }
    await #expect(processExitsWith: .failure) { _ = Ware().version }
    await #expect(processExitsWith: .failure) { _ = Ware().merged(with: Ware()) }
    await #expect(processExitsWith: .failure) {
      var writer = ByteWriter()
      writer.writeCount(0)
      _ = try Ware(encoded: Frame.seal(writer, as: Ware.frameKind))
    }
    await #expect(processExitsWith: .failure) { _ = try Twins().encoded() }
  }

  /// Before it is used: the violation tells what the stopped program does.
  @Test func theLawKitNamesThePropertyThatWouldBeLost() throws {
    let subject = LawSubject(
      "a ware", make: { Ware() },
      edits: [
        { ware, _ in
          ware.title.value = "x"
          return "title x"
        }
      ],
      observe: { $0.title.value })
    let finding = try #require(Ware().listingFault)
    #expect { try LawDriver(subject).run() } throws: {
      let violation = $0 as? LawViolation
      return violation?.law == .fields && violation?.finding == finding
    }
    #expect { try ExhaustiveSearch(subject, edits: ["": { _ in }]).run() } throws: {
      ($0 as? LawViolation)?.finding == finding
    }
  }
}
