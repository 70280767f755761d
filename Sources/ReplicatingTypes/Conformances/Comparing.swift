// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// A collection that can be compared with a literal, as in `tags == ["food", "drink"]`.
  ///
  /// Swift prefers the `==` below if an operand is a literal. A collection made of the literal
  /// would have a history of its own, so it would never equal the other operand. In generic code,
  /// Swift does make a collection of the literal, so compare `values`, or an `Array` of the
  /// collection. Each comparison takes at most O(*n* log *n*) for *n* elements.
  public protocol LiteralComparable {
    /// The type that Swift gives a literal of the elements by default: an array or a dictionary.
    associatedtype Literal

    /// Whether the elements are those of a literal. The elements of an array or of an ordered set
    /// must also be in the order of the literal.
    static func == (shown: Self, literal: Literal) -> Bool
  }

  extension LiteralComparable {
    /// Whether the elements are not those of a literal.
    public static func != (shown: Self, literal: Literal) -> Bool { !(shown == literal) }
  }

  extension Optional where Wrapped: LiteralComparable {
    /// Whether the collection is not nil, and has the elements of a literal.
    public static func == (shown: Self, literal: Wrapped.Literal) -> Bool {
      shown.map { $0 == literal } ?? false
    }

    /// Whether the collection is nil, or does not have the elements of a literal.
    public static func != (shown: Self, literal: Wrapped.Literal) -> Bool { !(shown == literal) }
  }

  extension ReplicatingArray: LiteralComparable where Element: Equatable {
    public typealias Literal = [Element]

    /// Whether the elements equal those of an array in order, as in `steps == ["knead", "bake"]`.
    public static func == (elements: Self, others: [Element]) -> Bool {
      elements.elementsEqual(others)
    }
  }

  extension ReplicatingOrderedSet: LiteralComparable {
    public typealias Literal = [Element]

    /// Whether the elements equal those of an array in order, as in `steps == ["knead", "bake"]`.
    public static func == (elements: Self, others: [Element]) -> Bool {
      elements.elementsEqual(others)
    }
  }

  extension ReplicatingSet: LiteralComparable {
    public typealias Literal = [Element]

    /// Whether the elements are those of an array, in any order, as in `tags == ["food", "drink"]`.
    public static func == (elements: Self, others: [Element]) -> Bool { elements.holdsOnly(others) }
  }

  extension ReplicatingAddOnlySet: LiteralComparable {
    public typealias Literal = [Element]

    /// Whether the elements are those of an array, in any order, as in `tags == ["food", "drink"]`.
    public static func == (elements: Self, others: [Element]) -> Bool { elements.holdsOnly(others) }
  }

  extension UniqueElements {
    fileprivate func holdsOnly(_ others: [Element]) -> Bool {
      let others = Set(others)
      return count == others.count && allSatisfy(others.contains)
    }
  }

  extension KeyedValues where Value: Equatable {
    /// Whether the keys and values are those of a dictionary, as in `prices == ["milk": 2]`.
    /// Replicating values must have seen the same edits to be equal.
    public static func == (values: Self, others: [Key: Value]) -> Bool {
      values.count == others.count && values.allSatisfy { others[$0.key] == $0.value }
    }
  }

  extension ReplicatingDictionary: LiteralComparable where Value: Equatable {
    public typealias Literal = [Key: Value]
  }

  extension ReplicatingOrderedDictionary: LiteralComparable where Value: Equatable {
    public typealias Literal = [Key: Value]
  }
#endif
