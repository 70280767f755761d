// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  /// Stands in for Synchronization's `Mutex`, which is not there without an operating
  /// system: here there is one thread, and nothing to lock.
  package final class Mutex<Value>: @unchecked Sendable {
    private var value: Value

    /// Makes a mutex around a value.
    package init(_ value: consuming Value) {
      self.value = value
    }

    /// Runs `body` with the value, which it may change.
    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(&value)
    }
  }
#endif
