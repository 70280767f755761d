// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// The circumstances of an assignment of a replicating value.
  package struct Assignment: Sendable {
    /// Whether an empty part that was made for the assignment clears what is there. Otherwise it
    /// counts as never set.
    package var mayClear: Bool
    /// Whether the assigned value is known to be a copy of a value that the place holds or held.
    package var isOfCopy = false
    /// Whether the assigned model was made for the assignment. A field whose origin does not tell counts
    /// as made for it, too.
    package var isOfNewValue = false
    /// For an assignment to a document, the ``ValueOrigin/now`` when it began. A document is read anew
    /// each time, so a value that was stored before is taken for a copy of it. Nil for other places,
    /// whose values tell.
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

  /// The judgement of an assigned value by its origin.
  package enum Provenance {
    /// It is a copy of the value in its place, edited or not.
    case copy
    /// It is either.
    case untold
    /// It was made for the assignment, or in another place.
    case new
  }

  /// The value that an assignment leaves, and its relation to the value before: at most
  /// ``ValueChange/addition``.
  package typealias Assigned<Value> = (value: Value, change: ValueChange)

  /// A value that an edit can make show what another value shows, and that knows its origin.
  package protocol ShowingValue: DeltaReplicable {
    /// Whether the value has a storage object, which ``noteStored()`` marks, and knows all edits that it
    /// has seen. A register has none, and knows its last edit alone.
    static var hasStorage: Bool { get }

    /// Setting it leaves copies their origin.
    var origin: ValueOrigin { get set }

    /// Whether the value looks like one that nobody has edited.
    var showsNothing: Bool { get }

    /// Notes that the value is stored in a container, in all copies that share its storage.
    func noteStored()

    /// Makes the edits that turn what this value shows into what another shows.
    mutating func show(_ other: Self)
  }

  extension ShowingValue {
    package static var hasStorage: Bool { true }
  }

  /// A value whose storage object holds its origin.
  package protocol StoredShowingValue: ShowingValue {
    /// The storage object.
    var sessionStorage: any SessionStorage { get }

    /// Makes the value the only one that refers to its storage object.
    mutating func makeStorageUnique()
  }

  extension StoredShowingValue {
    package var origin: ValueOrigin {
      get { sessionStorage.origin }
      set {
        makeStorageUnique()
        sessionStorage.origin = newValue
      }
    }

    package func noteStored() { sessionStorage.noteStored() }
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
    /// The judgement of this value, by its origin and that of the value in its place.
    package func provenance(over old: Self, _ way: Assignment) -> Provenance {
      let (mine, other) = (origin, old.origin)
      if mine.isRead || way.isOfCopy { return .copy }
      if let begin = way.begin, mine.number > begin { return .new }
      if way.begin == nil {
        if !other.isRead { return mine.number == other.number ? .copy : .new }
        if mine.number > other.number { return .new }
      }
      // The place was read from bytes since the value was made: the value was stored, or never there.
      guard Self.hasStorage else { return .untold }
      return mine.isStored ? .copy : .new
    }

    /// The other value with the edits that make it show what this shows; nil if this value is a copy,
    /// or counts as never set.
    fileprivate func shown(in old: Any, _ way: Assignment) -> Any? {
      guard var result = old as? Self, way.mayClear || !showsNothing else { return nil }
      switch provenance(over: result, way) {
      case .copy: return nil
      case .untold where !way.isOfNewValue: return nil
      default: result.show(self)
      }
      return result
    }

    /// Takes on the origin of the value in whose place this value is, and all of which it holds.
    /// So copies of that stay copies of this.
    package mutating func follow(_ old: Self) {
      if origin.identity != old.origin.identity { origin = old.origin }
    }

    fileprivate func following(_ old: Any) -> Any {
      var result = self
      if let old = old as? Self { result.follow(old) }
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
      let showing = self as? any ShowingValue
      let hasStorage = showing.map { type(of: $0).hasStorage } ?? true
      if relation < .replacement { return (showing?.following(old) as? Self ?? self, relation) }
      let isOlder = old.contains(version)
      // The edits of an older copy may have come by a merge: its origin tells nothing then.
      if isOlder, hasStorage, version != Version() { return (old, .none) }
      if isOlder || !sharesHistory(with: old), let shown = showing?.shown(in: old, way) as? Self {
        return (shown, change(old, shown))
      }
      if isOlder { return (old, .none) }
      var result = self
      result.merge(old)
      return (result, .addition)
    }
  }
#endif
