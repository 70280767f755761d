// SPDX-License-Identifier: MIT

import Synchronization

/// Names that no two edits share, whatever thread they run on.
final class DifferentNames: Sendable {
  private let last = Mutex(0)

  func next() -> String {
    last.withLock { last in
      last += 1
      return "\(last)"
    }
  }
}
