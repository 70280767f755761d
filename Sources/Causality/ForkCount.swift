// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  /// Without an operating system no process is duplicated.
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

  /// How often this process was duplicated by `fork` on its way here: a child counts one more
  /// than its parent.
  ///
  /// A child has all values of its parent, and the right to go on with their sessions. It must
  /// not: both would number different edits alike. So a session ends, and a run, where the count
  /// differs from the one that it was opened at. The system tells the child of the fork; asking
  /// for a process id before each edit would take a system call.
  enum ForkCount {
    private static let count = Atomic<Int>(0)

    /// Registered once, with the count there, which the child must not be the first to ask for.
    private static let isRegistered: Bool = {
      count.store(0, ordering: .relaxed)
      return pthread_atfork(nil, nil, { ForkCount.increase() }) == 0
    }()

    static var current: Int { count.load(ordering: .relaxed) }

    /// To be called before the first session of an environment is opened.
    static func watch() { _ = isRegistered }

    private static func increase() {
      count.add(1, ordering: .relaxed)
      ReplicationEnvironment.system.endFastPath()
    }
  }
#endif
