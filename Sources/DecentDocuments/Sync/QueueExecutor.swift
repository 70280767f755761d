// SPDX-License-Identifier: MIT

import Foundation

/// Runs the jobs of an actor on a queue of its own: they may block, which no thread that all tasks
/// share should.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter label: What debuggers show.
  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
