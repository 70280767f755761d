// SPDX-License-Identifier: MIT

@testable import ReplicatingTypes

extension KeyedStorage {
  /// Makes a storage as bytes may claim it to be.
  init(entries: [Key: Entry], known: VersionVector) {
    self.init()
    learn(known)
    for (key, entry) in entries { set(key, to: entry) }
  }
}
