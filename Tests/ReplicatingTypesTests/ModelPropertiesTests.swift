// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicationLaws
import Testing

@testable import ReplicatingTypes

/// A model with an id that each decoding would make anew.
private struct Ware: ReplicatingFields {
  let id = UUID()
  var title = ReplicatingRegister(default: "")

  static let frameKind = FrameKind(code: 1000, name: "a ware")

  var fields: Fields<ReplicatingRegister<String>> {
    get { Fields(title) }
    set { title = newValue.values }
  }
}

/// A model that lists one of two fields of a type.
private struct Halves: ReplicatingFields {
  var first = ReplicatingRegister(default: 0)
  var second = ReplicatingRegister(default: 0)

  static let frameKind = FrameKind(code: 1000, name: "halves")

  var fields: Fields<ReplicatingRegister<Int>> {
    get { Fields(first) }
    set { first = newValue.values }
  }
}

/// A model that stores nothing that would be lost.
private struct Sheet: ReplicatingFields {
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

  static let frameKind = FrameKind(code: 1000, name: "a sheet")

  var fields:
    Fields<ReplicatingRegister<Bool>, ReplicatingText, ReplicatingText, ReplicatingArray<Int>>
  {
    get { Fields(isOpen, texts.head, texts.body, order) }
    set { (isOpen, texts.head, texts.body, order) = newValue.values }
  }
}

@Suite struct ModelPropertiesTests {
  @Test func aConstantThatDecodingWouldMakeAnewIsNamed() {
    #expect(Ware().unlistedProperty == "id: UUID")
    #expect(Halves().unlistedProperty == "second: ReplicatingRegister<Int>")
    #expect(Sheet().unlistedProperty == nil)
  }

  @Test func aModelThatListsAllItStoresIsUsed() throws {
    var sheet = Sheet()
    sheet.isOpen.value = true
    #expect(try Sheet(encoded: sheet.encoded()) == sheet)
  }

  /// Each way to use it for the first time.
  @Test func theFirstUseOfAModelThatWouldLoseAPropertyStops() async {
    await #expect(processExitsWith: .failure) { _ = try Ware().encoded() }
    await #expect(processExitsWith: .failure) { _ = Ware().version }
    await #expect(processExitsWith: .failure) { _ = Ware().merged(with: Ware()) }
    await #expect(processExitsWith: .failure) {
      var writer = ByteWriter()
      Fields(ReplicatingRegister("x")).encode(to: &writer)
      _ = try Ware(encoded: Frame.seal(writer, as: Ware.frameKind))
    }
  }

  /// Before it is used: the violation tells what the stopped program does.
  @Test func theLawKitNamesThePropertyThatWouldBeLost() {
    let subject = LawSubject(
      "a ware", make: { Ware() },
      edits: [
        { ware, _ in
          ware.title.value = "x"
          return "title x"
        }
      ],
      observe: { $0.title.value })
    let finding = """
      the stored property id: UUID is not listed among the fields, so decoding makes another; \
      list it, or make it computed or static
      """
    #expect { try LawDriver(subject).run() } throws: {
      let violation = $0 as? LawViolation
      return violation?.law == .fields && violation?.finding == finding
    }
    #expect { try ExhaustiveSearch(subject, edits: ["": { _ in }]).run() } throws: {
      ($0 as? LawViolation)?.finding == finding
    }
  }
}
