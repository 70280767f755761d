// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The part of a delta for one key: the entry of the key. If the receiver has a version of the
/// value, the part holds a delta of the value in place of the whole value.
@usableFromInline
struct DictionaryPart<Value: ReplicatedContent>: KeyedPart {
  @usableFromInline
  typealias Rules = ValueRules<Value>

  /// The entry of the key, without the value if the receiver has a version of the value.
  @usableFromInline
  let entry: DictionaryEntry<Value>
  /// The delta of the value, if the receiver has the value in the same incarnation.
  @usableFromInline
  let news: ValueDelta?

  @inlinable
  var stamp: KeyedStamp { entry.stamp }
  @inlinable
  var firstInsert: KeyedStamp { entry.firstInsert }
  @inlinable
  var dots: [Dot] { entry.dots }

  @inlinable
  var hasManyDots: Bool { entry.hasManyDots }

  @inlinable
  var isPresent: Bool { entry.isPresent }

  init(_ entry: DictionaryEntry<Value>, news: ValueDelta? = nil) {
    self.entry = entry
    self.news = news
  }

  /// Makes the part for a receiver that may have a version of the value.
  init(
    _ entry: DictionaryEntry<Value>, since version: ValueVersions<some Hashable>.Item?,
    by rules: ValueRules<Value>
  ) {
    guard let rules = rules.persistent, let value = entry.value, let version,
      version.incarnation == entry.incarnation, !version.isEmpty
    else {
      self.init(entry)
      return
    }
    var known = entry
    known.value = nil
    self.init(known, news: rules.delta(of: value, since: version.version))
  }
}

extension DictionaryPart: Sendable where Value: Sendable {}

extension DictionaryEntry {
  /// Checks that this entry knows the edits that a part builds on.
  func validate(_ part: DictionaryPart<Value>, by rules: ValueRules<Value>) throws(MissingHistory) {
    guard part.entry.incarnation <= incarnation else { throw MissingHistory() }
    guard part.entry.incarnation == incarnation else { return }
    guard let value else { throw MissingHistory() }
    guard let news = part.news else { return }
    guard let rules = rules.persistent else { throw MissingHistory() }
    try rules.validate(news, for: value)
  }

  /// Merges the delta of a part into the value of this entry.
  ///
  /// - Throws: ``MissingHistory`` if the part builds on edits that this entry lacks. The entry is
  ///   then unchanged.
  @inlinable
  mutating func mergeValue(
    of part: DictionaryPart<Value>, by rules: ValueRules<Value>
  ) throws(MissingHistory) {
    guard part.entry.incarnation <= incarnation else { throw MissingHistory() }
    guard part.entry.incarnation == incarnation else { return }
    // The entry gives up the value during the change, because a value with two holders is copied.
    guard var value = take() else { throw MissingHistory() }
    defer { self.value = value }
    guard let news = part.news else { return }
    guard let rules = rules.persistent else { throw MissingHistory() }
    try rules.merge(news, into: &value)
  }
}
