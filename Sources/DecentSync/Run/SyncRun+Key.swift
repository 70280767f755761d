// SPDX-License-Identifier: MIT

/// The key of a sealed store. An object that the key does not open is damaged only if the key is
/// right.
extension SyncRun {
  /// Compares the key of the store with the key of earlier runs.
  mutating func compareKey() throws {
    guard let store = keyedStore else { return }
    if let proof = try policy.rows.value(of: policy.key(.keyProof)) {
      isKeyDoubted = !store.hasKey(of: proof)
    } else {
      try keepKey()
    }
  }

  /// Notes that an object of the remote was opened. A wrong key opens the objects that this device
  /// sealed with that key. So only an object of another device shows that a doubted key is right. A
  /// key that was found right is kept, and later runs compare their keys with it.
  mutating func noteOpened(_ writer: DeviceID) throws {
    if isKeyDoubted {
      if try policy.identity.isOurs(writer) { return }
      isKeyDoubted = false
      try keepKey()
    }
    hasOpened = true
  }

  private func keepKey() throws {
    try policy.rows.set(policy.key(.keyProof), to: keyedStore?.keyProof())
  }
}
