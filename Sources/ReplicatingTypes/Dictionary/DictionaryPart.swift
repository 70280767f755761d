// SPDX-License-Identifier: MIT

import Causality

/// What a delta says of one key: its entry, and of a value that the receiver has
/// a version of, only what is new.
@usableFromInline
struct DictionaryPart<Value: ReplicatedContent>: KeyedPart {
  @usableFromInline
  typealias Rules = ValueRules<Value>

  /// Without a value that is known but for the news.
  @usableFromInline
  let entry: DictionaryEntry<Value>
  /// News of a value that the receiver has in the same incarnation.
  @usableFromInline
  let news: ValueDelta?

  @usableFromInline
  var stamp: KeyedStamp { entry.stamp }
  @usableFromInline
  var firstInsert: KeyedStamp { entry.firstInsert }
  @usableFromInline
  var dots: [Dot] { entry.dots }

  @usableFromInline
  var hasManyDots: Bool { entry.hasManyDots }

  @usableFromInline
  var isPresent: Bool { entry.isPresent }

  @usableFromInline
  func inserted(first: KeyedStamp) -> DictionaryPart {
    DictionaryPart(entry.inserted(first: first), news: news)
  }

  @usableFromInline
  func redone(by stamp: KeyedStamp, firstInsert: KeyedStamp) -> DictionaryPart {
    DictionaryPart(entry.redone(by: stamp, firstInsert: firstInsert))
  }

  init(_ entry: DictionaryEntry<Value>, news: ValueDelta? = nil) {
    self.entry = entry
    self.news = news
  }

  /// What a receiver lacks who has a version of the value.
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
  /// Checks that a part builds on what this entry knows.
  func validate(_ part: DictionaryPart<Value>, by rules: ValueRules<Value>) throws(MissingHistory) {
    guard part.entry.incarnation <= incarnation else { throw MissingHistory() }
    guard part.entry.incarnation == incarnation else { return }
    guard let value else { throw MissingHistory() }
    guard let news = part.news else { return }
    guard let rules = rules.persistent else { throw MissingHistory() }
    try rules.validate(news, for: value)
  }

  /// Takes in a part that was found valid.
  mutating func merge(_ part: DictionaryPart<Value>, by rules: ValueRules<Value>) {
    let isSame = incarnation == part.entry.incarnation
    merge(part.entry, by: rules)
    guard isSame, let news = part.news else { return }
    if var value, let rules = rules.persistent {
      try? rules.merge(news, into: &value)
      self.value = value
    }
  }
}
