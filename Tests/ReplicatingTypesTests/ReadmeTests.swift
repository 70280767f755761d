// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

// The example of the README, word for word, but for its last line.
private struct Note: ReplicatingFields {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var tags = ReplicatingSet<String>()
  init() {}

  static let frameKind = FrameKind(code: 1000, name: "a note")  // yours: from 1000
  var fields: Fields<ReplicatingRegister<String>, ReplicatingText, ReplicatingSet<String>> {
    get { Fields(title, text, tags) }
    set { (title, text, tags) = newValue.values }
  }
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
