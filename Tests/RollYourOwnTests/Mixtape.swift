// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws
import RollYourOwn
import Testing

struct Mixtape: ReplicatingModel {
  var title = LastWriterRegister(default: "")
  var songs = IdentityList<String>()
  var newerFields = NewerFields()

  static let kind = "com.example.mixtape"
  static let fields = FieldList(("title", \Mixtape.title), ("songs", \.songs))
}

@Suite struct MixtapeTests {
  @Test func itKeepsTheLaws() throws {
    let subject = LawSubject(
      "a mixtape", make: { Mixtape() },
      edits: [
        { tape, random in
          tape.songs.insert("song", at: random.below(tape.songs.elements.count + 1))
          return "insert"
        },
        { tape, random in
          tape.title.value = random.pick(["one", "two"])
          return "set the title"
        },
      ],
      observe: \.songs.elements)
    let report = try LawDriver(subject).run(schedules: 100)
    #expect(report.properties.values.allSatisfy { $0 > 0 }, "\(report)")
  }

  @Test func aFieldTravelsWholeOnceItIsEdited() throws {
    var tape = Mixtape()
    for number in 0..<100 { tape.songs.insert("song \(number)", at: number) }
    let whole = try tape.encoded().count
    let before = tape.version
    tape.title.value = "Summer"
    let title = try #require(tape.delta(since: before)).encoded().count
    #expect(title < whole / 10)
    tape.songs.insert("one more", at: 0)
    #expect(try #require(tape.delta(since: before)).encoded().count > whole)
  }
}
