// SPDX-License-Identifier: MIT

import BinaryCoding

/// A property that is read and set as a plain value, and kept in a ``ReplicatingRegister``.
///
/// ```swift
/// struct Recipe: ReplicatingModel {
///   @Replicated(default: "") var title: String
///   @Replicated(default: nil) var due: Date?
///
///   static let kind = "com.example.recipe"
///   static let fields = FieldList(("title", \Recipe.$title), ("due", \.$due))
/// }
///
/// recipe.title = "Soup"
/// ```
///
/// The register is the property `$title`. Each assignment is a change, as for
/// ``ReplicatingRegister/value``. The default works as in `ReplicatingRegister.init(default:)`: it
/// gives way to every value ever set, and is not sent.
///
/// The default stands in the attribute. `@Replicated var title = ""` does not compile, because
/// Swift's memberwise initialiser `Recipe(title: "Soup")` would then make "Soup" the default. To
/// make a recipe with a title, write an initialiser that sets `title`.
@propertyWrapper
public struct Replicated<Value: Sendable & ReplicatedContent>: Sendable {
  /// The register.
  public var projectedValue: ReplicatingRegister<Value>

  /// Makes a register that was never set.
  public init(default value: Value) {
    projectedValue = ReplicatingRegister(default: value)
  }

  /// The register's value. Setting it is a change, even to an equal value.
  public var wrappedValue: Value {
    get { projectedValue.value }
    set { projectedValue.value = newValue }
  }
}

#if !hasFeature(Embedded)
  /// A stored property with a register in it.
  protocol RegisterProperty {
    var register: Any { get }
  }

  extension Replicated: RegisterProperty {
    var register: Any { projectedValue }
  }
#endif
