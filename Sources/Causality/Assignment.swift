// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// The circumstances of an assignment of a replicating value.
  package struct Assignment: Sendable {
    /// Whether an empty part of the assigned value clears the part of the present value, if the
    /// empty part was made for the assignment. If not, the empty part counts as never set.
    package var mayClear: Bool
    /// Whether the assigned value is known to be a copy of the present value or of a former value.
    package var isOfCopy = false
    /// Whether the assigned model was made for the assignment. If so, fields of unknown origin in
    /// the model count as made for the assignment, too.
    package var isOfNewValue = false
    /// The ``ValueOrigin/now`` at the start of an assignment to a document; nil for other
    /// assignments. A document is decoded anew for each assignment, so the document's origin does
    /// not show whether the assigned value is a copy. Instead, a value made before the assignment
    /// counts as a copy if it is marked as stored.
    package let begin: UInt64?

    package init(mayClear: Bool, begin: UInt64? = nil) {
      self.mayClear = mayClear
      self.begin = begin
    }

    /// A value is assigned to the key of a dictionary.
    package static let ofValue = Assignment(mayClear: false)
    /// A value was accessed in place, and parts of the value may have been assigned.
    package static let inPlace = Assignment(mayClear: true)
  }

  /// The relation of an assigned value to the present value, by the origins of both.
  package enum Provenance {
    /// The assigned value is a copy of the present or a former value, edited or not.
    case copy
    /// The origins do not show the relation.
    case untold
    /// The assigned value was made for the assignment, or is a copy of an unrelated value.
    case new
  }

  /// The value after an assignment, and the relation of this value to the value before the
  /// assignment. The relation is never `.replacement`.
  package typealias Assigned<Value> = (value: Value, change: ValueChange)

  /// A value with an origin. Edits can make it show the contents of another value.
  package protocol ShowingValue: DeltaReplicable {
    /// Whether values of this type have a storage object, which ``noteStored()`` marks. Versions of
    /// such values name all edits seen. A register has no storage object, and the version of a
    /// register names only the last edit.
    static var hasStorage: Bool { get }

    /// The origin of the value. Setting the origin does not change the origin of copies.
    var origin: ValueOrigin { get set }

    /// Whether the value shows the same contents as an unedited value.
    var showsNothing: Bool { get }

    /// Marks this value, and all copies with the same storage object, as stored in a container.
    func noteStored()

    /// Edits this value so that it shows the contents of another value.
    mutating func show(_ other: Self)

    /// Edits this value without changing the contents that it shows.
    ///
    /// The edit loses to every concurrent edit of another device.
    ///
    /// - Parameter version: A version that must not contain the edit.
    /// - Returns: Whether the value was edited. A value without contents may have nothing to edit.
    mutating func touch(beyond version: Version) -> Bool
  }

  extension ShowingValue {
    package static var hasStorage: Bool { true }
  }

  /// A value whose origin lies in the storage object of the value.
  package protocol StoredShowingValue: ShowingValue {
    var sessionStorage: any SessionStorage { get }

    /// Ensures that no other value refers to the storage object of this value.
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
    /// Whether this value is a copy of `old` or a new value, as far as the origins of both tell.
    package func provenance(over old: Self, _ way: Assignment) -> Provenance {
      let (mine, other) = (origin, old.origin)
      if mine.isRead || way.isOfCopy { return .copy }
      if let begin = way.begin, mine.number > begin { return .new }
      if way.begin == nil {
        if !other.isRead { return mine.number == other.number ? .copy : .new }
        if mine.number > other.number { return .new }
      }
      // The old value was decoded after this value was made, so the numbers do not decide. Of the
      // values made here, only copies of an earlier stored value are marked as stored.
      guard Self.hasStorage else { return .untold }
      return mine.isStored ? .copy : .new
    }

    /// The old value, edited to show the contents of this value. Nil if this value may be a copy of
    /// the old value, or if this value counts as never set.
    fileprivate func shown(in old: Any, _ way: Assignment) -> Any? {
      guard var result = old as? Self, way.mayClear || !showsNothing else { return nil }
      switch provenance(over: result, way) {
      case .copy: return nil
      case .untold where !way.isOfNewValue: return nil
      default: result.show(self)
      }
      return result
    }

    /// Takes on the origin of an old value that this value contains and replaces. Copies of the old
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
    /// The value after the assignment of this value in place of an old value. Both values are
    /// compared as wholes.
    ///
    /// - If this value contains the old value, this value replaces the old value.
    /// - If this value is an older copy, the old value stays.
    /// - If this value is a copy with edits of its own, both values are merged.
    /// - If this value is newly made, the old value is edited to show the same contents.
    package func assigned(
      over old: Self, _ way: Assignment, by change: (_ old: Self, _ new: Self) -> ValueChange
    ) -> Assigned<Self> {
      let relation = change(old, self)
      if relation == .none { return (old, .none) }
      let showing = self as? any ShowingValue
      let hasStorage = showing.map { type(of: $0).hasStorage } ?? true
      if relation < .replacement { return (showing?.following(old) as? Self ?? self, relation) }
      let isOlder = old.contains(version)
      // The origin of a value that got its edits by a merge does not mark the value as a copy. So
      // the versions decide first.
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
