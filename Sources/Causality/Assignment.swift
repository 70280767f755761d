// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// The circumstances of an assignment of a replicating value.
  package struct Assignment: Sendable {
    /// Whether an empty part made for the assignment clears the part in its place. If not, the
    /// empty part counts as never set.
    package var mayClear: Bool
    /// Whether the assigned value is known to be a copy of a value that the place holds or held.
    package var isOfCopy = false
    /// Whether the assigned model was made for the assignment. If so, its fields of unknown origin
    /// count as made for the assignment, too.
    package var isOfNewValue = false
    /// The ``ValueOrigin/now`` at the start of an assignment to a document; nil for other places. A
    /// document is decoded anew for each assignment, so the origin of the document does not say
    /// whether the assigned value is a copy. An assigned value that was stored before counts as a
    /// copy.
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

  /// The relation of an assigned value to the value in its place, by the origins of both.
  package enum Provenance {
    /// The assigned value is a copy, edited or not.
    case copy
    /// The origins do not show the relation.
    case untold
    /// The assigned value was made for the assignment, or in another place.
    case new
  }

  /// The value after an assignment, and the relation of this value to the value before. The
  /// relation is at most ``ValueChange/addition``.
  package typealias Assigned<Value> = (value: Value, change: ValueChange)

  /// A value with an origin. Edits can make it show the contents of another value.
  package protocol ShowingValue: DeltaReplicable {
    /// Whether values of this type have a storage object, which ``noteStored()`` marks, and
    /// versions that name all edits seen. A register has no storage object, and its version names
    /// only its last edit.
    static var hasStorage: Bool { get }

    /// The origin of the value. Setting it does not change the origin of copies.
    var origin: ValueOrigin { get set }

    /// Whether the value looks like an unedited value.
    var showsNothing: Bool { get }

    /// Marks this value as stored in a container, and with it all copies that share its storage.
    func noteStored()

    /// Edits this value so that it shows the contents of another value.
    mutating func show(_ other: Self)

    /// Edits this value without changing what it shows.
    ///
    /// The edit loses to each other edit that another device makes at once.
    ///
    /// - Parameter version: A version that shall not contain the edit.
    /// - Returns: Whether the value was edited. A value without contents may have nothing to edit.
    mutating func touch(beyond version: Version) -> Bool
  }

  extension ShowingValue {
    package static var hasStorage: Bool { true }
  }

  /// A value whose storage object holds its origin.
  package protocol StoredShowingValue: ShowingValue {
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
    /// The value that a dictionary's key holds after this value was assigned to the key in place of
    /// `old`.
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
    /// Whether this value is a copy of `old` or a new value, as far as their origins tell.
    package func provenance(over old: Self, _ way: Assignment) -> Provenance {
      let (mine, other) = (origin, old.origin)
      if mine.isRead || way.isOfCopy { return .copy }
      if let begin = way.begin, mine.number > begin { return .new }
      if way.begin == nil {
        if !other.isRead { return mine.number == other.number ? .copy : .new }
        if mine.number > other.number { return .new }
      }
      // The old value was decoded after this value was made, so the numbers do not decide. If this
      // value is a copy of an earlier value of the place, it is marked as stored.
      guard Self.hasStorage else { return .untold }
      return mine.isStored ? .copy : .new
    }

    /// The old value, edited to show the contents of this value. Nil if this value may be a copy of
    /// the old one, or counts as never set.
    fileprivate func shown(in old: Any, _ way: Assignment) -> Any? {
      guard var result = old as? Self, way.mayClear || !showsNothing else { return nil }
      switch provenance(over: result, way) {
      case .copy: return nil
      case .untold where !way.isOfNewValue: return nil
      default: result.show(self)
      }
      return result
    }

    /// Takes on the origin of an old value that this value replaces and contains. Copies of the old
    /// value then count as copies of this value.
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
    /// The value after the assignment of this value in place of an old value. This value is judged
    /// as a whole.
    ///
    /// - A value that contains the old value replaces it.
    /// - An older copy changes nothing.
    /// - A copy with edits of its own merges with the old value.
    /// - A newly made value becomes edits of the old value, which then shows the same contents.
    package func assigned(
      over old: Self, _ way: Assignment, by change: (_ old: Self, _ new: Self) -> ValueChange
    ) -> Assigned<Self> {
      let relation = change(old, self)
      if relation == .none { return (old, .none) }
      let showing = self as? any ShowingValue
      let hasStorage = showing.map { type(of: $0).hasStorage } ?? true
      if relation < .replacement { return (showing?.following(old) as? Self ?? self, relation) }
      let isOlder = old.contains(version)
      // An older value may have got its edits by a merge. Then its origin does not say that it is a
      // copy, so the versions decide.
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
