// SPDX-License-Identifier: MIT

import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentNotes

@Suite struct NoteFileTests {
  private func note(_ title: String, _ text: String, tags: [String] = []) -> Note {
    NoteDraft(title: title, text: text, tags: tags, priority: .low).note(created: 1_500_000_000_123)
  }

  @Test(arguments: [
    "", "text", "line\n", "\n\nline\r\n", "---\nx: y\n---\nrest", "---\n", "--- \n---\n",
    "a\0b\u{feff}",
  ])
  func whatIsWrittenIsReadAgain(_ text: String) {
    for title in [
      "Plan", "\u{301}x", "\"a\\b\"", "x\ny\u{1b}\u{2028}\u{85}", "'", "[a]", "#", "Ä 👩‍👩‍👧",
    ] {
      let id = NoteID(rawValue: 0xabc)
      let file = NoteFile(note(title, text, tags: [title, "b, c"].filter { !$0.isEmpty }), id: id)
      let read = NoteFile(file.content)
      #expect(read == file, "\(file.content)")
    }
  }

  @Test func theFormIsTheDocumentedOne() {
    let environment = ReplicationEnvironment(milliseconds: { 1 }, random: { 1 })
    let note = environment.run { self.note("A \"b\"", "Text\n", tags: ["y", "x"]) }
    let file = NoteFile(note, id: NoteID(rawValue: 1))
    #expect(
      file.content == """
        ---
        title: "A \\"b\\""
        tags: ["x", "y"]
        priority: low
        created: 2017-07-14T02:40:00.123Z
        id: 00000000000000000000000000000001
        exported: 090d6fa952706184-59096758-265325c1-bb4b3d4c-3343b63e
        ---
        Text

        """)
  }

  /// Files of any content are written as they were read. Their lines are those of front matter, changed at random.
  @Test func anyFileIsWrittenAsItWasRead() {
    var chance = TestRun.generator(seed: 31)
    let parts = [
      "---\n", "---\r\n", "\n", "title: ", "tags: ", "[a, \"b\"]", "\"", "'", "priority: high\n",
      "exported: 090d6fa952706184-59096758-265325c1-bb4b3d4c-3343b63e\n",
      "created: 2017-07-14T02:40:00.123Z\n",
      "id: 00000000000000000000000000000001\n", "# Plan\n", "  - x\n", "|\n", "\u{feff}", "é", "\0",
      ": ", "x\n",
    ]
    for _ in 0..<TestRun.length(4_000) {
      let content = (0..<chance.below(12)).map { _ in parts[chance.below(parts.count)] }.joined()
      let file = NoteFile(content)
      let again = NoteFile(file.content)
      if again.content != file.content { Issue.record("\(content.debugDescription) changes") }
      guard let stamp = file.exported else { continue }
      #expect(ExportStamp(stamp.description) == stamp)
    }
  }

  /// A line that is not a well-formed export line is left out if the file has an id. Otherwise the
  /// header is not that of an export.
  @Test(arguments: ["", "0", "2026-01-01", "0-0-0-0-0", "0-1-2-3-4", "x", "[a]"])
  func aBrokenLineOfTheExportIsLeftOut(_ value: String) {
    let id = NoteID(rawValue: 7)
    let file = NoteFile("---\nexported: \(value)\nid: \(id)\n---\nText")
    #expect(file.exported == nil)
    #expect(file.text == "Text")
    #expect(file.id == id)
    let other = "---\nexported: \(value)\n---\nText"
    #expect(NoteFile(other).text == other)
  }

  @Test func aByteOrderMarkIsSkipped() {
    let file = NoteFile(note("Plan", "\u{feff}Text"), id: NoteID(rawValue: 1))
    #expect(NoteFile("\u{feff}" + file.content) == file)
    #expect(NoteFile("\u{feff}Text").text.utf8.elementsEqual("Text".utf8))
  }

  @Test func otherFormsAreRead() {
    let file = NoteFile(
      "---\r\ntitle: It's: a plan\r\ntags:\r\n  - a\r\n  - 'b''c'\r\ncreated: 2020-01-02\r\n---\r\nText"
    )
    #expect(file.title == "It's: a plan")
    #expect(file.tags == ["a", "b'c"])
    #expect(file.created == 1_577_923_200_000)
    #expect(file.text == "Text")
    #expect(NoteFile("---\ntags: [a, b c]\n---\n").tags == ["a", "b c"])
    #expect(NoteFile("---\ntags: []\n---\n").tags == [])
  }

  @Test(arguments: [
    ("home", ["home"]), ("one, two", ["one", "two"]), ("#home", ["home"]),
    ("one, #two", ["one", "two"]), ("#one #two", ["one", "two"]), ("\"one, two\"", ["one", "two"]),
    ("home # where", ["home"]), ("home #where", ["home"]), ("a b", ["a b"]),
    ("a,, b,", ["a", "b"]),
    ("[a, \"b, c\", 'd''e', #f] # x", ["a", "b, c", "d'e", "f"]), ("[a, ]", ["a"]),
    ("[\"\u{301}x\"]", ["\u{301}x"]), ("[ ]", []),
    ("\n- home # where\n- \"#b\"\n- #c\n- # nothing", ["home", "#b", "c"]),
    ("\"a b\", #c", ["a b", "c"]),
  ])
  func tagsAreReadInManyForms(_ text: String, _ tags: [String]) {
    let file = NoteFile("---\ntags: \(text)\n---\nText")
    #expect(file.tags == tags)
    #expect(file.text == "Text")
  }

  /// The readable tags are taken. The line stays in the text, since it holds more.
  @Test(arguments: ["[a, {b: c}, d]", "[a, \"b, d]", "[a, [b, c], d]", "\n- a\n- \"b\n- d"])
  func ofAListWithOtherThingsTheTagsAreTaken(_ text: String) {
    let content = "---\ntags: \(text)\n---\nText"
    let file = NoteFile(content)
    #expect(file.tags?.first == "a")
    #expect(file.tags?.contains { $0.contains("b") } == false)
    #expect(file.text == content)
  }

  @Test(arguments: [
    ("x # comment", "x"), ("C# and F#", "C# and F#"), ("\"x\" # comment", "x"),
    ("'x # y' # z", "x # y"), ("\"a \\\" # b\"", "a \" # b"), ("\u{301}x", "\u{301}x"),
  ])
  func aCommentIsNoTitle(_ text: String, _ title: String) {
    let file = NoteFile("---\ntitle: \(text)\n---\nText")
    #expect(file.title == title)
    #expect(file.text == "Text")
  }

  @Test(arguments: [
    ("2020-01-02", 0), ("2020-01-02T03:04:05Z", 11_045_000), ("2020-01-02 03:04:05Z", 11_045_000),
    ("2020-01-02T03:04:05", 11_045_000), ("2020-01-02 03:04", 11_040_000),
    ("2020-01-02T03:04Z", 11_040_000), ("2020-01-02t03:04:05.6z", 11_045_600),
    ("2020-01-02T03:04:05.67891Z", 11_045_678), ("2020-01-02T03:04:05+01:00", 7_445_000),
    ("2020-01-02 03:04:05 -0130", 16_445_000), ("2020-01-02T00:00:00+14", -50_400_000),
    ("'2020-01-02 03:04:05'", 11_045_000), ("2020-01-02 # a day", 0),
  ])
  func timesAreReadToTheMillisecond(_ text: String, _ after: Int) {
    for name in ["created", "date"] {
      let file = NoteFile("---\n\(name): \(text)\n---\nText")
      #expect(file.created == UInt64(1_577_923_200_000 + after), "\(text)")
      #expect(file.text == "Text")
    }
  }

  @Test(arguments: [
    "2020-01-02garbage", "2020-01-02T", "2020-01-02 x", "2020-02-30", "2021-02-29", "1900-02-29",
    "2020-13-01", "2020-00-01", "2020-01-00", "2020-01-02T25:00:00Z", "2020-01-02T24:00:00Z",
    "2020-01-02T03:60:00Z", "2020-01-02T03:04:60Z", "2020-01-02T03:04:05.Z", "2020-01-02T03Z",
    "2020-01-02T03:04:05+1", "2020-01-02T03:04:05+01:00x", "2020-1-2", "20200102", "1969-12-31",
    "0000-01-01", "٢٠٢٠-01-02", "2020-01-02T03:04:05ZZ",
  ])
  func whatIsNoTimeIsKept(_ text: String) {
    for name in ["created", "date"] {
      let content = "---\n\(name): \(text)\n---\nText"
      #expect(NoteFile(content).created == nil)
      #expect(NoteFile(content).text == content)
    }
  }

  @Test func everyDayIsRead() {
    for day in stride(from: 0, through: 2_932_896, by: 97) {
      let milliseconds = UInt64(day) * 86_400_000 + 1
      #expect(NoteFileDate.milliseconds(NoteFileDate.text(milliseconds)) == milliseconds)
    }
    #expect(NoteFileDate.milliseconds("9999-12-31T23:59:59.999Z") == 253_402_300_799_999)
    #expect(NoteFileDate.milliseconds("2000-02-29") == 951_782_400_000)
  }

  @Test func createdIsMeantBeforeDate() {
    let file = NoteFile("---\ndate: 2021-01-01\ncreated: 2020-01-02\n---\nText")
    #expect(file.created == 1_577_923_200_000)
    #expect(file.text == "---\ndate: 2021-01-01\n---\nText")
  }

  /// Unknown lines of the header stay in the text.
  @Test(arguments: [
    "author: me", "priority: 5", "id: 17", "created: yesterday", "title: |", "tags: {a: b}", "# x",
    "tags: [\"a\"", "tags: [{a: b}]", "tags: |", "tags: # x", "title: \"a", "title: # x",
    "title: \"a\" b", "author:\n  - a\n  - b",
  ])
  func whatIsNotOursIsKept(_ lines: String) {
    let file = NoteFile("---\n\(lines)\npriority: high\n---\nText")
    #expect(file.text == "---\n\(lines)\n---\nText")
    #expect(file.priority == .high)
    #expect(file.title == nil)
  }

  @Test(arguments: [
    "no front matter", "---\ntitle: never ends\n", " ---\ntitle: a\n---\n", "----\n",
  ])
  func withoutFrontMatterAllIsText(_ content: String) {
    #expect(NoteFile(content).text == content)
    #expect(NoteFile(content).title == nil)
  }
}
