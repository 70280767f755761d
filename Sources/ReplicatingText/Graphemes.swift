// SPDX-License-Identifier: MIT

import SequenceEngine

/// Finds the borders of `Character`s in a text, a stretch at a time, without making a string of the
/// whole text.
///
/// The start of a `Character` depends on the scalars before it, back to the last sure break between
/// two `Character`s. The rules start anew at a sure break (Unicode Standard Annex 29, section
/// 3.1.1), so counting can begin there.
struct Graphemes {
  private let storage: TextStorage

  init(_ storage: TextStorage) {
    self.storage = storage
  }

  /// The number of scalars in the text.
  var scalarCount: Int { storage.rope.measure.scalars }

  /// The number of scalars in the first stretch that is read.
  private static var stretchSize: Int { NodeSizes.graphemeStretch }

  /// Calls `body` with the scalars of each `Character` in order, until `body` returns false.
  ///
  /// - Parameter range: Begins between `Character`s. Its end counts as the end of the text.
  /// - Complexity: O(*m* + log *n*) for *m* scalars in a text of *n*.
  func walk(_ range: Range<Int>, _ body: (Range<Int>) -> Bool) {
    var start = range.lowerBound
    var size = Self.stretchSize
    while start < range.upperBound {
      let end = min(start + size, range.upperBound)
      let isLast = end == range.upperBound
      let ends = Self.characterEnds(in: storage.rope.utf8(start..<end))
      // The last `Character` of a stretch may continue after the stretch.
      let whole = isLast ? ends[...] : ends.dropLast()
      var last = 0
      for end in whole {
        guard body((start + last)..<(start + end)) else { return }
        last = end
      }
      start += last
      if whole.isEmpty { size *= 2 }
    }
  }

  /// The number of `Character`s in a range of scalars that begins between two `Character`s.
  func count(_ range: Range<Int>) -> Int {
    var count = 0
    walk(range) { _ in
      count += 1
      return true
    }
    return count
  }

  /// The scalars of a range of `Character`s; nil if the text has fewer `Character`s.
  func scalars(ofCharacters range: Range<Int>) -> Range<Int>? {
    guard range.lowerBound >= 0, let start = place(from: 0, movedBy: range.lowerBound),
      let end = place(from: start, movedBy: range.count)
    else { return nil }
    return start..<end
  }

  /// The place that is `count` `Character`s after `start`; nil if the place is outside the text. A
  /// negative `count` leads to a place before `start`. `start` lies between two `Character`s.
  func place(from start: Int, movedBy count: Int) -> Int? {
    if count < 0 { return place(before: start, by: -count) }
    guard count > 0 else { return start }
    var (left, place) = (count, start)
    walk(start..<scalarCount) { character in
      place = character.upperBound
      left -= 1
      return left > 0
    }
    return left == 0 ? place : nil
  }

  private func place(before end: Int, by count: Int) -> Int? {
    var (left, place) = (count, end)
    while left > 0, place > 0 {
      let starts = starts(in: sureStart(in: 0..<place)..<place)
      if left <= starts.count { return starts[starts.count - left] }
      left -= starts.count
      place = starts[0]
    }
    return left == 0 ? place : nil
  }

  /// The start of the `Character` that a scalar belongs to. For the end of the text, the result is
  /// the end of the text.
  ///
  /// - Complexity: O(*d* + log *n*) for *n* scalars in the text and *d* scalars back to a sure
  ///   break, such as a place between plain letters.
  func start(at scalar: Int) -> Int {
    guard scalar < scalarCount else { return scalar }
    let origin = sureStart(in: 0..<(scalar + 1))
    return starts(in: origin..<(scalar + 1)).last ?? scalar
  }

  /// The starts of the `Character`s in a range that begins between two `Character`s.
  func starts(in range: Range<Int>) -> [Int] {
    var starts: [Int] = []
    walk(range) { character in
      starts.append(character.lowerBound)
      return true
    }
    return starts
  }

  /// The last sure break within a range, or the range's start if the range has none. A sure break
  /// lies between `Character`s whatever stands outside the range.
  func sureStart(in range: Range<Int>) -> Int {
    var size = Self.stretchSize
    while true {
      let start = max(range.lowerBound, range.upperBound - size)
      var place = range.upperBound
      var next: Unicode.Scalar?
      for scalar in Self.scalars(storage.rope.utf8(start..<range.upperBound)).reversed() {
        if let next, PlainScalar.isSureBreak(between: scalar, and: next) { return place }
        place -= 1
        next = scalar
      }
      if start == range.lowerBound { return start }
      size *= 2
    }
  }

  // MARK: Stretches

  private static func scalars(_ utf8: [UInt8]) -> String.UnicodeScalarView {
    String(decoding: utf8, as: UTF8.self).unicodeScalars
  }

  /// The end of each `Character`, in scalars.
  private static func characterEnds(in utf8: [UInt8]) -> [Int] {
    let carriageReturn = UInt8(ascii: "\r")
    if utf8.allSatisfy({ $0 < 0x80 && $0 != carriageReturn }) { return Array(1...utf8.count) }
    let string = String(decoding: utf8, as: UTF8.self)
    var ends: [Int] = []
    var (byte, scalar) = (0, 0)
    var index = string.startIndex
    while index < string.endIndex {
      string.formIndex(after: &index)
      let end = string.utf8.distance(from: string.startIndex, to: index)
      while byte < end {
        if utf8[byte] & 0xc0 != 0x80 { scalar += 1 }
        byte += 1
      }
      ends.append(scalar)
    }
    return ends
  }
}

/// Scalars that never form one `Character` with each other, except a carriage return with a line
/// feed.
enum PlainScalar {
  /// Whether two neighbouring scalars belong to two `Character`s, whatever stands around them.
  static func isSureBreak(between left: Unicode.Scalar, and right: Unicode.Scalar) -> Bool {
    isPlain(left) && isPlain(right) && !(left == "\r" && right == "\n")
  }

  /// Whether a scalar is a control character, or a letter or sign that is neither a mark nor a part
  /// of a syllable: Latin, Greek, Cyrillic, Armenian, punctuation, Kana and Han.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x2ff, 0x370...0x482, 0x48a...0x58f, 0x2010...0x205e, 0x3041...0x3096,
      0x309b...0x30ff, 0x3400...0x4dbf, 0x4e00...0x9fff:
      true
    default: false
    }
  }
}
