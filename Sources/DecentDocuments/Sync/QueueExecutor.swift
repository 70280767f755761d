// SPDX-License-Identifier: MIT

import Foundation

/// Runs the jobs of an actor on a queue of its own. The jobs may block, so they must not run on the
/// threads that all tasks share.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter label: The name that debuggers show.
  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
