// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// The circumstances of an assignment of a replicating value.
  package struct Assignment: Sendable {
    /// Whether an empty part that was made for the assignment clears what is there. Otherwise it
    /// counts as never set.
    package var mayClear: Bool
    /// The ``ValueOrigin/now`` before which no value was made for the assignment. Nil if the values
    /// decide.
    package let begin: UInt64?

    package init(mayClear: Bool, begin: UInt64? = nil) {
      self.mayClear = mayClear
      self.begin = begin
    }

    /// A value is assigned to the key of a dictionary.
    package static let ofValue = Assignment(mayClear: false)
    /// A value was accessed in place; its parts may have been assigned.
    package static let inPlace = Assignment(mayClear: true)
  }

  /// The value that an assignment leaves, and its relation to the value before: at most
  /// ``ValueChange/addition``.
  package typealias Assigned<Value> = (value: Value, change: ValueChange)

  /// A value that an edit can make show what another value shows, and that knows its origin.
  package protocol ShowingValue: DeltaReplicable {
    var origin: ValueOrigin { get }

    /// Whether the value looks like one that nobody has edited.
    var showsNothing: Bool { get }

    /// Notes that the value was read from bytes. Copies keep their origin.
    mutating func forgetOrigin()

    /// Makes the edits that turn what this value shows into what another shows.
    mutating func show(_ other: Self)
  }

  extension Replicable {
    /// The value that a key of a dictionary holds after this value was assigned to it in the place of
    /// an old one.
    package func writtenBack(over old: Self) -> Self {
      func written<Value: FieldListing>(_ value: Value) -> Self? {
        (old as? Value).flatMap { value.assigned(over: $0) as? Self }
      }
      func written<Value: DeltaReplicable>(versioned value: Value) -> Self? {
        (old as? Value).flatMap {
          value.assigned(over: $0, .inPlace, by: Value.versionChanges).value as? Self
        }
      }
      if let value = self as? any FieldListing { return written(value) ?? old }
      if let value = self as? any DeltaReplicable { return written(versioned: value) ?? old }
      return merged(with: old)
    }
  }

  extension ShowingValue {
    /// Whether this value was made for an assignment to the place of another value: it is no copy of
    /// that value, edited or not.
    fileprivate func isMadeAnew(for old: Self, _ way: Assignment) -> Bool {
      let (mine, other) = (origin, old.origin)
      guard mine.made > 0 else { return false }
      if let begin = way.begin { return mine.made > begin }
      return mine.made > other.since || other.made > 0 && other.made != mine.made
    }

    /// The other value with the edits that make it show what this shows; nil if this value is a copy,
    /// or counts as never set.
    fileprivate func shown(in old: Any, _ way: Assignment) -> Any? {
      guard var result = old as? Self, isMadeAnew(for: result, way), way.mayClear || !showsNothing
      else { return nil }
      result.show(self)
      return result
    }
  }

  extension DeltaReplicable {
    /// The value that assigning this value to the place of another leaves, judged by the value as a
    /// whole.
    ///
    /// - A value that holds all of the old one is stored.
    /// - An older copy changes nothing.
    /// - A copy with news merges with news of the old value.
    /// - A value made anew makes the old one show what it shows, by edits.
    package func assigned(
      over old: Self, _ way: Assignment, by change: (_ old: Self, _ new: Self) -> ValueChange
    ) -> Assigned<Self> {
      let relation = change(old, self)
      if relation == .none { return (old, .none) }
      if relation < .replacement { return (self, relation) }
      let isOlder = old.contains(version)
      if isOlder || !sharesHistory(with: old),
        let shown = (self as? any ShowingValue)?.shown(in: old, way) as? Self
      {
        return (shown, change(old, shown))
      }
      if isOlder { return (old, .none) }
      var result = self
      result.merge(old)
      return (result, .addition)
    }
  }
#endif
