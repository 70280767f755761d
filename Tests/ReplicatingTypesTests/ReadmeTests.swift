// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

// The example of the README, word for word, but for its last line.
private struct Note: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()

  static let kind = "com.example.note"
  static let fields = FieldList(("title", \Note.title), ("text", \.text), ("tags", \.tags))
}

@Suite struct ReadmeTests {
  @Test func theExampleDoesWhatItSays() throws {
    var laptop = Note()
    laptop.text.append("Buy milk")
    var phone = try Note(encoded: laptop.encoded())  // as if it had travelled

    laptop.text.append(" and bread")  // both are edited offline
    laptop.tags.insert("home")
    phone.title.value = "Shopping"
    phone.text.characters.insert("oat ", at: 4)

    if let news = laptop.delta(since: phone.version) {  // what the phone lacks
      try phone.merge(delta: news)
    }
    laptop.merge(phone)  // or whole values
    #expect(laptop == phone)
    #expect("\(laptop.text)" == "Buy oat milk and bread")
  }
}
