// SPDX-License-Identifier: MIT

import ReplicationLaws

@testable import SequenceEngine

extension OperationRun {
  /// A random edit within a document, mostly near two places.
  static func random(
    ofLength count: Int, _ random: inout SeededGenerator
  ) -> OperationRun {
    let place = random.oneIn(3) ? random.below(count + 1) : min(count, random.oneIn(2) ? 0 : 5)
    let length = 1 + random.below(3)
    switch random.below(5) {
    case 0 where place + length <= count:
      return OperationRun(kind: .deleteForward, position: place, length: length)
    case 1 where place >= length && place < count:
      return OperationRun(kind: .deleteBackward, position: place, length: length)
    default: return OperationRun(kind: .insert, position: place, length: length)
    }
  }
}
