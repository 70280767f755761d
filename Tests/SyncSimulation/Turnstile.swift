// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization

/// A store that suspends its caller before each question until the question is let through.
package final class Turnstile<Store: ObjectStore>: ObjectStore {
  private let store: Store
  private let gate: RunGate

  init(before store: Store, _ gate: RunGate) {
    self.store = store
    self.gate = gate
  }

  package nonisolated(nonsending)
    func list(prefix: String) async throws(StoreError) -> [ObjectInfo]
  {
    try await gate.pass()
    return try await store.list(prefix: prefix)
  }

  package nonisolated(nonsending)
    func read(_ name: ObjectName) async throws(StoreError) -> [UInt8]
  {
    try await gate.pass()
    return try await store.read(name)
  }

  package nonisolated(nonsending)
    func create(_ name: ObjectName, holding bytes: [UInt8]) async throws(StoreError)
  {
    try await gate.pass()
    try await store.create(name, holding: bytes)
  }

  package nonisolated(nonsending)
    func delete(_ name: ObjectName) async throws(StoreError)
  {
    try await gate.pass()
    try await store.delete(name)
  }
}

/// The gate at which a run waits, and the outcome of the run.
final class RunGate: Sendable {
  private enum State {
    case running
    case waiting(CheckedContinuation<Bool, Never>)
    case over(Result<SyncReport, any Error>)
  }

  private let state = Mutex(State.running)

  /// The outcome of the run; nil before its end.
  var outcome: Result<SyncReport, any Error>? {
    state.withLock { if case .over(let outcome) = $0 { outcome } else { nil } }
  }

  func end(with outcome: Result<SyncReport, any Error>) {
    state.withLock { $0 = .over(outcome) }
  }

  /// Lets the waiting run go on. Does nothing if the run is over.
  ///
  /// - Parameter isOpen: Whether the store is asked. Its answer is a failure otherwise.
  func release(isOpen: Bool) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard case .waiting(let continuation) = state else { return nil }
      state = .running
      return continuation
    }
    waiting?.resume(returning: isOpen)
  }

  /// A run that waits for anything else would never go on.
  func checkThatTheRunWaits() {
    state.withLock { state in
      if case .running = state { preconditionFailure("a run waits, and not at its store") }
    }
  }

  /// Waits until the run may go on.
  nonisolated(nonsending)
    func pass() async throws(StoreError)
  {
    let isOpen = await withCheckedContinuation { continuation in
      state.withLock { $0 = .waiting(continuation) }
    }
    guard isOpen else { throw Self.closed }
  }

  private static let closed = StoreError(
    kind: .missing, scope: .object, subject: "store", reason: "the run was cancelled",
    advice: "begin another")
}
