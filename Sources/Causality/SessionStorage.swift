// SPDX-License-Identifier: MIT

/// The storage object of a value: its state, and the right to number the value's edits.
///
/// A value changes its storage only while no other value refers to the storage. ``makeUnique(_:)``
/// ensures this. The compiler proves that no two mutating methods of a value overlap. So a storage
/// is `@unchecked Sendable` if its contents are `Sendable`. For the same reason, a type with fast
/// edits may leave out the exclusivity checks, which would take a quarter of the time of an edit.
@usableFromInline
package protocol SessionStorage: AnyObject {
  associatedtype EditCount: Equatable

  /// The token. Another storage gets the token only by ``SessionToken/handOver()``, so that at most
  /// one storage continues a session.
  var token: SessionToken { get set }

  /// A copy that continues the session of this storage.
  func copyTakingSession() -> Self

  /// The number of known edits of a session. A counter gives the session's sums instead.
  func editCount(of session: SessionID) -> EditCount
}

extension SessionStorage {
  /// Ensures that no other value refers to the storage.
  @inlinable
  package static func makeUnique(_ storage: inout Self) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copyTakingSession() }
  }

  /// The storage that takes the place of this storage. The new storage continues the session if
  /// both storages know the same number of edits of the session.
  ///
  /// - Parameter make: A function that makes the new storage with the token.
  package func replaced(by make: (consuming SessionToken) -> Self) -> Self {
    let known = token.current.map { editCount(of: $0) }
    let other = make(token.handOver())
    if other.token.current.map({ other.editCount(of: $0) }) != known { other.token.renounce() }
    return other
  }

  /// Takes in edits of other copies. Renounces the session if the other copies know edits of the
  /// session that were not made here. A duplicate of this process, or of its machine, must have
  /// made such edits.
  ///
  /// - Parameter contradicts: Whether the other copies hold different edits under the dots of the
  ///   session; called before `body`.
  @inlinable
  package func takeIn<Result, Failure: Error>(
    contradicts: (SessionID) -> Bool = { _ in false }, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let session = token.current
    let isContinuedTwice = session.map(contradicts) ?? false
    let known = session.map { editCount(of: $0) }
    let result = try body()
    if isContinuedTwice || token.current.map({ editCount(of: $0) }) != known { token.renounce() }
    return result
  }

  #if !hasFeature(Embedded)
    /// The origin of this storage.
    package var origin: ValueOrigin {
      get { token.origin.value }
      set { token.origin.set(newValue) }
    }

    /// Notes that the value of this storage is stored in a container.
    package func noteStored() { token.origin.noteStored() }
  #endif
}
