// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  /// The number of `fork` calls, which is always 0 without an operating system.
  enum ForkCount {
    static var current: Int { 0 }

    static func watch() {}
  }
#else
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The number of `fork` calls that led from the first process to this process. A child counts one
  /// more than its parent.
  ///
  /// A child process has copies of all values and tokens of its parent. If the child continued the
  /// sessions of the tokens, both processes would give different edits the same numbers. A session
  /// or a run therefore ends once the count differs from the count at the start of the session or
  /// run. A handler that the system calls in the child increases the count. Comparing process ids
  /// instead would cost a system call before each edit.
  enum ForkCount {
    private static let count = Atomic<Int>(0)

    /// Registers the handler once. Also initialises the count, so that the handler need not do so.
    private static let isRegistered: Bool = {
      count.store(0, ordering: .relaxed)
      return pthread_atfork(nil, nil, { ForkCount.increase() }) == 0
    }()

    static var current: Int { count.load(ordering: .relaxed) }

    /// Registers the handler. An environment calls this before it opens its first session.
    static func watch() { _ = isRegistered }

    private static func increase() {
      count.add(1, ordering: .relaxed)
      ReplicationEnvironment.system.endFastPath()
      ReplicationEnvironment.noteForThread(nil)
    }
  }
#endif
