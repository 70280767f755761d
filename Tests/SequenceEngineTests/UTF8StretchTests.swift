// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// Counting by blocks against counting scalar by scalar.
@Suite struct UTF8StretchTests {
  private static let letters: [[Unicode.Scalar]] = [
    ["a"], ["a", "é"], ["日", "a"], ["👍"], ["a", "a", "a", "a", "é", "日", "👍"],
  ]

  private func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
    scalars.flatMap { Array(String($0).utf8) }
  }

  private func measure(_ scalars: some Collection<Unicode.Scalar>) -> TextMeasure {
    TextMeasure(of: utf8(scalars))
  }

  /// The number of scalars from the start that fit into a length.
  private func fitting(_ scalars: [Unicode.Scalar], _ utf16: Int) -> Int {
    var (count, length) = (0, 0)
    for scalar in scalars {
      length += scalar.value > 0xffff ? 2 : 1
      if length > utf16 { break }
      count += 1
    }
    return count
  }

  @Test func countsAsScalarByScalar() {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(400) {
      let letters = random.pick(Self.letters)
      let scalars = (0..<random.below(300)).map { _ in random.pick(letters) }
      let bytes = utf8(scalars)
      let whole = measure(scalars)
      let prefix = random.below(scalars.count + 1)
      let utf16 = random.below(whole.utf16 + 1)
      let fit = fitting(scalars, utf16)
      bytes.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let stretch = UTF8Stretch(start: start, count: buffer.count)
        if stretch.measure != whole
          || stretch.prefix(prefix, in: .scalars) != measure(scalars[..<prefix])
          || stretch.suffix(scalars.count - prefix, in: .scalars) != measure(scalars[prefix...])
          || stretch.prefix(utf16, in: .utf16) != measure(scalars[..<fit])
          || stretch.suffix(whole.utf16 - utf16, in: .utf16) != measure(scalars[fit...])
        {
          Issue.record("run \(run): \(prefix), \(utf16) of \(scalars)")
        }
      }
    }
  }

  @Test func everyByteIsCompared() {
    for count in 1...20 {
      let bytes = (0..<count).map { UInt8($0) }
      for place in 0...count {
        var others = bytes
        if place < count { others[place] = 99 }
        let isSame = bytes.withUnsafeBufferPointer { one in
          others.withUnsafeBufferPointer { two -> Bool? in
            guard let start = one.baseAddress, let other = two.baseAddress else { return nil }
            let stretch = UTF8Stretch(start: start, count: count)
            return stretch.hasSameBytes(as: UTF8Stretch(start: other, count: count))
          }
        }
        #expect(isSame == (place == count), "\(count) bytes, \(place)")
      }
    }
  }

  @Test func measuresAreCountedInEveryUnit() {
    let measure = measure(["a", "é", "日", "👍"] as [Unicode.Scalar])
    #expect((measure.bytes, measure.scalars, measure.utf16) == (10, 4, 5))
    #expect(TextMeasure(ascii: 3) == TextMeasure(of: Array("abc".utf8)))
  }
}
