// SPDX-License-Identifier: MIT

/// The relation of a new value to the value it replaces. A value with parts has the greatest change
/// of its parts.
@usableFromInline
package enum ValueChange: Int {
  /// The new value has the state of the old value.
  case none
  /// The new value contains the old value. The additional edits only drop deleted contents, or fill
  /// in first contents.
  case quietAddition
  /// The new value is the old value, edited in place. Only assignments report this case.
  case edit
  /// The new value contains the old value.
  case addition
  /// The new value lacks edits of the old value.
  case replacement
}

extension ValueChange: Comparable {
  @usableFromInline
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension DeltaReplicable {
  /// The relation of this value to the value it replaces, by the versions of both values alone.
  package func changeByVersions(from old: Self) -> ValueChange {
    let (version, former) = (self.version, old.version)
    if version == former { return .none }
    guard contains(former) else { return .replacement }
    return former.covers(version) ? .quietAddition : .addition
  }
}

/// A value that can usually compare versions with another copy without making the versions. This
/// saves time, because dictionaries compare versions at every edit in place.
package protocol VersionComparing: DeltaReplicable {
  /// The result of ``changeByVersions(from:)``.
  func versionChange(from old: Self) -> ValueChange
}

extension DeltaReplicable {
  /// The function that compares two values of this type, as in ``VersionComparing``.
  package static var versionChanges: (_ old: Self, _ new: Self) -> ValueChange {
    #if !hasFeature(Embedded)
      func own<Value: VersionComparing>(_: Value.Type) -> Any {
        let change: (Value, Value) -> ValueChange = { $1.versionChange(from: $0) }
        return change
      }
      if let type = self as? any VersionComparing.Type,
        let change = own(type) as? (Self, Self) -> ValueChange
      {
        return change
      }
    #endif
    return { $1.changeByVersions(from: $0) }
  }
}
