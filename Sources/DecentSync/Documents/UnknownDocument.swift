// SPDX-License-Identifier: MIT

import BinaryCoding

/// A document that is not here: of its versions only those are known to be alike that are equal.
final class UnknownDocument: OpenDocument {
  func version() -> [UInt8] { [] }

  func contains(_ version: [UInt8]) -> Bool { version.isEmpty }

  func contains(_ version: [UInt8], in later: [UInt8]) -> Bool {
    version.isEmpty || version == later
  }

  func joined(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] { one.isEmpty ? other : one }

  func change(since version: [UInt8], touching news: [[UInt8]]?) -> DocumentDelta? { nil }

  func merge(delta: [UInt8]) throws(HeldChange.Reason) { throw .missingHistory }

  func isSound(delta: [UInt8], since version: [UInt8]) -> Bool { false }
}
