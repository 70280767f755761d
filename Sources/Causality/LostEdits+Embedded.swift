// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  /// A stand-in for the record of lost edits, which needs a value of the task: nothing is noted.
  package enum LostEdits {
    package static var areGathered: Bool { false }
    package static var redoneCount: Int { 0 }
    package static func note(_ dot: Dot) {}
    package static func noteNewGround() {}
    package static func noteLate(_ dot: Dot) -> Bool { false }
  }

  /// A stand-in for the record of lost moves, of the same kind: none is made again.
  package enum LostMoves {
    package static var areMadeAgain: Bool { false }
    package static var madeCount: Int { 0 }
    package static func noteMade(_ count: Int) {}
  }
#endif
