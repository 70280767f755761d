// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  extension ReplicationEnvironment {
    /// Whether an edit made here certainly belongs to this environment.
    var isOfThread: Bool { self === Self.current && isUndivided }
  }
#else
  internal import CThread

  /// The address of the environment whose ``run(_:)`` is running on a thread.
  ///
  /// Reading a task-local value takes longer than an edit that continues typing. So a thread also
  /// notes the environment of a running synchronous `run(_:)`, whose body cannot suspend. A thread
  /// without a noted environment may still run a task that has an environment.
  extension ReplicationEnvironment {
    /// Whether an edit made on this thread certainly belongs to this environment.
    var isOfThread: Bool { address == Self.addressOfThread && isUndivided }

    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The address that this thread has noted.
    static var addressOfThread: UnsafeRawPointer? { thread_get_environment() }

    /// Notes an address for this thread. A forked process notes no address, because the parent
    /// process may continue the same sessions.
    static func noteForThread(_ address: UnsafeRawPointer?) {
      thread_set_environment(ForkCount.current == 0 ? address : nil)
    }
  }
#endif
