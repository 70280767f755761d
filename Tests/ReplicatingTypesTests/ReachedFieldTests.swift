// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

/// Models that list their fields by functions, as those do that compile as Embedded Swift, too.
@Suite struct ReachedFieldTests {
  private struct Card: ReplicatingModel {
    var text = ReplicatingText()
    var tags = ReplicatingSet<String>()

    static let kind = "com.example.card"

    static let fields = FieldList<Card>([
      ReachedField("text", { $0.text }, { $1(&$0.text) }),
      ReachedField("tags", { $0.tags }, { $1(&$0.tags) }),
    ])
  }

  /// The same model with key paths.
  private struct ListedCard: ReplicatingModel {
    var text = ReplicatingText()
    var tags = ReplicatingSet<String>()

    static let kind = Card.kind

    static let fields = FieldList(("text", \ListedCard.text), ("tags", \.tags))
  }

  private func card() -> Card {
    var card = Card()
    card.text.append("Buy milk")
    card.tags.insert("home")
    return card
  }

  @Test func editsOfAllFieldsAreMergedAndSent() throws {
    let one = card()
    var other = try Card(encoded: one.encoded())
    #expect(other == one)
    let seen = other.version
    other.text.append(" and tea")
    other.tags.remove("home")
    var received = one
    try received.merge(delta: #require(other.delta(since: seen)))
    #expect(received == other && received == one.merged(with: other))
    #expect(received.text.string == "Buy milk and tea")
    #expect(received.tags.isEmpty)
  }

  @Test func bytesAreThoseOfTheModelThatListsKeyPaths() throws {
    let card = card()
    let listed = try ListedCard(encoded: card.encoded())
    #expect(listed.text.string == "Buy milk" && listed.tags.contains("home"))
    #expect(try listed.encoded() == card.encoded())
    #expect(listed.version[\.text] == card.version["text"])
  }

  @Test func aVersionTellsThatOfAField() {
    var card = card()
    let seen: ReplicatingText.Version = card.version["text"]
    #expect(seen == card.text.version)
    let unseen: ReplicatingText.Version = ModelVersion<Card>()["text"]
    #expect(unseen == ReplicatingText.Version())
    card.text.append("!")
    #expect(card.version["text"] != seen)
    #expect(card.version["tags"] == card.tags.version)
  }
}
