// SPDX-License-Identifier: MIT

import NaiveFugue
import Testing

struct NaiveFugueTests {
  @Test func editsOfOneAuthorApplyInTurn() {
    var writer = Writer(1)
    writer.insert("hllo", at: 0)
    writer.insert("e", at: 1)
    writer.delete(at: 4)
    writer.insert("!", at: 4)
    #expect(text(writer) == "hell!")
  }

  @Test func wordsCompletedApartAreBothCompleted() {
    var author = Writer(1)
    author.insert("THEAT", at: 0)
    var first = Writer(2, after: author.tips)
    first.insert("C", at: 3)
    var second = Writer(3, after: author.tips)
    second.insert("RE", at: 5)
    #expect(text(author, first, second) == "THECATRE")
  }

  @Test(arguments: [1, 3])
  func typedWordsNeverMix(catSession: Int) {
    for isBackwards in [(false, false), (false, true), (true, false), (true, true)] {
      for start in ["", "[]"] {
        var author = Writer(0)
        author.insert(start, at: 0)
        let middle = start.count / 2
        var cat = Writer(catSession, after: author.tips)
        var dog = Writer(2, after: author.tips)
        isBackwards.0 ? cat.insertBackwards("cat", at: middle) : cat.insert("cat", at: middle)
        isBackwards.1 ? dog.insertBackwards("dog", at: middle) : dog.insert("dog", at: middle)
        let merged = text(author, cat, dog)
        #expect(merged.contains("cat") && merged.contains("dog"), "\(merged)")
        #expect(merged.count == 6 + start.count)
      }
    }
  }

  @Test func newerTextComesFirst() {
    var older = Writer(1)
    older.insert("cat", at: 0)
    var newer = Writer(2)
    newer.insert("dog", at: 0)
    #expect(text(older, newer) == "dogcat")

    // Of two edits, the one that follows more edits is the newer.
    var author = Writer(0)
    author.insert("[]", at: 0)
    var busy = Writer(1, after: author.tips)
    busy.insert("!", at: 2)
    busy.insert("cat", at: 1)
    var idle = Writer(2, after: author.tips)
    idle.insert("dog", at: 1)
    #expect(text(author, busy, idle) == "[catdog]!")
  }

  @Test func aStartDeletedAndWrittenAgainIsNewer() {
    var earlier = Writer(1)
    earlier.insert("123", at: 0)
    var later = Writer(2)
    later.insert("1", at: 0)
    later.delete(at: 0)
    later.insert("789", at: 0)
    #expect(text(earlier, later) == "789123")
  }

  @Test func oneElementDeletedTwiceIsDeletedOnce() {
    var author = Writer(1)
    author.insert("abc", at: 0)
    var first = Writer(2, after: author.tips)
    first.delete(at: 1)
    var second = Writer(3, after: author.tips)
    second.delete(at: 1)
    second.delete(at: 1)
    #expect(text(author, first, second) == "a")
  }

  @Test func textTypedBesideDeletedTextStays() {
    var author = Writer(1)
    author.insert("abc", at: 0)
    var first = Writer(2, after: author.tips)
    for _ in 0..<3 { first.delete(at: 0) }
    var second = Writer(3, after: author.tips)
    second.insert("x", at: 2)
    #expect(text(author, first, second) == "x")
  }

  @Test func placesBeyondTheEndMeanTheEnd() {
    var writer = Writer(1)
    writer.insert("ab", at: 7)
    writer.delete(at: 2)
    writer.delete(at: 99)
    writer.insert("c", at: 50)
    #expect(text(writer) == "abc")
    #expect(writer.count == 5)
  }

  @Test func pastVersionsCanBeRead() {
    var author = Writer(1)
    author.insert("ab", at: 0)
    let past = author.tips
    author.delete(at: 0)
    author.insert("c", at: 1)
    let document = Writer.Document(author.events)
    #expect(String(document.elements(at: past)) == "ab")
    #expect(String(document.elements(at: [])) == "")
    #expect(String(document.elements) == "bc")
    #expect(document.tips == author.tips)
  }
}
