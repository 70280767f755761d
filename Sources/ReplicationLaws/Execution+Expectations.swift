// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension Execution {
  /// The violation of a law at this point of the schedule.
  func violation(of law: Law, _ finding: String) -> LawViolation {
    LawViolation(
      subject: subject.name, law: law, finding: finding, seed: report.seed, schedule: number,
      script: script)
  }

  /// Counts a check of a law and throws if it fails.
  mutating func expect(
    _ law: Law, _ isKept: Bool, _ finding: () -> String
  ) throws(LawViolation) {
    report.count(law)
    guard isKept else { throw violation(of: law, finding()) }
  }

  /// Counts a check that two values are equal, in state and in bytes.
  mutating func expectEqual(
    _ law: Law, _ value: Value, _ expected: Value, _ finding: () -> String
  ) throws(LawViolation) {
    report.count(law)
    guard value == expected else {
      let shown = subject.observe(value)
      let expectedShown = subject.observe(expected)
      throw violation(
        of: law,
        "\(finding()): unequal, "
          + (shown == expectedShown
            ? "though both show \(shown)" : "showing \(shown) instead of \(expectedShown)"))
    }
    guard try bytes(of: value) == (try bytes(of: expected)) else {
      throw violation(of: law, "\(finding()): equal, but encoded to different bytes")
    }
  }

  /// The canonical bytes of a value.
  func bytes(of value: some Framed) throws(LawViolation) -> [UInt8] {
    do throws(EncodingFailure) {
      return try value.encoded()
    } catch {
      throw violation(of: .encoding, "cannot be encoded: \(error)")
    }
  }

  /// What decoding the encoded bytes of something gives, which must encode to
  /// equal bytes.
  mutating func reopened<Content: Framed>(
    _ content: Content, _ name: String
  ) throws(LawViolation) -> Content {
    let written = try bytes(of: content)
    let decoded: Content
    do throws(DecodingFailure) {
      decoded = try Content(encoded: written)
    } catch {
      throw violation(of: .encoding, "\(name) was encoded and cannot be decoded: \(error)")
    }
    let rewritten = try bytes(of: decoded)
    try expect(.encoding, rewritten == written) {
      "\(name) was decoded and encodes to different bytes"
    }
    return decoded
  }
}
