// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import Synchronization
import Testing

/// Runs each test in an environment whose identities and times follow from the name of the test, and
/// from `DECENT_SEED` if it is set. So a test that fails fails again.
///
/// ```swift
/// @Test(.seeded) func randomEditsConverge() async throws { … }
/// ```
package struct SeededEnvironment: TestTrait, SuiteTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let name = test.name.utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) }
    let seed = name &+ (RunSettings().seed ?? 0)
    try await ReplicationEnvironment.seeded(seed).run { try await function() }
  }
}

extension Trait where Self == SeededEnvironment {
  /// The test runs in an environment that follows from its name.
  package static var seeded: Self { SeededEnvironment() }
}

extension ReplicationEnvironment {
  /// An environment whose random bits and clock follow from a seed. The clock goes on by up to two
  /// milliseconds whenever it is read.
  package static func seeded(_ seed: UInt64) -> ReplicationEnvironment {
    let source = Mutex((time: UInt64(1_700_000_000_000), chance: SeededGenerator(seed: seed)))
    return ReplicationEnvironment(
      milliseconds: {
        source.withLock {
          $0.time += UInt64($0.chance.below(3))
          return $0.time
        }
      },
      random: { source.withLock { $0.chance.next() } })
  }
}
