// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  extension ReplicatingText: StoredShowingValue {
    package var sessionStorage: any SessionStorage { storage }

    package var showsNothing: Bool { isEmpty }

    package mutating func show(_ other: ReplicatingText) { update(to: other.string) }
  }
#endif
