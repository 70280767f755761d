// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The state of one element: whether it is present, and its first insert. Elements are iterated in
/// the order of their first inserts.
@usableFromInline
struct PresenceEntry: KeyedEntry, Sendable {
  @usableFromInline
  typealias Rules = NoRules

  /// The state since the edit of `stamp`. Most elements were inserted once, and need no extra
  /// memory for the first insert.
  @usableFromInline
  enum State: Sendable {
    case insertedOnce
    case present(since: FirstInsert)
    case absent(since: FirstInsert)
  }

  @usableFromInline
  final class FirstInsert: Sendable {
    @usableFromInline
    let stamp: KeyedStamp

    @inlinable
    init(_ stamp: KeyedStamp) { self.stamp = stamp }
  }

  /// The stamp of the latest insert or remove.
  @usableFromInline
  let stamp: KeyedStamp
  @usableFromInline
  let state: State

  @inlinable
  init(stamp: KeyedStamp, isPresent: Bool, firstInsert: KeyedStamp) {
    self.stamp = stamp
    if isPresent, firstInsert == stamp {
      state = .insertedOnce
    } else {
      let first = FirstInsert(firstInsert)
      state = isPresent ? .present(since: first) : .absent(since: first)
    }
  }

  @inlinable
  var isPresent: Bool {
    if case .absent = state { false } else { true }
  }

  /// The stamp of the earliest known insert. Elements are iterated in the order of these stamps.
  @inlinable
  var firstInsert: KeyedStamp {
    switch state {
    case .insertedOnce: stamp
    case .present(let first), .absent(let first): first.stamp
    }
  }

  /// Takes the state with the later stamp, and the earlier first insert. Only contradicting
  /// histories have two states with one stamp. Of two such states, the present state wins.
  @inlinable
  mutating func merge(_ other: PresenceEntry, by rules: NoRules) {
    let isOlder = stamp == other.stamp ? other.isPresent : stamp < other.stamp
    let latest = isOlder ? other : self
    self = PresenceEntry(
      stamp: latest.stamp, isPresent: latest.isPresent,
      firstInsert: min(firstInsert, other.firstInsert))
  }

  @inlinable
  func lacks(_ other: PresenceEntry, by rules: NoRules) -> Bool {
    stamp < other.stamp || other.firstInsert < firstInsert
      || stamp == other.stamp && !isPresent && other.isPresent
  }
}

extension PresenceEntry {
  @inlinable
  func contradicts(_ other: PresenceEntry, at dot: Dot, by rules: NoRules) -> Bool {
    if dot == stamp.dot, other.stamp.dot == dot {
      return stamp != other.stamp || isPresent != other.isPresent
    }
    return dot == stamp.dot ? other.stamp < stamp : firstInsert < other.firstInsert
  }
}

extension PresenceEntry: Equatable {
  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    left.stamp == right.stamp && left.isPresent == right.isPresent
      && left.firstInsert == right.firstInsert
  }
}

extension PresenceEntry: SinglyCodedPart {
  @usableFromInline
  func encode(to writer: inout ByteWriter, by rules: NoRules) {
    let firstInsert = firstInsert
    let isFirst = firstInsert == stamp
    writer.write((isPresent ? 1 : 0) | (isFirst ? 2 : 0))
    stamp.encode(to: &writer)
    if !isFirst { firstInsert.encode(to: &writer) }
  }

  @usableFromInline
  init(from reader: inout ByteReader, by rules: NoRules) throws(DecodingFailure) {
    let flags = try reader.read()
    guard flags < 4 else { throw reader.corrupt("an unknown state of an element") }
    let stamp = try KeyedStamp(from: &reader)
    let firstInsert = flags & 2 != 0 ? stamp : try KeyedStamp(from: &reader)
    guard firstInsert <= stamp, flags & 2 != 0 || firstInsert != stamp else {
      throw reader.corrupt("an element changed before it was inserted")
    }
    self.init(stamp: stamp, isPresent: flags & 1 != 0, firstInsert: firstInsert)
  }
}
