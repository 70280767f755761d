// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Only the mutating methods of an array change its storage, while that array
/// alone refers to it. The compiler proves where an array is used that no two
/// of them overlap. Checking this again for each property at run time took much
/// of the time of an edit.
@usableFromInline
final class ArrayStorage<Element: ReplicatedContent> {
  @exclusivity(unchecked) @usableFromInline var sequence: ElementSequence<Element>
  @exclusivity(unchecked) @usableFromInline var token: SessionToken
  /// The cache that answers questions about positions and past versions. It is
  /// no part of the state.
  let history: HistoryCache
  /// Whether the last event of the log is an edit made here, by the session that the
  /// token had then.
  @exclusivity(unchecked) @usableFromInline var isEditedLast = false

  init() {
    sequence = ElementSequence()
    token = SessionToken()
    history = HistoryCache()
  }

  init(
    _ sequence: consuming ElementSequence<Element>, token: consuming SessionToken,
    history: consuming HistoryCache
  ) {
    self.sequence = sequence
    self.token = token
    self.history = history
  }

  /// A copy that goes on with the session of this storage.
  func copyTakingSession() -> ArrayStorage {
    ArrayStorage(sequence.copy(), token: token.handOver(), history: HistoryCache(history.take()))
  }

  #if !hasFeature(Embedded)
    /// Where this storage comes from.
    var origin: ValueOrigin {
      get { token.origin.value }
      set { token.origin.set(newValue) }
    }

    /// Notes that the value is stored in a container.
    func noteStored() { token.origin.noteStored() }
  #endif

  /// The same contents as `other`, for an array that continues the session of this storage.
  func adopting(_ other: ArrayStorage) -> ArrayStorage {
    let known = ownCount
    let adopted = ArrayStorage(
      other.sequence.copy(), token: token.handOver(), history: HistoryCache(other.history.take()))
    adopted.renounceSession(ifBeyond: known)
    return adopted
  }

  // MARK: Local edits

  /// Whether ``replace(_:with:)`` may be called. Only one array may refer to the storage.
  @inlinable
  var isReady: Bool { isEditedLast && token.goesOn }

  /// Prepares for an edit, which must follow at once.
  func makeReady() {
    let session = token.claim { sequence.log.graph.count(of: $0) > 0 }
    if isEditedLast, !session.isNew { return }
    sequence.beginEdits(by: session.id)
    isEditedLast = true
  }

  /// Removes some elements and inserts others in their place.
  @inlinable
  func replace(_ range: Range<Int>, with newElements: some Collection<Element>) {
    sequence.replace(range, with: newElements)
  }

  /// The session of the last edit made here, if the next would continue it.
  var session: SessionID? { token.current }

  // MARK: Edits of others

  func integrate(_ delta: ElementSequence<Element>.Delta) throws(MissingHistory) {
    let known = ownCount
    isEditedLast = false
    let cache = HistoryCache(history.take())
    try sequence.integrate(delta, cache: cache)
    history.put(cache.take())
    renounceSession(ifBeyond: known)
  }

  func merge(_ other: ArrayStorage) {
    let known = ownCount
    isEditedLast = false
    let cache = HistoryCache(history.take())
    sequence.merge(other.sequence, cache: cache)
    history.put(cache.take())
    renounceSession(ifBeyond: known)
  }

  /// The number of known edits of the session that the next edit would continue.
  private var ownCount: Int? {
    token.current.map { sequence.log.graph.count(of: $0) }
  }

  /// Gives the session up if others know more edits of it than were made here:
  /// a copy of this process must have continued it.
  private func renounceSession(ifBeyond known: Int?) {
    if ownCount != known { token.renounce() }
  }
}

extension ArrayStorage: @unchecked Sendable where Element: Sendable {}
