// SPDX-License-Identifier: MIT

import Testing

extension Trait where Self == TimeLimitTrait {
  /// Fails a test that hangs, and no other: a busy machine may take minutes for what takes milliseconds.
  package static var ends: Self { .timeLimit(.minutes(30)) }
}
