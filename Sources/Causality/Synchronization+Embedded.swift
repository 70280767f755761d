// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  /// A stand-in for Synchronization's `Mutex`, which needs an operating system. Embedded builds run
  /// on one thread, so nothing needs a lock.
  @usableFromInline
  package final class Mutex<Value>: @unchecked Sendable {
    private var value: Value

    /// Makes a mutex around a value.
    @usableFromInline
    package init(_ value: consuming Value) {
      self.value = value
    }

    /// Runs `body`, which may change the value.
    @usableFromInline
    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(&value)
    }
  }

  /// A stand-in for Synchronization's `AtomicLazyReference`, which needs an operating system, too.
  package final class AtomicLazyReference<Instance: AnyObject>: @unchecked Sendable {
    private var instance: Instance?

    /// Makes a reference that is not set.
    package init() {}

    /// The instance; nil if no instance is set.
    package func load() -> Instance? { instance }

    /// Sets the instance and returns it. The caller must have seen that no instance is set.
    package func storeIfNil(_ desired: Instance) -> Instance {
      instance = desired
      return desired
    }
  }
#endif
