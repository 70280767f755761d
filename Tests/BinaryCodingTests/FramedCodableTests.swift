// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import Testing

struct FramedCodableTests {
  /// A framed value of any plain contents.
  struct Letter<Contents: Codable & Sendable>: FrameCodable {
    static var frameKind: FrameKind { FrameKind(code: 77, name: "a letter") }
    var contents: Contents

    init(_ contents: Contents) { self.contents = contents }

    init(from reader: inout ByteReader) throws(DecodingFailure) {
      contents = try reader.readPlain()
    }

    func encode(to writer: inout ByteWriter) { writer.writePlain(contents) }
  }

  @Test func aFramedValueIsOneString() throws {
    let letter = Letter(["a", "b"])
    let json = try JSONEncoder().encode([letter])
    let text = Base64.encode(try letter.encoded())
    #expect(try JSONDecoder().decode([String].self, from: json) == [text])
    #expect(
      try JSONDecoder().decode([Letter<[String]>].self, from: json)[0].contents == ["a", "b"])
    #expect(try plain([letter]) == plain([text]))
    #expect(try fromPlain([Letter<[String]>].self, plain([letter]))[0].contents == ["a", "b"])
  }

  @Test(arguments: ["", "not Base64", "AAAA"])
  func otherTextIsRefusedWithItsReason(text: String) throws {
    let json = try JSONEncoder().encode([text])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Letter<Int>].self, from: json)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.underlyingError is DecodingFailure)
    #expect(context.codingPath.map(\.intValue) == [0])
  }

  @Test func aNewerFrameInsideAPlainValueIsReportedAsNewer() throws {
    let newer = Base64.encode(otherFrame(9))
    #expect(throws: DecodingFailure.newer(found: 9, supported: 7)) {
      try fromPlain([Letter<Int>].self, plain([newer]))
    }
  }

  private struct Refusing: Codable, Sendable {
    struct Refusal: Error {}
    init() {}
    init(from decoder: any Decoder) throws { throw Refusal() }
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  @Test func whatCannotBeEncodedIsReported() throws {
    let error = #expect(throws: EncodingError.self) {
      try JSONEncoder().encode([Letter(Refusing())])
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.underlyingError as? EncodingFailure == EncodingFailure(reason: "Refusal()"))
    #expect(throws: EncodingFailure(reason: "Refusal()")) { try plain([Letter(Refusing())]) }
  }
}
