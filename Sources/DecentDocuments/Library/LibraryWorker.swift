// SPDX-License-Identifier: MIT

/// Performs the `async` calls of a library on a queue, one call after the other.
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

  /// Returns the result of a call, so that this actor throws no error. In Swift 6.3, the caller's
  /// `catch` may run on the queue if a generic function passes on an error that an actor threw.
  private func result<Value: Sendable>(
    of body: @Sendable () throws -> Value
  ) -> Result<Value, any Error> {
    Result {
      try Task.checkCancellation()
      return try body()
    }
  }
}
