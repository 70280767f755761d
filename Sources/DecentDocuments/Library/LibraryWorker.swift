// SPDX-License-Identifier: MIT

/// Performs the calls with `await` on a queue of its own, one call after the other.
actor LibraryWorker {
  private let executor = QueueExecutor(label: "documents")

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  @discardableResult
  func run<Result>(_ body: @Sendable () throws -> Result) throws -> Result {
    try Task.checkCancellation()
    return try body()
  }
}
