// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// The model ``Errand`` with registers in sight.
private struct PlainErrand: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var due = ReplicatingRegister<Date?>(default: nil)
  var newerFields = NewerFields()

  static let kind = "com.example.errand"
  static let fields = FieldList(("title", \PlainErrand.title), ("due", \.due))
}

/// A model that lists one of two such properties.
private struct Halves: ReplicatingModel {
  @Replicated(default: 0) var first: Int
  @Replicated(default: 0) var second: Int

  static let kind = "com.example.halves"
  static let fields = FieldList(("first", \Halves.$first))
}

/// A model that lists the other of two properties of a type.
private struct LaterHalf: ReplicatingModel {
  @Replicated(default: 0) var first: Int
  @Replicated(default: 0) var second: Int

  static let kind = "com.example.later-half"
  static let fields = FieldList(("second", \LaterHalf.$second))
}

@Suite struct ReplicatedPropertyTests {
  @Test func aPropertyIsItsRegister() throws {
    var errand = Errand()
    errand.title = "Bank"
    var other = errand
    other.due = Date(timeIntervalSince1970: 1)
    errand.$title.value = "Post office"
    errand.merge(other)
    #expect(errand.title == "Post office" && errand.due == Date(timeIntervalSince1970: 1))
    let plain = try PlainErrand(encoded: errand.encoded())
    #expect(plain.title == errand.$title && plain.due == errand.$due)
    #expect(try plain.encoded() == errand.encoded())
    #expect("\(errand)".contains("_title: Post office"))
    // A default gives way, and does not travel.
    #expect(errand.merged(with: Errand()) == errand)
  }

  @Test func laws() throws {
    let subject = LawSubject(
      "a model of plain properties", make: { Errand() },
      edits: [
        { errand, random in
          errand.title = random.pick(["one", "two", "three"])
          return Edit("title \(errand.title)")
        },
        { errand, random in
          errand.due =
            random.below(3) == 0 ? nil : Date(timeIntervalSince1970: Double(random.below(9)))
          return Edit("due \(String(describing: errand.due))")
        },
      ],
      observe: { [$0.title, String(describing: $0.due)] })
    print(try LawDriver(subject, seed: 1).run(schedules: 300))
  }

  @Test func aPropertyThatNoEditChangesIsNamed() throws {
    let subject = LawSubject(
      "a model of plain properties", make: { Errand() },
      edits: [
        { errand, random in
          errand.title = random.pick(["one", "two", "three"])
          return Edit("title \(errand.title)")
        }
      ],
      observe: { $0.title })
    let violation = try #require(throws: LawViolation.self) {
      try LawDriver(subject, seed: 1).run(schedules: 60)
    }
    #expect(violation.law == .fields)
    #expect(violation.finding.hasPrefix("no edit ever changed the property $due"))
  }

  @Test func aPropertyThatTheListLacksIsNamed() {
    #expect(Errand().listingFault == nil)
    #expect(
      Halves().listingFault == """
        Halves stores $second: ReplicatingRegister<Int>, which its list of fields lacks, so it \
        would be lost when saved: list it, as in ("second", \\.$second)
        """)
    #expect(LaterHalf().listingFault?.hasPrefix("LaterHalf stores $first:") == true)
  }

  @Test func bytesAreTakenAsData() throws {
    var errand = Errand()
    errand.title = "Bank"
    #expect(try Errand(encoded: Data(errand.encoded())) == errand)
  }
}
