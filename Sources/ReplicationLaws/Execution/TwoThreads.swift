// SPDX-License-Identifier: MIT

import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs two closures at once: one on a new thread, one on the caller's thread.
enum TwoThreads {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Runs both closures, and returns when both are done.
  ///
  /// Runs one closure after the other if no thread can be started.
  static func run(_ first: @escaping () -> Void, _ second: () -> Void) {
    let meeting = Meeting()
    let work = Work {
      meeting.arrive()
      first()
    }
    #if canImport(Darwin)
      var thread: pthread_t?
      let isStarted =
        pthread_create(
          &thread, nil,
          { context in
            Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body()
            return nil
          }, Unmanaged.passUnretained(work).toOpaque()) == 0
      guard isStarted, let thread else { return inTurn(first, second) }
    #else
      var thread = pthread_t()
      let isStarted =
        pthread_create(
          &thread, nil,
          { context in
            context.map { Unmanaged<Work>.fromOpaque($0).takeUnretainedValue().body() }
            return nil
          }, Unmanaged.passUnretained(work).toOpaque()) == 0
      guard isStarted else { return inTurn(first, second) }
    #endif
    meeting.arrive()
    second()
    pthread_join(thread, nil)
    withExtendedLifetime(work) {}
  }

  private static func inTurn(_ first: () -> Void, _ second: () -> Void) {
    first()
    second()
  }

  /// A meeting of two threads, which wait for each other only for a moment. On a busy machine, a
  /// missed meeting is better than a long wait.
  private final class Meeting: Sendable {
    private let arrived = Atomic(0)

    func arrive() {
      arrived.add(1, ordering: .relaxed)
      for _ in 0..<20_000 where arrived.load(ordering: .relaxed) < 2 {}
    }
  }
}
