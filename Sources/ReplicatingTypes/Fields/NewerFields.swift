// SPDX-License-Identifier: MIT

/// The fields that later versions of an app gave a model, and that this version lacks.
///
/// ```swift
/// struct Recipe: ReplicatingModel {
///   var title = ReplicatingRegister(default: "")
///   var newerFields = NewerFields()
///   …
/// }
/// ```
///
/// A model with this property keeps the newer fields, merges them, and passes them on: devices with
/// a later version lose nothing. Do not list the property, and do not edit it.
public struct NewerFields: Hashable, Sendable {
  var held = HeldFields()
  let areKept: Bool

  /// Makes the value that an unedited model has: no newer fields.
  public init() {
    areKept = true
  }

  private init(areKept: Bool) {
    self.areKept = areKept
  }

  /// The value that a model without this property has. Such a model refuses newer fields.
  static let refused = NewerFields(areKept: false)

  /// The keys of the fields that are kept, ascending by their bytes.
  public var keys: [String] { held.ids.map { $0.name } }
}

extension NewerFields: CustomStringConvertible {
  /// The keys of the fields that are kept.
  public var description: String {
    "[" + keys.joined(separator: ", ") + "]"
  }
}
