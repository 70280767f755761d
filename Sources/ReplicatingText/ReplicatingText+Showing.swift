// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  extension ReplicatingText: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingText) { update(to: other.string) }

    /// Inserts a space and deletes it.
    package mutating func touch(beyond version: Version) -> Bool {
      unicodeScalars.insert(" ", at: 0)
      unicodeScalars.removeSubrange(0..<1)
      return true
    }
  }
#endif
