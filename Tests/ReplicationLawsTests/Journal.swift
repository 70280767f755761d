// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The words that sessions have written, each session's in order: about the
/// smallest type with identity, versions and deltas that can be refused.
struct Journal: DeltaReplicable {
  /// The storage of a journal. It changes only while one journal refers to it, except with the flaw
  /// of sharing it.
  final class Storage: @unchecked Sendable {
    var words: [SessionID: [String]]
    var token: SessionToken
    /// The session that the flaw of keeping identity in copies keeps.
    var copiedIdentity: SessionID?

    init(words: [SessionID: [String]] = [:], token: consuming SessionToken = SessionToken()) {
      self.words = words
      self.token = token
    }
  }

  var storage = Storage()

  var words: [SessionID: [String]] { storage.words }

  mutating func write(_ word: String) {
    makeUnique()
    storage.words[session(), default: []].append(word)
  }

  private func session() -> SessionID {
    guard Flaw.isCurrent(.keepsIdentityInCopies) else { return storage.token.claim().id }
    let session = storage.copiedIdentity ?? storage.token.claim().id
    storage.copiedIdentity = session
    return session
  }

  mutating func makeUnique() {
    if isKnownUniquelyReferenced(&storage) || Flaw.isCurrent(.sharesStorage) { return }
    let identity = storage.copiedIdentity
    storage = Storage(words: storage.words, token: storage.token.handOver())
    storage.copiedIdentity = identity
  }

  // MARK: Merging

  func merged(with other: Journal) -> Journal {
    var result = self
    result.makeUnique()
    for (session, words) in other.words {
      guard words.count > result.words[session, default: []].count else { continue }
      result.storage.words[session] = words
    }
    if Flaw.isCurrent(.mintsWhenMerging) { result.write("merged") }
    return result
  }

  mutating func merge(_ other: Journal) {
    guard Flaw.isCurrent(.mergesInPlaceByHalves) else { return self = merged(with: other) }
    makeUnique()
    for (session, words) in other.words where self.words[session] == nil {
      storage.words[session] = words
    }
  }

  // MARK: Versions and deltas

  struct Delta {
    struct Part {
      var from: Int
      var words: [String]
    }
    var parts: [SessionID: Part]
  }

  struct Version: ReplicaVersion {
    var counts = VersionVector()

    func merged(with other: Version) -> Version {
      Version(counts: counts.merged(with: other.counts))
    }
  }

  var version: Version {
    var counts = VersionVector()
    for (session, words) in words { counts.advance(session, to: words.count) }
    return Version(counts: counts)
  }

  func contains(_ version: Version) -> Bool {
    Flaw.isCurrent(.containsEverything) || self.version.counts.contains(version.counts)
  }

  func delta(since version: Version) -> Delta? {
    if Flaw.isCurrent(.hasNoFirstDelta), version.counts.isEmpty { return nil }
    var parts: [SessionID: Delta.Part] = [:]
    for (session, words) in words {
      let known = version.counts[session]
      if Flaw.isCurrent(.saysNothingIsNew), known > 0 { continue }
      guard known < words.count else { continue }
      var news = words.dropFirst(known)
      if Flaw.isCurrent(.omitsInDelta), news.count > 1 { news.removeLast() }
      parts[session] = Delta.Part(from: known, words: Array(news))
    }
    return parts.isEmpty && !Flaw.isCurrent(.alwaysHasNews) ? nil : Delta(parts: parts)
  }

  func validate(_ delta: Delta) throws(MissingHistory) {
    if Flaw.isCurrent(.validatesEverything) { return }
    try check(delta)
  }

  mutating func merge(delta: Delta) throws(MissingHistory) {
    if !Flaw.isCurrent(.changesWhenRefusing) { try check(delta) }
    makeUnique()
    for (session, part) in delta.parts.sorted(by: { $0.key > $1.key }) {
      let known = words[session, default: []]
      guard known.count >= part.from else { throw MissingHistory() }
      if part.from + part.words.count > known.count {
        storage.words[session] = known.prefix(part.from) + part.words
      }
    }
  }

  private func check(_ delta: Delta) throws(MissingHistory) {
    for (session, part) in delta.parts where part.from > words[session, default: []].count {
      throw MissingHistory()
    }
  }
}

extension Journal: Equatable {
  static func == (left: Journal, right: Journal) -> Bool { left.words == right.words }
}
