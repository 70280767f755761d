// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// One person's edits, one call a patch.
enum Replay: BenchmarkTask {
  static let name = "replay"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.sequential {
      let edits = Edits(named.trace.patches)
      let end = named.trace.endContent
      try recorder.time(name, "\(named.name), a String per patch", setUp: { named.trace.start }) {
        edits.apply(to: &$0)
        return $0
      } check: {
        try WrongResult.check($0.string == end, named.name)
      }
      let pieces = edits.inserted.map { TextPiece($0) }
      try recorder.time(name, "\(named.name), prepared text", setUp: { named.trace.start }) {
        edits.apply(pieces, to: &$0.unicodeScalars)
        return $0
      } check: {
        try WrongResult.check($0.string == end, named.name)
      }
    }
  }
}

extension Edits {
  /// The edits with text prepared beforehand, through one view.
  fileprivate func apply(
    _ pieces: [TextPiece], to scalars: inout ReplicatingText.View<ScalarUnit>
  ) {
    for index in 0..<count {
      let range = positions[index]..<(positions[index] + deleted[index])
      scalars.replaceSubrange(range, with: pieces[index])
    }
  }
}
