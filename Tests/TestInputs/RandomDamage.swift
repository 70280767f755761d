// SPDX-License-Identifier: MIT

import ReplicationLaws

/// Random damage to the file of a SQLite database with pages of 4096 bytes: flipped bits, lost and exchanged pages,
/// earlier states of pages, cut and grown files, and logs of other files.
package struct RandomDamage {
  private var random: SeededGenerator
  private let earlier: [UInt8]
  private let logs: [[UInt8]]

  /// - Parameters:
  ///   - earlier: The file at an earlier time.
  ///   - logs: Logs of the file, and of others.
  package init(_ random: SeededGenerator, earlier: [UInt8], logs: [[UInt8]]) {
    (self.random, self.earlier, self.logs) = (random, earlier, logs)
  }

  /// Damages a file in one way.
  ///
  /// - Parameter log: The log beside the file, if any.
  /// - Returns: The way, in words.
  package mutating func next(to bytes: inout [UInt8], _ log: inout [UInt8]) -> String {
    let size = 4096
    let count = bytes.count / size
    guard count > 1 else { return "none" }
    func page(_ number: Int) -> Range<Int> { (number * size)..<((number + 1) * size) }
    let (one, two) = (random.below(count), random.below(count))
    switch random.below(14) {
    case 0, 1:
      let place = random.below(bytes.count)
      let bit = random.below(8)
      bytes[place] ^= 1 << bit
      return "bit \(bit) of byte \(place % size) of page \(place / size + 1)"
    case 2, 3:
      // The header of a page, its pointers, or the beginnings of its cells.
      let header = one * size + (one == 0 ? 100 : 0)
      let cells = Int(bytes[header + 3]) << 8 | Int(bytes[header + 4])
      let cell = header + 8 + 2 * random.below(max(1, min(cells, 100)))
      let pointed = one * size + (Int(bytes[cell]) << 8 | Int(bytes[cell + 1])) % size
      let place = min(
        random.pick([header + random.below(12), cell + random.below(2), pointed + random.below(12)]
        ),
        bytes.count - 1)
      let byte = random.pick([0, 0xff, 0x80, 0x7f, bytes[place] ^ 1 << UInt8(random.below(8))])
      bytes[place] = byte
      return "byte \(place % size) of page \(one + 1) is \(byte)"
    case 4:
      for _ in 0..<random.pick([2, 20, 200]) {
        bytes[random.below(bytes.count)] ^= 1 << random.below(8)
      }
      return "bits everywhere"
    case 5:
      bytes.removeLast(random.pick([size, random.below(bytes.count), random.below(size)]))
      return "cut off at \(bytes.count)"
    case 6:
      bytes += [UInt8](
        repeating: random.pick([0, 0xff, 13]), count: random.pick([1, 5, size * 3]))
      return "grown"
    case 7:
      let swapped = Array(bytes[page(one)])
      bytes.replaceSubrange(page(one), with: bytes[page(two)])
      bytes.replaceSubrange(page(two), with: swapped)
      return "pages \(one + 1) and \(two + 1) exchanged"
    case 8:
      bytes.replaceSubrange(page(one), with: bytes[page(two)])
      return "page \(two + 1) over page \(one + 1)"
    case 9:
      let old = earlier
      let share = random.pick([2, 5, 20])
      for number in 0..<min(count, old.count / size) where random.oneIn(share) {
        bytes.replaceSubrange(page(number), with: old[page(number)])
      }
      return "pages of an earlier state"
    case 10:
      let start = random.below(bytes.count)
      let end = min(bytes.count, start + random.pick([16, 512, size, 5 * size]))
      for place in start..<end { bytes[place] = random.oneIn(2) ? 0 : 0xff }
      return "from \(start) to \(end) overwritten"
    case 11:
      bytes.replaceSubrange(page(one), with: [UInt8](repeating: 0, count: size))
      return "page \(one + 1) is empty"
    case 12:
      log = random.pick(logs + [Array("no log".utf8), earlier])
      if !log.isEmpty, random.oneIn(2) { log[random.below(log.count)] ^= 1 }
      return "a log"
    default:
      // The number of a page in an inner page or in a chain.
      let place = one * size + random.pick([0, 8, 12 + 2 * random.below(8)])
      if place + 4 <= bytes.count {
        bytes.replaceSubrange(place..<(place + 4), with: [0, 0, 0, UInt8(truncatingIfNeeded: two)])
      }
      return "page \(one + 1) leads to page \(two)"
    }
  }
}
