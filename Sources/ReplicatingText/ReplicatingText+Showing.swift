// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  extension ReplicatingText: ShowingValue {
    package var origin: ValueOrigin { storage.origin }

    package var showsNothing: Bool { isEmpty }

    package mutating func forgetOrigin() {
      makeStorageUnique()
      storage.forgetOrigin()
    }

    package mutating func show(_ other: ReplicatingText) { update(to: other.string) }
  }
#endif
