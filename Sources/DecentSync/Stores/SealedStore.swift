// SPDX-License-Identifier: MIT

/// A way to seal the objects of a library before they leave the device, and to open the objects of
/// other devices. Encryption is an example.
///
/// All devices that share a remote use seals that open each other's objects.
public protocol ObjectSeal: Sendable {
  /// The number of bytes that sealing adds to an object, the same for all objects.
  var overhead: Int { get }

  /// Seals an object.
  ///
  /// - Parameters:
  ///   - bytes: The object.
  ///   - name: The name of the new object. If a seal depends on the name, the storage cannot pass
  ///     off one object as another.
  func seal(_ bytes: [UInt8], named name: ObjectName) throws -> [UInt8]

  /// Opens a sealed object.
  ///
  /// - Throws: An error whose description names the fault, such as a wrong key.
  func open(_ bytes: [UInt8], named name: ObjectName) throws -> [UInt8]
}

/// A store whose objects can only be read with a key.
protocol KeyedStore {
  /// Sealed bytes, by which ``hasKey(of:)`` later recognises the key; nil if sealing fails.
  func keyProof() -> [UInt8]?

  /// Whether the key opens bytes that an earlier `keyProof()` returned.
  func hasKey(of proof: [UInt8]) -> Bool
}

extension SealedStore: KeyedStore {
  /// No object has this name.
  private static var nameOfProof: ObjectName { ObjectName(knownSound: "key") }

  func keyProof() -> [UInt8]? { try? seal.seal([1], named: Self.nameOfProof) }

  func hasKey(of proof: [UInt8]) -> Bool {
    (try? seal.open(proof, named: Self.nameOfProof)) == [1]
  }
}

/// A store that holds sealed objects in another store.
///
/// Names are not sealed. They show which device wrote an object, and in which order a device wrote
/// its objects.
public struct SealedStore<Store: ObjectStore, Seal: ObjectSeal>: ObjectStore {
  private let store: Store
  private let seal: Seal

  /// Makes a store that holds sealed objects in `store`.
  public init(_ store: Store, with seal: Seal) {
    self.store = store
    self.seal = seal
  }

  public func place(of name: ObjectName) -> String { store.place(of: name) }

  public var watchedFolders: [String] { store.watchedFolders }

  public nonisolated(nonsending)
    func list(prefix: String) async throws(StoreError) -> [ObjectInfo]
  {
    // An object smaller than a seal was not sealed. It is read, and found to be damaged.
    try await store.list(prefix: prefix)
      .map { ObjectInfo(name: $0.name, size: max(0, $0.size - seal.overhead)) }
  }

  public nonisolated(nonsending)
    func read(_ name: ObjectName) async throws(StoreError) -> [UInt8]
  {
    let bytes = try await store.read(name)
    do {
      return try seal.open(bytes, named: name)
    } catch {
      throw failure(
        .damaged, name, reason: "it cannot be opened: \(error)",
        advice: "check that this device has the key that the others use")
    }
  }

  public nonisolated(nonsending)
    func create(_ name: ObjectName, holding bytes: [UInt8]) async throws(StoreError)
  {
    let sealed: [UInt8]
    do {
      sealed = try seal.seal(bytes, named: name)
    } catch {
      throw failure(
        .needsUser, name, reason: "it cannot be sealed: \(error)",
        advice: "check the key, then sync again; nothing was sent")
    }
    try await store.create(name, holding: sealed)
  }

  public nonisolated(nonsending)
    func delete(_ name: ObjectName) async throws(StoreError)
  {
    try await store.delete(name)
  }

  private func failure(
    _ kind: StoreError.Kind, _ name: ObjectName, reason: String, advice: String
  ) -> StoreError {
    StoreError(
      kind: kind, scope: kind == .damaged ? .object : .store, subject: place(of: name),
      reason: reason, advice: advice)
  }
}
