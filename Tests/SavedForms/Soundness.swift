// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes

/// The laws of every value that reading has accepted, whatever the author of the bytes.
public struct Soundness<Value: PersistentReplicable & Framed & Equatable>
where Value.Version: Framed, Value.Delta: Framed {
  /// A value with a history of its own.
  public let stranger: Value

  /// An edit that any value can take.
  public let edit: @Sendable (inout Value) -> Void

  public init(stranger: Value, edit: @escaping @Sendable (inout Value) -> Void) {
    self.stranger = stranger
    self.edit = edit
  }

  /// The fault in a value, or nil.
  public func complaint(about value: Value) -> String? {
    do {
      return try complaintAboutSaving(value) ?? complaintAboutMerging(value)
        ?? complaintAboutEditing(value) ?? historyComplaint(about: value)
    } catch {
      return "it cannot be saved and read: \(error)"
    }
  }

  private func complaintAboutSaving(_ value: Value) throws -> String? {
    let bytes = try value.encoded()
    let read = try Value(encoded: bytes)
    if read != value { return "it is read as another value" }
    if try read.encoded() != bytes { return "it is written in two ways" }
    let version = try Value.Version(encoded: value.version.encoded())
    if version != value.version { return "its version is read as another" }
    // Two values forged under one name may differ without an edit to tell them apart. A merge of
    // them may state less than it has seen, and is sent the rest once more.
    if value.version.merged(with: read.version) != read.version || !value.contains(read.version) {
      return "its version says more than it has seen"
    }
    if value.delta(since: version) != nil { return "it lacks something of itself" }
    return nil
  }

  private func complaintAboutMerging(_ value: Value) throws -> String? {
    let (mine, theirs) = (value.merged(with: stranger), stranger.merged(with: value))
    if mine != theirs { return "merging depends on the order" }
    if try mine.encoded() != theirs.encoded() { return "merged bytes depend on the order" }
    if let complaint = try complaintAboutSaving(mine) { return "merged, \(complaint)" }
    guard let delta = value.delta(since: stranger.version) else { return nil }
    var copy = stranger
    try copy.merge(delta: Value.Delta(encoded: delta.encoded()))
    return copy == mine ? nil : "its delta brings something else"
  }

  private func complaintAboutEditing(_ value: Value) throws -> String? {
    var edited = value
    for _ in 0..<3 { edit(&edited) }
    if edited.merged(with: value) != edited { return "the state before an edit undoes it" }
    if let complaint = try complaintAboutSaving(edited) { return "edited, \(complaint)" }
    var copy = value
    if let delta = edited.delta(since: value.version) {
      try copy.merge(delta: Value.Delta(encoded: delta.encoded()))
    }
    return copy == edited ? nil : "the delta of an edit brings something else"
  }

  /// The fault after a delta was merged or refused, or nil.
  public func complaint(aboutMerging delta: Value.Delta, into receiver: Value) -> String? {
    var copy = receiver
    do {
      let read = try Value.Delta(encoded: delta.encoded())
      try copy.merge(delta: read)
    } catch is MissingHistory {
      return copy == receiver ? nil : "a refused delta changed something"
    } catch {
      return "a delta cannot be written and read: \(error)"
    }
    return complaint(about: copy)
  }
}

extension Soundness: Sendable where Value: Sendable {}
