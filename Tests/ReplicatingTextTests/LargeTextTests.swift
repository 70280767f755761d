// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws
import Synchronization
import Testing

@testable import ReplicatingText

@Suite struct LargeTextTests {
  /// A text typed letter by letter at random places, so that almost no two events form a run.
  private static func scatteredText(letters: Int, seed: UInt64) -> ReplicatingText {
    var random = SeededGenerator(seed: seed)
    var text = ReplicatingText()
    for count in 0..<letters {
      text.unicodeScalars.insert(random.pick(letterChoices), at: random.below(count + 1))
    }
    return text
  }

  private static let letterChoices = "abcdefghijklmnopqrstuvwxyz".map(String.init)

  /// The depth of recursion in a merge does not grow with the text: a million runs are merged on
  /// the smallest of stacks.
  @Test func aMillionRunsMergeOnAStackOf64KiB() throws {
    let mine = Self.scatteredText(letters: 500_000, seed: 1)
    let yours = Self.scatteredText(letters: 500_000, seed: 2)
    let merged = Mutex<(ReplicatingText, ReplicatingText)?>(nil)
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      let both = (mine.merged(with: yours), yours.merged(with: mine))
      merged.withLock { $0 = both }
      finished.signal()
    }
    thread.stackSize = 64 * 1024
    thread.start()
    finished.wait()
    let (left, right) = try #require(merged.withLock { $0 })
    #expect(left.unicodeScalars.count == 1_000_000)
    #expect(left == right)
    #expect(left.string == right.string)
  }
}
