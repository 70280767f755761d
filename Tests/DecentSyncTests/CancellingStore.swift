// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization

/// A store that answers from another task, and cancels the task that asks it at one question.
final class CancellingStore: ObjectStore {
  /// The outcome of the cancelled question.
  enum Moment: CaseIterable {
    /// The store throws and has done nothing.
    case before
    /// The store throws, although it has done what was asked.
    case unanswered
    /// The store has done what was asked and answers.
    case answered
  }

  private let store: MemoryStore
  private let question: Int
  private let moment: Moment
  private let count = Mutex(0)

  /// Makes a store that cancels at the question with this number, from 0.
  init(_ store: MemoryStore, at question: Int, _ moment: Moment) {
    self.store = store
    self.question = question
    self.moment = moment
  }

  /// How many questions were asked.
  var questions: Int { count.withLock(\.self) }

  private func answer<Success: Sendable>(
    _ body: @escaping @Sendable () throws(StoreError) -> Success
  ) async throws(StoreError) -> Success {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    let isLast = number == question
    if isLast { withUnsafeCurrentTask { $0?.cancel() } }
    if isLast, moment == .before { throw Self.cancelled }
    let result = await withCheckedContinuation { continuation in
      _ = Task.detached { continuation.resume(returning: Result(catching: body)) }
    }
    if isLast, moment == .unanswered { throw Self.cancelled }
    return try result.get()
  }

  private static let cancelled = StoreError(
    kind: .missing, scope: .object, subject: "store", reason: "it was cancelled", advice: "go on")

  func list(prefix: String) async throws(StoreError) -> [ObjectInfo] {
    try await answer { [store] () throws(StoreError) in try store.list(prefix: prefix) }
  }

  func read(_ name: ObjectName) async throws(StoreError) -> [UInt8] {
    try await answer { [store] () throws(StoreError) in try store.read(name) }
  }

  func create(_ name: ObjectName, holding bytes: [UInt8]) async throws(StoreError) {
    try await answer { [store] () throws(StoreError) in try store.create(name, holding: bytes) }
  }

  func delete(_ name: ObjectName) async throws(StoreError) {
    try await answer { [store] () throws(StoreError) in try store.delete(name) }
  }
}
