// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws
import Synchronization

/// A device's view of a store, as bad as folder services and networks make it:
/// old and partial listings, objects that arrive late, readings cut short, uploads that tear, get lost
/// or succeed and say otherwise.
final class UnreliableStore: ObjectStore {
  /// The kinds of faults.
  enum Fault: CaseIterable {
    case outage, oldListing, partialListing, lateArrival, shortReading, lostUpload, tornUpload
    case deniedUpload
  }

  private struct State {
    var random: SeededGenerator
    var faults: Set<Fault>
    /// Whether no listing is wrong after one that was.
    let isMerciful: Bool
    var wasWrong = false
    var lastListing: [ObjectInfo] = []
    /// The number of listings until each object seen here arrives.
    var delays: [ObjectName: Int] = [:]
  }

  private let store: MemoryStore
  private let state: Mutex<State>

  init(_ store: MemoryStore, faults: Set<Fault>, isMerciful: Bool = false, seed: UInt64) {
    self.store = store
    state = Mutex(
      State(random: SeededGenerator(seed: seed), faults: faults, isMerciful: isMerciful))
  }

  /// Ends all faults.
  func heal() { state.withLock { $0.faults = [] } }

  private func happens(_ fault: Fault, oneIn count: Int) -> Bool {
    state.withLock { $0.faults.contains(fault) && $0.random.oneIn(count) }
  }

  private func below(_ bound: Int) -> Int { state.withLock { $0.random.below(bound) } }

  private func outage(_ subject: String) -> StoreError {
    StoreError(
      kind: .tryLater, scope: below(2) == 0 ? .store : .object, subject: subject,
      reason: "it does not answer", advice: "sync again later")
  }

  /// Whether an object of another device has arrived. Each listing brings it nearer.
  private func hasArrived(_ name: ObjectName, isListing: Bool) -> Bool {
    state.withLock { state in
      guard state.faults.contains(.lateArrival) else { return true }
      let delay = state.delays[name] ?? (state.random.oneIn(3) ? 1 + state.random.below(4) : 0)
      state.delays[name] = isListing ? max(0, delay - 1) : delay
      return delay == 0
    }
  }

  func list(prefix: String) throws(StoreError) -> [ObjectInfo] {
    if happens(.outage, oneIn: 20) { throw outage(prefix) }
    let fresh = try store.list(prefix: prefix).sorted { $0.name < $1.name }
      .filter { hasArrived($0.name, isListing: true) }
    if !state.withLock({ $0.isMerciful && $0.wasWrong }) {
      state.withLock { $0.wasWrong = true }
      if happens(.oldListing, oneIn: 8) { return state.withLock(\.lastListing) }
      if happens(.partialListing, oneIn: 8) { return fresh.filter { _ in below(3) > 0 } }
    }
    state.withLock { state in
      state.wasWrong = false
      state.lastListing = fresh
    }
    return fresh
  }

  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] {
    if happens(.outage, oneIn: 20) { throw outage(name.text) }
    guard hasArrived(name, isListing: false) else { throw .missing(name) }
    let bytes = try store.read(name)
    return happens(.shortReading, oneIn: 20) ? Array(bytes.prefix(below(bytes.count + 1))) : bytes
  }

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    if happens(.outage, oneIn: 20) { throw outage(name.text) }
    state.withLock { $0.delays[name] = 0 }
    if happens(.lostUpload, oneIn: 30) { return }
    if happens(.tornUpload, oneIn: 15) {
      try store.create(name, holding: Array(bytes.prefix(below(bytes.count))))
      if below(2) == 0 { throw outage(name.text) }
      return
    }
    try store.create(name, holding: bytes)
    if happens(.deniedUpload, oneIn: 15) { throw outage(name.text) }
  }

  func delete(_ name: ObjectName) throws(StoreError) {
    if happens(.outage, oneIn: 20) { throw outage(name.text) }
    try store.delete(name)
  }
}
