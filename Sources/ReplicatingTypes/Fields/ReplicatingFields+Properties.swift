// SPDX-License-Identifier: MIT

import Causality
import Synchronization

extension ReplicatingFields {
  /// The first stored property of a type that no field is left for, with its type; of a type
  /// with a mirror of its own nothing is known.
  ///
  /// - Complexity: O(*n*²) in the stored properties.
  public var unlistedProperty: String? {
    guard !(self is any CustomReflectable) else { return nil }
    var fields = Group.fieldTypes.map { ObjectIdentifier($0) }
    for child in Mirror(reflecting: self).children {
      let name = (child.label ?? "").droppingLazyPrefix
      let type = type(of: child.value)
      if Self.uncheckedProperties.contains(name) { continue }
      guard let place = fields.firstIndex(of: ObjectIdentifier(type)) else {
        return "\(name): \(type)"
      }
      fields.remove(at: place)
    }
    return nil
  }

  /// Stops the program if a stored property is not listed; looks once for each type.
  @inline(__always)
  func checkProperties() {
    let type = ObjectIdentifier(Self.self)
    if !CheckedModels.wasLast(type) { checkProperties(of: type) }
  }

  @inline(never)
  private func checkProperties(of type: ObjectIdentifier) {
    if CheckedModels.contains(type) { return }
    if let property = unlistedProperty {
      preconditionFailure(
        """
        \(Self.self) stores \(property), which its fields do not list, so it would be lost when \
        saved: store it in a ReplicatingRegister(default:) and list it, make it computed or \
        static, or name it in uncheckedProperties
        """)
    }
    CheckedModels.insert(type)
  }
}

extension String {
  /// The name of a property, without what the compiler puts before that of a lazy one.
  fileprivate var droppingLazyPrefix: String {
    let prefix = "$__lazy_storage_$_"
    return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

/// The models whose stored properties were found to be listed.
private enum CheckedModels {
  /// The one asked about last, so that a stream of values of one type costs a load each.
  private static let last = Atomic<UInt>(0)
  private static let all = Mutex<Set<ObjectIdentifier>>([])

  static func wasLast(_ type: ObjectIdentifier) -> Bool {
    last.load(ordering: .relaxed) == UInt(bitPattern: type)
  }

  static func contains(_ type: ObjectIdentifier) -> Bool {
    guard all.withLock({ $0.contains(type) }) else { return false }
    last.store(UInt(bitPattern: type), ordering: .relaxed)
    return true
  }

  static func insert(_ type: ObjectIdentifier) {
    all.withLock { _ = $0.insert(type) }
  }
}
