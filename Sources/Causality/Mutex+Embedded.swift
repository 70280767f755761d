// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  /// A stand-in for Synchronization's `Mutex`, which needs an operating system. Embedded Swift has
  /// one thread here, so there is nothing to lock.
  @usableFromInline
  package final class Mutex<Value>: @unchecked Sendable {
    private var value: Value

    /// Makes a mutex around a value.
    @usableFromInline
    package init(_ value: consuming Value) {
      self.value = value
    }

    /// Runs `body` with the value, which it may change.
    @usableFromInline
    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(&value)
    }
  }
#endif
