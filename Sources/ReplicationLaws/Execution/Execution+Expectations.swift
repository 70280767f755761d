// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension Execution {
  /// A comparable form of a value at one time. If two traces of one value differ, the value has
  /// changed between the two times.
  enum Trace: Equatable {
    case bytes([UInt8])
    case observation(Observation)
  }

  /// The breach of a law by the action being carried out.
  func breach(
    of law: Law, _ finding: String, after preface: [String] = [], _ expression: String? = nil
  ) -> Breach {
    Breach(
      law: law, finding: finding, place: place, preface: preface, expression: expression,
      edits: edits)
  }

  /// Counts a check of a law, and throws if the law is broken.
  ///
  /// - Parameters:
  ///   - preface: The source that `expression` builds on.
  ///   - expression: The source of an expression that is true while the law is kept; nil if there
  ///     is none.
  mutating func expect(
    _ law: Law, _ isKept: Bool, after preface: @autoclosure () -> [String] = [],
    _ expression: @autoclosure () -> String?, _ finding: () -> String
  ) throws(Breach) {
    report.count(law)
    guard isKept else { throw breach(of: law, finding(), after: preface(), expression()) }
  }

  /// Counts a check that two values are equal in state and in bytes, and throws if they are not.
  mutating func expectEqual(
    _ law: Law, _ value: Value, _ expected: Value, _ comparison: @autoclosure () -> Comparison,
    _ finding: () -> String
  ) throws(Breach) {
    report.count(law)
    guard value == expected else {
      let comparison = comparison()
      throw breach(
        of: law, "\(finding()): unequal\(difference(value, expected))",
        after: comparison.preface, "\(comparison.value) == \(comparison.expected)")
    }
    guard let bytes = subject.bytes else { return }
    guard try haveEqualBytes(value, expected, bytes, comparison()) else {
      let comparison = comparison()
      throw breach(
        of: law, "\(finding()): equal, but encoded to different bytes (in the order of a hash?)",
        after: comparison.preface,
        "try \(bytes.encodedSource(comparison.value)) == "
          + bytes.encodedSource(comparison.expected))
    }
  }

  private func haveEqualBytes(
    _ value: Value, _ expected: Value, _ bytes: ByteOperations<Value>,
    _ comparison: @autoclosure () -> Comparison
  ) throws(Breach) -> Bool {
    do throws(Breach) {
      return try encoded(value, bytes) == encoded(expected, bytes)
    } catch {
      let comparison = comparison()
      throw breach(
        of: .encoding, error.finding, after: comparison.preface,
        "[\(comparison.value), \(comparison.expected)].allSatisfy { "
          + "(try? \(bytes.encodedSource("$0"))) != nil }")
    }
  }

  private func difference(_ value: Value, _ expected: Value) -> String {
    let shown = subject.observe(value)
    let expectedShown = subject.observe(expected)
    let place = StoredProperties.difference(between: value, and: expected).map { " in \($0)" } ?? ""
    return shown == expectedShown
      ? "\(place), though both show \(shown)"
      : "\(place), showing \(shown) instead of \(expectedShown)"
  }

  func trace(of value: Value, called name: String? = nil) throws(Breach) -> Trace {
    guard let bytes = subject.bytes else { return .observation(subject.observe(value)) }
    return .bytes(try encoded(value, bytes, name))
  }

  /// Checks that a value is unchanged.
  ///
  /// - Parameters:
  ///   - name: The name of the value in a script.
  ///   - copied: The source that gives the value that name.
  ///   - statements: The source that must not change the value.
  mutating func expectUnchanged(
    _ value: Value, _ before: Trace, called name: String, copied: [String] = [],
    after statements: @autoclosure () -> [String] = [], _ finding: @autoclosure () -> String
  ) throws(Breach) {
    let after = try trace(of: value, called: copied.isEmpty ? name : nil)
    let form = subject.bytes.map { "try \($0.encodedSource(name))" } ?? "\"\\(\(name))\""
    try expect(
      .valueSemantics, after == before,
      after: copied + ["let formBefore = \(form)"] + statements(), "\(form) == formBefore",
      finding)
  }

  /// The canonical bytes of a content.
  ///
  /// - Parameters:
  ///   - name: The name of the content in a script, if it has one.
  ///   - preface: The source that `name` builds on.
  func encoded<Content>(
    _ content: Content, _ bytes: ByteOperations<Content>, _ name: String? = nil,
    after preface: [String] = []
  ) throws(Breach) -> [UInt8] {
    do throws(EncodingFailure) {
      return try bytes.encode(content)
    } catch {
      throw breach(
        of: .encoding, "\(name ?? "a value") cannot be encoded: \(error)", after: preface,
        name.map { "(try? \(bytes.encodedSource($0))) != nil" })
    }
  }

  /// The value after encoding and decoding. It must equal the value before.
  ///
  /// - Parameters:
  ///   - name: The name of the value in a script.
  ///   - preface: The source that `name` builds on.
  mutating func reopenedValue(
    _ value: Value, _ bytes: ByteOperations<Value>, _ name: String, after preface: [String] = []
  ) throws(Breach) -> Value {
    let opened = try reopened(value, bytes, name, after: preface)
    let source = bytes.reopenedSource(name, as: subject.typeName.source)
    try expectEqual(
      .encoding, opened, value, Comparison("try \(source)", name, after: preface)
    ) {
      "\(name) was encoded and decoded"
    }
    return opened
  }

  /// The content after encoding and decoding. It must encode to equal bytes.
  ///
  /// - Parameters:
  ///   - name: The name of the content in a script.
  ///   - preface: The source that `name` builds on.
  mutating func reopened<Content>(
    _ content: Content, _ bytes: ByteOperations<Content>, _ name: String,
    after preface: [String] = []
  ) throws(Breach) -> Content {
    let written = try encoded(content, bytes, name, after: preface)
    let source = bytes.reopenedSource(name)
    let decoded: Content
    do throws(DecodingFailure) {
      decoded = try bytes.decode(written)
    } catch {
      throw breach(
        of: .encoding, "\(name) cannot be decoded from its bytes: \(error)", after: preface,
        "(try? \(source)) != nil")
    }
    let rewritten = try encoded(decoded, bytes, "(try \(source))", after: preface)
    try expect(
      .encoding, rewritten == written, after: preface,
      "try \(bytes.encodedSource(source)) == \(bytes.encodedSource(name))"
    ) { "\(name) was decoded and encodes to different bytes" }
    return decoded
  }
}
