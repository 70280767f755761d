// SPDX-License-Identifier: MIT

/// Performs the calls with `await` on a queue of its own, one call after the other.
actor LibraryWorker {
  private let executor = QueueExecutor(label: "documents")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Performs a call on the queue. Returns or throws on the actor of the caller.
  @discardableResult
  nonisolated func run<Value: Sendable>(
    _ body: @Sendable () throws -> Value
  ) async throws -> Value {
    try await result(of: body).get()
  }

  /// The result of a call. Swift 6.3 may leave the caller's `catch` on the queue if a generic function throws an error
  /// right as an actor threw it.
  private func result<Value: Sendable>(
    of body: @Sendable () throws -> Value
  ) -> Result<Value, any Error> {
    Result {
      try Task.checkCancellation()
      return try body()
    }
  }
}
