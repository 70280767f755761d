// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// The state of an array: its elements in order, with their history.
@usableFromInline
final class ArrayStorage<Element: ReplicatedContent>: SessionStorage {
  @exclusivity(unchecked) @usableFromInline var sequence: ElementSequence<Element>
  @exclusivity(unchecked) @usableFromInline var token: SessionToken
  /// The cache that answers questions about positions and past versions. The cache is no part of
  /// the state.
  let history: HistoryCache
  /// Whether the last event of the log is a local edit. The token may have lost the session of that
  /// edit since then.
  @exclusivity(unchecked) @usableFromInline var isEditedLast = false

  init() {
    sequence = ElementSequence()
    history = HistoryCache()
    token = SessionToken()
  }

  init(
    _ sequence: consuming ElementSequence<Element>, token: consuming SessionToken,
    history: consuming HistoryCache
  ) {
    self.sequence = sequence
    self.history = history
    self.token = token
  }

  /// A copy that continues the session of this storage.
  @usableFromInline
  func copyTakingSession() -> ArrayStorage {
    ArrayStorage(sequence.copy(), token: token.handOver(), history: HistoryCache(history.take()))
  }

  /// A storage with the contents of `other`, in place of this storage: see `replaced(by:)`.
  func adopting(_ other: ArrayStorage) -> ArrayStorage {
    replaced { token in
      ArrayStorage(
        other.sequence.copy(), token: token, history: HistoryCache(other.history.take()))
    }
  }

  // MARK: Local edits

  /// Whether ``replace(_:with:)`` may be called, provided that one array alone refers to the
  /// storage.
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

  /// The session of the last local edit; nil if the next edit would open another session.
  var session: SessionID? { token.current }

  // MARK: Edits of others

  func integrate(_ delta: ElementSequence<Element>.Delta) throws(MissingHistory) {
    isEditedLast = false
    let cache = HistoryCache(history.take())
    try takeIn { () throws(MissingHistory) in _ = try sequence.integrate(delta, cache: cache) }
    history.put(cache.take())
  }

  func merge(_ other: ArrayStorage) {
    isEditedLast = false
    let cache = HistoryCache(history.take())
    takeIn { _ = sequence.merge(other.sequence, cache: cache) }
    history.put(cache.take())
  }

  @usableFromInline
  func editCount(of session: SessionID) -> Int { sequence.log.graph.count(of: session) }
}

// All changes follow the rules of SessionStorage.
extension ArrayStorage: @unchecked Sendable where Element: Sendable {}
