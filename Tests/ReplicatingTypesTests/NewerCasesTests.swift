// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import Testing

@testable import ReplicatingTypes

private enum FirstColor: String, Codable, CaseIterable {
  case red, green
}

private enum Color: String, Codable, CaseIterable {
  case red, green, blue
}

/// A card of the app's first version.
private struct FirstCard: ReplicatingModel {
  struct Frame: Hashable, Codable {
    var color = FirstColor.red
  }

  var title = ReplicatingRegister(default: "")
  var color = ReplicatingRegister(default: FirstColor.red)
  var frame = ReplicatingRegister(default: Frame())

  static let kind = "com.example.card"
  static let fields = FieldList(
    ("title", \FirstCard.title), ("color", \.color), ("frame", \.frame))
}

/// A card of the second version, with another color.
private struct Card: ReplicatingModel {
  struct Frame: Hashable, Codable {
    var color = Color.red
    var width: Int?
  }

  var title = ReplicatingRegister(default: "")
  var color = ReplicatingRegister(default: Color.red)
  var frame = ReplicatingRegister(default: Frame())

  static let kind = FirstCard.kind
  static let fields = FieldList(("title", \Card.title), ("color", \.color), ("frame", \.frame))
}

/// Values in registers that a version of the app cannot read.
@Suite struct NewerCasesTests {
  private typealias Shown = SeenByNewer<[String]>

  private static var older: [LawSubject<FirstCard, [String]>.RandomEdit] {
    [
      { card, random in
        card.title.value = random.pick(["one", "two"])
        return "title"
      },
      { card, random in
        card.color.value = random.pick(FirstColor.allCases)
        return "color"
      },
      { card, random in
        card.frame.value.color = random.pick(FirstColor.allCases)
        return "frame"
      },
    ]
  }

  private static var newer: [LawSubject<Card, [String]>.RandomEdit] {
    [
      { card, random in
        card.title.value = random.pick(["one", "two"])
        return "title"
      },
      { card, random in
        card.color.value = random.pick(Color.allCases)
        return "color"
      },
      { card, random in
        card.frame.value = Card.Frame(color: random.pick(Color.allCases), width: random.below(2))
        return "frame"
      },
    ]
  }

  @Test func lawsOfTwoVersions() throws {
    let subject: LawSubject<TwoVersions<FirstCard, Card>, Shown> = .ofTwoVersions(
      "cards in two versions", make: { Card() }, older: Self.older, newer: Self.newer,
      observe: { ["\($0.title)", "\($0.color)", "\($0.frame)"] })
    print(try LawDriver(subject, seed: 1).run(schedules: 500))
  }

  /// In a dictionary of models.
  @Test func lawsOfTwoVersionsInADictionary() throws {
    typealias FirstBox = ReplicatingDictionary<String, FirstCard>
    typealias Box = ReplicatingDictionary<String, Card>
    let older: [LawSubject<FirstBox, [String]>.RandomEdit] = Self.older.map { edit in
      { box, random in edit(&box["a", default: FirstCard()], &random) }
    }
    let newer: [LawSubject<Box, [String]>.RandomEdit] =
      Self.newer.map { edit in
        { box, random in edit(&box["a", default: Card()], &random) }
      } + [
        { box, _ in
          box["a"] = nil
          return "remove"
        }
      ]
    let subject: LawSubject<TwoVersions<FirstBox, Box>, Shown> = .ofTwoVersions(
      "boxes of cards in two versions", make: { Box() }, older: older, newer: newer,
      observe: { $0.map { "\($0.key) \($0.value.color) \($0.value.frame)" } })
    print(try LawDriver(subject, seed: 1).run(schedules: 300))
  }

  @Test func aCaseThatAnOlderVersionLacksIsKept() throws {
    var card = Card()
    card.color.value = .blue
    card.frame.value = Card.Frame(color: .blue, width: 3)
    var older = try FirstCard(encoded: card.encoded())
    #expect(!older.color.isReadable && older.color.value == .red)
    #expect(!older.frame.isReadable && older.title.isReadable)
    older.title.value = "Card"
    let delta = try #require(older.delta(since: FirstCard.Version(encoded: card.version.encoded())))
    try card.merge(delta: Card.Delta(encoded: delta.encoded()))
    #expect(card.color.value == .blue && card.color.isReadable && card.frame.value.width == 3)
    #expect(try older.encoded() == card.encoded())
    older.color.value = .green
    #expect(older.color.isReadable)
    card.merge(try Card(encoded: older.encoded()))
    #expect(card.color.value == .green)
  }

  @Test func aDeltaWithACaseThatAnOlderVersionLacksIsTakenIn() throws {
    var (card, older) = (Card(), FirstCard())
    card.color.value = .blue
    let delta = try #require(card.delta(since: Card().version))
    try older.merge(delta: FirstCard.Delta(encoded: delta.encoded()))
    #expect(!older.color.isReadable && older.color.value == .red)
    #expect(try older.encoded() == card.encoded())
    #expect(older == (try FirstCard(encoded: card.encoded())))
  }

  /// A value of another type is no newer one.
  @Test func aValueOfAnotherTypeIsRefused() throws {
    struct Other: ReplicatingModel {
      var color = ReplicatingRegister(default: 0)
      static let kind = FirstCard.kind
      static let fields = FieldList(("color", \Other.color))
    }
    var other = Other()
    other.color.value = 7
    #expect(throws: DecodingFailure.self) { try FirstCard(encoded: other.encoded()) }
  }

  /// Without a default nothing can be shown.
  @Test func aRegisterWithoutADefaultIsRefused() throws {
    let register = ReplicatingRegister(Color.blue)
    #expect(throws: DecodingFailure.newerValue(type: "FirstColor", part: "")) {
      try ReplicatingRegister<FirstColor>(encoded: register.encoded())
    }
  }
  private struct Sheet<Value: Codable & Hashable & Sendable>: ReplicatingModel {
    var colors = ReplicatingDictionary<String, ReplicatingRegister<Value>>()
    var plain = ReplicatingOrderedDictionary<Int, Value>()
    var nested = ReplicatingDictionary<String, ReplicatingDictionary<Int, Value>>()
    var list = ReplicatingArray<Value>()

    static var kind: String { "com.example.sheet" }
    static var fields: FieldList<Sheet> {
      FieldList(
        ("colors", \Sheet.colors), ("plain", \.plain), ("nested", \.nested), ("list", \.list))
    }
  }

  /// No default says what to show, so the whole is refused. The failure says where the case stands.
  @Test func aRefusalNamesTheFieldAndTheKey() throws {
    let edits: [(part: String, edit: (inout Sheet<Color>) -> Void)] = [
      ("colors[\"Ann\"]", { $0.colors["Ann"] = ReplicatingRegister(.blue) }),
      ("plain[7]", { $0.plain[7] = .blue }),
      ("nested[\"Ann\"][7]", { $0.nested["Ann"] = [7: .blue] }),
      ("list", { $0.list.append(.blue) }),
    ]
    for (part, edit) in edits {
      var sheet = Sheet<Color>()
      sheet.colors["Bo"] = ReplicatingRegister(.red)
      sheet.plain[1] = .green
      edit(&sheet)
      let failure = DecodingFailure.newerValue(type: "FirstColor", part: part)
      #expect(throws: failure) { try Sheet<FirstColor>(encoded: sheet.encoded()) }
      let delta = try #require(sheet.delta(since: Sheet<Color>().version))
      #expect(throws: failure) { try Sheet<FirstColor>.Delta(encoded: delta.encoded()) }
    }
  }
}
