// SPDX-License-Identifier: MIT

import BinaryCoding

/// A document of an unknown type: of its versions only those are known to be alike that are equal.
package final class UnknownDocument: OpenDocument {
  package init() {}

  package func version() -> [UInt8] { [] }

  package func contains(_ version: [UInt8]) -> Bool { version.isEmpty }

  package func contains(_ version: [UInt8], in later: [UInt8]) -> Bool {
    version.isEmpty || version == later
  }

  package func joined(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] { one.isEmpty ? other : one }

  package func change(since version: [UInt8], touching news: [[UInt8]]?) -> DocumentDelta? { nil }

  package func merge(delta: [UInt8]) throws(HeldChange.Reason) { throw .missingHistory }

  package func truth(of delta: [UInt8], from base: [UInt8], to news: [UInt8]) -> ClaimTruth {
    .unknown
  }

  package func isSound(delta: [UInt8], since version: [UInt8]) -> Bool { false }
}
