// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Changed only while one array refers to it.
final class ArrayStorage<Element> {
  private(set) var sequence: ElementSequence<Element>
  private var token: SessionToken
  /// What answers questions about positions and past versions; no part of the
  /// state.
  let history: HistoryCache

  init() {
    sequence = ElementSequence()
    token = SessionToken()
    history = HistoryCache()
  }

  init(
    _ sequence: ElementSequence<Element>, token: consuming SessionToken,
    history: consuming HistoryCache
  ) {
    self.sequence = sequence
    self.token = token
    self.history = history
  }

  /// A copy that goes on with the session of this storage.
  func copyTakingSession() -> ArrayStorage {
    ArrayStorage(sequence, token: token.handOver(), history: HistoryCache(history.take()))
  }

  /// The same contents as `other`, for an array that goes on with the session
  /// of this storage.
  func adopting(_ other: ArrayStorage) -> ArrayStorage {
    let known = ownCount
    let adopted = ArrayStorage(
      other.sequence, token: token.handOver(), history: HistoryCache(other.history.take()))
    adopted.renounceSession(ifBeyond: known)
    return adopted
  }

  func replace(_ range: Range<Int>, with newElements: some Collection<Element>) {
    let session = token.claim { sequence.log.graph.count(of: $0) > 0 }.id
    sequence.replace(range, with: newElements, by: session)
  }

  func integrate(_ delta: ElementSequence<Element>.Delta) throws(MissingHistory) {
    let known = ownCount
    try sequence.integrate(delta)
    renounceSession(ifBeyond: known)
  }

  func merge(_ other: ArrayStorage) {
    let known = ownCount
    sequence.merge(other.sequence)
    renounceSession(ifBeyond: known)
  }

  /// How many edits the session has that the next edit would continue.
  private var ownCount: Int? {
    token.current.map { sequence.log.graph.count(of: $0) }
  }

  /// Gives the session up if others know more edits of it than were made here:
  /// a copy of this process must have gone on with it.
  private func renounceSession(ifBeyond known: Int?) {
    if ownCount != known { token.renounce() }
  }
}

extension ArrayStorage: @unchecked Sendable where Element: Sendable {}
