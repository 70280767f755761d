// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import BinaryCoding

struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func vectorsOfTheStandard(bytes: String, text: String) {
    #expect(Base64.encode(Array(bytes.utf8)) == text)
    #expect(Base64.decode(text) == Array(bytes.utf8))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "====", "=", "Zg==Zg==", "Z===", "Zm9v\n", " Zm9v",
    "Zm-v", "Zm_v", "Zm9é", "Zm=v", "Zm9v====", "\0AAA",
  ])
  func otherTextsAreRefused(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func agreesWithFoundation() {
    var random = TestRun.generator(seed: 1)
    for _ in 0..<TestRun.length(2_000) {
      let bytes = (0..<random.below(70)).map { _ in UInt8(random.below(256)) }
      let text = Base64.encode(bytes)
      if text != Data(bytes).base64EncodedString() || Base64.decode(text) != bytes {
        Issue.record("\(bytes) became \(text)")
      }
    }
  }

  @Test func aTextThatIsReadIsTheOneThatIsWritten() {
    var random = TestRun.generator(seed: 2)
    var accepted = 0
    for _ in 0..<TestRun.length(20_000) {
      let letters = (0..<random.below(9)).map { _ in random.pick(Array("Ag0/+=w")) }
      guard let bytes = Base64.decode(String(letters)) else { continue }
      accepted += 1
      if Base64.encode(bytes) != String(letters) { Issue.record("\(String(letters)) is read") }
    }
    #expect(accepted > 0)
  }
}
