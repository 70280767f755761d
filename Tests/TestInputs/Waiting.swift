// SPDX-License-Identifier: MIT

import Observation

/// Waits until `body` returns true. Calls it again after each change of what it reads of an
/// observed object.
@MainActor public func wait(until body: @MainActor () -> Bool) async {
  while true {
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    let isDone = withObservationTracking(body) { change.yield() }
    if isDone { return }
    for await _ in changes { break }
  }
}
