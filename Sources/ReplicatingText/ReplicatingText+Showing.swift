// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  extension ReplicatingText: ShowingValue {
    package var origin: ValueOrigin {
      get { storage.origin }
      set {
        makeStorageUnique()
        storage.origin = newValue
      }
    }

    package var showsNothing: Bool { isEmpty }

    package func noteStored() { storage.noteStored() }

    package mutating func show(_ other: ReplicatingText) { update(to: other.string) }
  }
#endif
