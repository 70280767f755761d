// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws

// Types that lack a tool each. What the law kit prints of them stands in Documentation/WriteAType.md.

/// A register without time: the greater value wins.
struct TimelessRegister: Replicable, Equatable {
  var value = 0

  func merged(with other: Self) -> Self { value < other.value ? other : self }
}

/// A register with the time of the wall clock.
struct WallClockRegister: Replicable, Equatable {
  private var current = 0
  private var milliseconds: UInt64 = 0
  private var edit: Dot?

  var value: Int {
    get { current }
    set {
      let here = ReplicationEnvironment.current
      (current, milliseconds, edit) = (newValue, here.now, here.newDot())
    }
  }

  func merged(with other: Self) -> Self {
    if milliseconds != other.milliseconds {
      return milliseconds < other.milliseconds ? other : self
    }
    guard let mine = edit, let theirs = other.edit else { return edit == nil ? other : self }
    return mine < theirs ? other : self
  }
}

/// A register without identity: of two edits of one time, its own wins.
struct NamelessRegister: Replicable, Equatable {
  private var current = 0
  private var time = HybridTimestamp.zero

  var value: Int {
    get { current }
    set { (current, time) = (newValue, ReplicationEnvironment.current.timestamp(replacing: time)) }
  }

  func merged(with other: Self) -> Self { time < other.time ? other : self }
}

/// A list without identity: an element is new if no equal one is there.
struct NamelessList: Replicable, Equatable {
  private(set) var elements: [String] = []

  mutating func insert(_ element: String, at index: Int) { elements.insert(element, at: index) }

  func merged(with other: Self) -> Self {
    var result = self
    result.elements += other.elements.filter { !elements.contains($0) }
    return result
  }
}

/// A set without tombstones.
struct ForgetfulSet: Replicable, Equatable {
  var elements: Set<String> = []

  func merged(with other: Self) -> Self { Self(elements: elements.union(other.elements)) }
}

/// A set that leaves its tombstones out of its coded form.
struct UncodedTombstones: Replicable, Equatable, Codable {
  private var inserted: [Dot: String] = [:]
  private var removed: Set<Dot> = []

  private enum CodingKeys: CodingKey { case inserted }

  var elements: Set<String> { Set(inserted.values) }

  mutating func insert(_ element: String) {
    inserted[ReplicationEnvironment.current.newDot()] = element
  }

  mutating func remove(_ element: String) {
    removed.formUnion(inserted.filter { $0.value == element }.keys)
    inserted = inserted.filter { $0.value != element }
  }

  func merged(with other: Self) -> Self {
    var result = self
    result.removed.formUnion(other.removed)
    result.inserted.merge(other.inserted) { mine, _ in mine }
    result.inserted = result.inserted.filter { !result.removed.contains($0.key) }
    return result
  }
}
