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

  /// A stand-in for Synchronization's `AtomicLazyReference`, for the same reason.
  package final class AtomicLazyReference<Instance: AnyObject>: @unchecked Sendable {
    private var instance: Instance?

    /// Makes a reference that is not set.
    package init() {}

    /// The instance, if it is set.
    package func load() -> Instance? { instance }

    /// Sets the instance.
    package func storeIfNil(_ desired: Instance) -> Instance {
      instance = desired
      return desired
    }
  }
#endif
