// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension KeyedStorage {
  /// Counts the keys and the edits again and compares the counts, if invariant checks are on.
  func checkInvariants() {
    #if DECENT_INVARIANTS
      entries.checkInvariants()
      checkCounts()
    #endif
  }

  /// Checks a changed key, or all keys of a small storage. Checks nothing in a large storage: its
  /// tests check the whole storage when they end. The trie of entries has checked itself.
  @usableFromInline
  func checkInvariants(around key: Key) {
    #if DECENT_INVARIANTS
      if entries.count > 1_000 { return }
      WorkCounter.pause {
        if entries.count <= 16 { checkCounts() } else { checkDots(of: key) }
      }
    #endif
  }

  #if DECENT_INVARIANTS
    private func checkCounts() {
      var (present, dots) = (0, 0)
      for item in entries {
        present += item.value.isPresent ? 1 : 0
        for dot in item.value.dots {
          dots += 1
          check(dot, of: item.key)
        }
      }
      precondition(present == count, "the count of present keys")
      index.forEach(since: VersionVector(), upTo: known) { _, _ in dots -= 1 }
      precondition(dots == 0, "an index of edits that are gone")
    }

    private func checkDots(of key: Key) {
      for dot in self[key]?.dots ?? [] { check(dot, of: key) }
    }

    private func check(_ dot: Dot, of key: Key) {
      precondition(known.contains(dot), "an edit that is not known")
      precondition(index.contains(key, for: dot), "an edit that is not found")
    }
  #endif
}
