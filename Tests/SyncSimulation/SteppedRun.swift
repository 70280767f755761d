// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization

/// A run of sync that waits before each question to its store until it is told to go on. It runs on
/// the thread that tells it, in the environment in which it was begun.
///
/// A run that is released before its end is cancelled while it waits. Its store is not asked then.
package final class SteppedRun {
  private let gate = RunGate()
  private let executor = StepExecutor()
  private let task: Task<Void, Never>

  /// Begins a run, up to its first question.
  ///
  /// - Parameters:
  ///   - store: The store, which answers without suspending.
  ///   - sync: Syncs with the store that it is given.
  /// - Throws: The error that ends the run.
  package init<Store: ObjectStore>(
    with store: Store,
    _ sync: nonisolated(nonsending) @escaping (Turnstile<Store>) async throws -> SyncReport
  ) throws {
    let gate = gate
    let turnstile = Turnstile(before: store, gate)
    // The jobs run on the thread that advances the run, which alone uses what they share.
    nonisolated(unsafe) let sync = sync
    task = Task(executorPreference: executor) {
      do {
        gate.end(with: .success(try await sync(turnstile)))
      } catch {
        gate.end(with: .failure(error))
      }
    }
    executor.runJobs()
    gate.checkThatTheRunWaits()
    if case .failure(let error) = gate.outcome { throw error }
  }

  deinit {
    task.cancel()
    gate.release(isOpen: false)
    executor.runJobs()
    precondition(gate.outcome != nil, "a cancelled run asked its store")
  }

  /// Lets the next question through, and the run go on to the one after it.
  ///
  /// - Returns: The report if the run was over before, else nil.
  /// - Throws: The error that ends the run.
  package func advance() throws -> SyncReport? {
    if let outcome = gate.outcome { return try outcome.get() }
    gate.release(isOpen: true)
    executor.runJobs()
    gate.checkThatTheRunWaits()
    if case .failure(let error) = gate.outcome { throw error }
    return nil
  }
}

/// Runs the jobs of a task on the thread that asks for it.
private final class StepExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func runJobs() {
    while let job = jobs.withLock({ $0.popLast() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
