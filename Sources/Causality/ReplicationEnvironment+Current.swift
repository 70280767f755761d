// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension ReplicationEnvironment {
    /// The environment of this program: the system's clock and random source.
    public static let system = ReplicationEnvironment(
      isSole: true,
      milliseconds: { milliseconds(of: CLOCK_REALTIME) },
      uptime: { milliseconds(of: uptimeClock) },
      random: {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
      })

    #if canImport(Darwin)
      private static let uptimeClock = CLOCK_MONOTONIC
    #else
      private static let uptimeClock = CLOCK_BOOTTIME
    #endif

    private static func milliseconds(of clock: clockid_t) -> UInt64 {
      var time = timespec()
      guard clock_gettime(clock, &time) == 0, time.tv_sec >= 0 else { return 0 }
      return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }

    @TaskLocal private static var bound: ReplicationEnvironment?

    /// The environment of edits made here: the environment whose `run(_:)` is running, or
    /// ``system`` if none is running.
    public static var current: ReplicationEnvironment {
      system.isSole.load(ordering: .relaxed) ? system : bound ?? system
    }

    /// Runs `body` with this environment as the current one.
    ///
    /// A value that was edited under another environment gets a session of this environment.
    @discardableResult
    public func run<Result, Failure: Error>(
      _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      Self.system.isSole.store(false, ordering: .relaxed)
      compareClocks()
      let former = Self.addressOfThread
      Self.noteForThread(address)
      defer { Self.noteForThread(former) }
      var result: Swift.Result<Result, Failure>?
      Self.$bound.withValue(self) {
        do throws(Failure) {
          result = .success(try body())
        } catch {
          result = .failure(error)
        }
      }
      guard let result else { preconditionFailure("the body ran above") }
      return try result.get()
    }

    /// Runs an asynchronous `body` with this environment as the current one.
    public nonisolated(nonsending) func run<Result>(
      _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
      Self.system.isSole.store(false, ordering: .relaxed)
      compareClocks()
      return try await Self.$bound.withValue(self) { try await body() }
    }
  }
#endif
