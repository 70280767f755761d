// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension KeyedStorage {
  /// Counts everything again and compares, if invariant checks are on.
  func checkInvariants() {
    #if DECENT_INVARIANTS
      entries.checkInvariants()
      var (present, dots) = (0, 0)
      for item in entries {
        present += item.value.isPresent ? 1 : 0
        for dot in item.value.dots {
          dots += 1
          precondition(known.contains(dot), "an edit that is not known")
          precondition(index.keys(of: dot).contains(item.key), "an edit that is not found")
        }
      }
      precondition(present == count, "the count of present keys")
      index.forEach(since: VersionVector(), upTo: known) { _, _ in dots -= 1 }
      precondition(dots == 0, "an index of edits that are gone")
    #endif
  }

  /// Checks what was changed: everything in a small storage, nothing in a large
  /// one, whose tests check it when they are done.
  @usableFromInline
  func checkInvariants(around key: Key) {
    #if DECENT_INVARIANTS
      if entries.count > 1_000 { return }
      WorkCounter.pause {
        if entries.count <= 16 { checkInvariants() } else { checkDots(of: key) }
      }
    #endif
  }

  #if DECENT_INVARIANTS
    private func checkDots(of key: Key) {
      for dot in self[key]?.dots ?? [] {
        precondition(known.contains(dot), "an edit that is not known")
        precondition(index.keys(of: dot).contains(key), "an edit that is not found")
      }
    }
  #endif
}
