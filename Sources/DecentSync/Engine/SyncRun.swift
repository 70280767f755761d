// SPDX-License-Identifier: MIT

/// Performs what a ``SyncEngine`` wants done, one action at a time.
public struct SyncRun<Journal: SyncJournal, Store: ObjectStore> {
  private let journal: Journal
  private let store: Store
  private let remote: RemoteName
  private let time: UInt64
  private var engine: SyncEngine
  private var action: SyncAction

  /// Begins a run.
  ///
  /// - Parameter time: Milliseconds since 1970, by a clock that may be wrong.
  /// - Throws: What the journal throws.
  public init(
    _ journal: Journal, with store: Store, as remote: RemoteName,
    options: SyncOptions = SyncOptions(), at time: UInt64 = SystemClock.now
  ) throws {
    self.time = time
    self.journal = journal
    self.store = store
    self.remote = remote
    engine = SyncEngine(
      device: try journal.device(), known: try journal.knownObjects(of: remote), options: options)
    action = engine.advance(.started)
  }

  /// How far the run is.
  public var progress: SyncProgress { engine.progress }

  /// Performs the next action.
  ///
  /// - Returns: The report if the run is over, else nil.
  /// - Throws: What the journal throws. The run then cannot go on; another may begin.
  public mutating func step() throws -> SyncReport? {
    if case .finish(let report) = action { return report }
    let event: SyncEvent
    do {
      event = try perform(action)
    } catch let error as StoreError {
      event = .storeFailed(error)
    }
    action = engine.advance(event)
    return nil
  }

  private func perform(_ action: SyncAction) throws -> SyncEvent {
    switch action {
    case .list(let prefix): return .listed(try store.list(prefix: prefix))
    case .read(let name): return .read(try store.read(name))
    case .create(let sealed): try store.create(sealed.name, holding: sealed.bytes)
    case .delete(let name): try store.delete(name)
    case .miss(let names): try journal.miss(names, of: remote)
    case .forget(let names): try journal.forget(names, of: remote)
    case .recognize(let reference): return .recognized(try journal.didSeal(reference))
    case .apply(let deliveries): return .applied(try journal.apply(deliveries, of: remote))
    case .take(let acknowledgement, let object):
      return .recognized(try journal.take(acknowledgement, from: object, of: remote, at: time))
    case .conclude(let end): return .concluded(try journal.conclude(end, at: remote, time: time))
    case .acknowledge(let acknowledgement):
      try store.create(acknowledgement.name, holding: acknowledgement.encoded())
    case .confirmAcknowledgement(let acknowledgement, let object):
      try journal.confirm(acknowledgement, as: object, of: remote)
    case .renewDevice(let old): return .renewed(try journal.renewDevice(replacing: old))
    case .seal(let limit, let forOthers):
      return .sealed(try journal.nextSealed(for: remote, limit: limit, forOthers: forOthers))
    case .postpone(let isSure):
      return .postponed(try journal.postpone(at: remote, isSure: isSure))
    case .confirm(let sealed): try journal.confirm(sealed, at: remote)
    case .finish: break
    }
    return .done
  }
}

extension SyncJournal {
  /// Brings the documents behind this journal and a remote to the same state.
  ///
  /// Failures of the store do not throw: they stand in the report.
  ///
  /// - Parameters:
  ///   - store: Where the remote's objects are.
  ///   - remote: The name the journal keeps its books under.
  ///   - options: How to work.
  ///   - time: Milliseconds since 1970, by a clock that may be wrong.
  ///   - progress: Is told how far the run is, before each step.
  /// - Throws: What this journal throws.
  public func sync(
    with store: some ObjectStore, as remote: RemoteName, options: SyncOptions = SyncOptions(),
    at time: UInt64 = SystemClock.now, progress: (SyncProgress) -> Void = { _ in }
  ) throws -> SyncReport {
    var run = try SyncRun(self, with: store, as: remote, options: options, at: time)
    while true {
      progress(run.progress)
      if let report = try run.step() { return report }
    }
  }
}
