// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Patches in flat arrays, so that walking over them costs next to nothing
/// beside the edits.
struct Edits {
  var positions: [Int] = []
  var deleted: [Int] = []
  var inserted: [String] = []

  init(_ patches: some Sequence<Trace.Patch>) {
    for patch in patches {
      positions.append(patch.position)
      deleted.append(patch.deleted)
      inserted.append(patch.inserted)
    }
  }

  var count: Int { positions.count }

  /// One call of the public interface a patch.
  func apply(to text: inout ReplicatingText) {
    for index in 0..<count {
      let range = positions[index]..<(positions[index] + deleted[index])
      text.unicodeScalars.replaceSubrange(range, with: inserted[index])
    }
  }
}
