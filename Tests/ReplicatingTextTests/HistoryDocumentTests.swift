// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingText
import Testing

// What follows stands in Documentation/History.md, word for word, apart from
// indentation.

@Suite struct HistoryDocumentTests {
  @Test func theWholePage() throws {
    var printed: [String] = []
    func print(_ item: some CustomStringConvertible) { printed.append(item.description) }

    var text: ReplicatingText = "Buy milk"
    var shown = text.version
    var view = Array(text.string.utf16)

    func refresh() throws {
      for change in try text.utf16.changes(since: shown).reversed() {
        view.replaceSubrange(change.old, with: change.string.utf16)
      }
      shown = text.version
    }

    let caret = text.characters.anchor(at: 4)
    var other = text
    other.characters.insert("today: ", at: 0)
    text.characters.insert("oat ", at: 4)
    text.merge(other)
    try refresh()
    print(text)  // today: Buy oat milk
    print(text.characters.offset(of: caret)!)  // 15
    #expect(printed == ["today: Buy oat milk", "15"])
    #expect(String(decoding: view, as: UTF16.self) == text.string)

    let before = text.version
    text.update(to: "Buy oat milk and bread")
    print(try text.string(at: before))  // today: Buy oat milk

    for session in text.sessions {
      let then = try text.string(at: session.version)
      print("\(session.version): \(session.insertedCount) typed, reads \(then)")
    }
    #expect(printed[2] == "today: Buy oat milk")
    let sessions: [ReplicatingText.Session] = text.sessions
    #expect(printed.count == 3 + sessions.count)
    #expect(printed.last?.hasSuffix("reads Buy oat milk and bread") == true)

    var phone = ReplicatingText()
    let asked = phone.version.encoded()  // what the phone has seen, on its way

    let seen = try ReplicatingText.Version(encoded: asked)
    if let news = text.delta(since: seen) {
      let sent = news.encoded()  // what it lacks, on its way back
      try phone.merge(delta: ReplicatingText.Delta(encoded: sent))
    }
    print(phone == text)  // true
    #expect(printed.last == "true")

    let scalar = text.utf16.scalarOffset(of: 4)
    print(text.characters.offset(ofScalar: scalar))  // 4
    #expect(printed.last == "4")

    var draft: ReplicatingText = "Buy milk"
    var editing = TextEditing(draft)
    draft.append(" today")  // by another device
    editing.typed("Buy oat milk", caret: 8, in: &draft)
    print(editing.string)  // Buy oat milk
    print(draft)  // Buy oat milk today
    editing.arrived(draft)
    print(editing.string)  // Buy oat milk today
    #expect(printed.suffix(3) == ["Buy oat milk", "Buy oat milk today", "Buy oat milk today"])
  }

  @Test func thePagesCodeIsThisCode() throws {
    let file = URL(filePath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Documentation/History.md"), encoding: .utf8)
    let source = Self.lines(try String(contentsOf: file, encoding: .utf8)).joined(separator: "\n")
    let blocks = page.components(separatedBy: "\n```swift\n").dropFirst().map {
      Self.lines($0.components(separatedBy: "\n```\n")[0]).joined(separator: "\n")
    }
    #expect(blocks.count == 6)
    for block in blocks { #expect(source.contains(block), "\(block)") }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
