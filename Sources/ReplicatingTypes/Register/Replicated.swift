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
/// The register of `title` is the property `$title`. Each assignment to `title` is a change, as for
/// ``ReplicatingRegister/value``. The default works as in `ReplicatingRegister.init(default:)`:
/// every value ever set replaces the default, and the default is not sent.
///
/// Write the default in the attribute. `@Replicated var title = ""` does not compile, because
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

  /// The register's value. Setting the value is a change, even if the new value equals the old.
  public var wrappedValue: Value {
    get { projectedValue.value }
    set { projectedValue.value = newValue }
  }
}

#if !hasFeature(Embedded)
  /// A stored property that holds a register.
  protocol RegisterProperty {
    var register: Any { get }
  }

  extension Replicated: RegisterProperty {
    var register: Any { projectedValue }
  }
#endif
