// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension HeldFields: SyncReplicable {
  var version: HeldVersion { HeldVersion(parts { $1.version(of: self) }) }

  var reach: HeldVersion { HeldVersion(parts { $1.reach(of: self) }) }

  func contains(_ version: HeldVersion) -> Bool {
    version.parts.items.allSatisfy { $0.field.contains($0.part, in: self) }
  }

  func contains(_ version: HeldVersion, in later: HeldVersion) -> Bool {
    version.parts.allSatisfy(with: later.parts) { $0.contains($1, in: $2, asSeenBy: self) }
  }

  func shortened(_ version: HeldVersion) -> HeldVersion {
    HeldVersion(
      version.parts.map(with: version.parts) { field, part, _ in
        field.shortened(part, by: self)
      })
  }

  func version(besides news: HeldVersion) -> HeldVersion {
    HeldVersion(parts { $1.version(of: self, besides: news.parts[$0]) })
  }

  func basis(of delta: HeldDelta?, since version: HeldVersion) -> HeldVersion {
    guard let delta else { return HeldVersion() }
    return HeldVersion(
      version.parts.map(with: delta.parts) { $0.basis(in: self, of: $2, since: $1) })
  }

  /// The deltas of the fields with new edits; nil if no field has new edits.
  func delta(since version: HeldVersion) -> HeldDelta? {
    let delta = HeldDelta(parts { $1.delta(of: self, since: version.parts[$0]) })
    return delta.isEmpty ? nil : delta
  }

  func leads(_ delta: HeldDelta, from base: HeldVersion, to later: HeldVersion) -> Bool? {
    later.parts.items.map { item in
      item.field.leads(
        delta.parts[item.id], from: base.parts[item.id], to: item.part, asSeenBy: self)
    }.allTrue
  }

  func validate(_ delta: HeldDelta) throws(MissingHistory) {
    for item in delta.parts.items { try item.field.validate(item.part, for: self) }
  }

  mutating func merge(delta: HeldDelta) throws(MissingHistory) {
    try validate(delta)
    for item in delta.parts.items {
      try change(item.id, item.field) { (fields) throws(MissingHistory) in
        try item.field.merge(item.part, into: &fields)
      }
    }
  }

  func merged(with other: HeldFields) -> HeldFields {
    var result = self
    result.merge(other)
    return result
  }

  mutating func merge(_ other: HeldFields) {
    other.forEach { id, field in change(id, field) { field.merge(other, into: &$0) } }
  }

  mutating func dropDeleted() {
    changeAll { field, fields in field.dropDeleted(&fields) }
  }

  func sharesHistory(with other: HeldFields) -> Bool {
    contains { $0.sharesHistory(self, other) }
  }

  func contradicts(_ other: HeldFields) -> Bool {
    contains { $0.contradicts(self, other) }
  }
}
