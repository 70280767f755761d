// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  // Swift prefers these operators if an operand is a literal. A collection made of the literal
  // would have a history of its own, and never equal the first. Generic code makes such a
  // collection: compare `values`, or an `Array` of the collection, there. All take O(n), and O(n
  // log n) for a set without an order.

  extension ReplicatingArray where Element: Equatable {
    /// Whether the elements are those of an array, in their order, as in `steps == ["knead", "bake"]`.
    public static func == (elements: Self, others: [Element]) -> Bool {
      elements.elementsEqual(others)
    }

    /// Whether the elements are not those of an array, in their order.
    public static func != (elements: Self, others: [Element]) -> Bool { !(elements == others) }
  }

  extension ReplicatingOrderedSet {
    /// Whether the elements are those of an array, in their order, as in `steps == ["knead", "bake"]`.
    public static func == (elements: Self, others: [Element]) -> Bool {
      elements.elementsEqual(others)
    }

    /// Whether the elements are not those of an array, in their order.
    public static func != (elements: Self, others: [Element]) -> Bool { !(elements == others) }
  }

  extension ReplicatingSet {
    /// Whether the elements are those of an array, in any order, as in `tags == ["food", "drink"]`.
    public static func == (elements: Self, others: [Element]) -> Bool { elements.holdsOnly(others) }

    /// Whether the elements are not those of an array, in any order.
    public static func != (elements: Self, others: [Element]) -> Bool { !(elements == others) }
  }

  extension ReplicatingAddOnlySet {
    /// Whether the elements are those of an array, in any order, as in `tags == ["food", "drink"]`.
    public static func == (elements: Self, others: [Element]) -> Bool { elements.holdsOnly(others) }

    /// Whether the elements are not those of an array, in any order.
    public static func != (elements: Self, others: [Element]) -> Bool { !(elements == others) }
  }

  extension UniqueElements {
    fileprivate func holdsOnly(_ others: [Element]) -> Bool {
      let others = Set(others)
      return count == others.count && allSatisfy(others.contains)
    }
  }

  extension KeyedValues where Value: Equatable {
    /// Whether the keys and values are those of a dictionary, as in `prices == ["milk": 2]`. Values that replicate
    /// are compared by their histories.
    public static func == (values: Self, others: [Key: Value]) -> Bool {
      values.count == others.count && values.allSatisfy { others[$0.key] == $0.value }
    }

    /// Whether the keys and values are not those of a dictionary.
    public static func != (values: Self, others: [Key: Value]) -> Bool { !(values == others) }
  }

  extension Optional {
    /// Whether there is such a collection, with the elements of an array.
    public static func == <Element: Equatable & Sendable>(elements: Self, others: [Element]) -> Bool
    where Wrapped == ReplicatingArray<Element> {
      elements.map { $0 == others } ?? false
    }

    /// Whether there is no such collection with the elements of an array.
    public static func != <Element: Equatable & Sendable>(elements: Self, others: [Element]) -> Bool
    where Wrapped == ReplicatingArray<Element> {
      !(elements == others)
    }

    /// Whether there is such a collection, with the elements of an array.
    public static func == <Element: Hashable & Sendable>(elements: Self, others: [Element]) -> Bool
    where Wrapped == ReplicatingOrderedSet<Element> {
      elements.map { $0 == others } ?? false
    }

    /// Whether there is no such collection with the elements of an array.
    public static func != <Element: Hashable & Sendable>(elements: Self, others: [Element]) -> Bool
    where Wrapped == ReplicatingOrderedSet<Element> {
      !(elements == others)
    }

    /// Whether there is such a collection, with the elements of an array.
    public static func == <Element: Hashable & Sendable>(elements: Self, others: [Element]) -> Bool
    where Wrapped == ReplicatingSet<Element> {
      elements.map { $0 == others } ?? false
    }

    /// Whether there is no such collection with the elements of an array.
    public static func != <Element: Hashable & Sendable>(elements: Self, others: [Element]) -> Bool
    where Wrapped == ReplicatingSet<Element> {
      !(elements == others)
    }

    /// Whether there is such a collection, with the elements of an array.
    public static func == <Element: Hashable & Sendable>(elements: Self, others: [Element]) -> Bool
    where Wrapped == ReplicatingAddOnlySet<Element> {
      elements.map { $0 == others } ?? false
    }

    /// Whether there is no such collection with the elements of an array.
    public static func != <Element: Hashable & Sendable>(elements: Self, others: [Element]) -> Bool
    where Wrapped == ReplicatingAddOnlySet<Element> {
      !(elements == others)
    }

    /// Whether there is such a dictionary, with the keys and values of another.
    public static func == <Key: Hashable & Sendable, Value: Equatable & Sendable>(
      values: Self, others: [Key: Value]
    ) -> Bool where Wrapped == ReplicatingDictionary<Key, Value> {
      values.map { $0 == others } ?? false
    }

    /// Whether there is no such dictionary with the keys and values of another.
    public static func != <Key: Hashable & Sendable, Value: Equatable & Sendable>(
      values: Self, others: [Key: Value]
    ) -> Bool where Wrapped == ReplicatingDictionary<Key, Value> {
      !(values == others)
    }

    /// Whether there is such a dictionary, with the keys and values of another.
    public static func == <Key: Hashable & Sendable, Value: Equatable & Sendable>(
      values: Self, others: [Key: Value]
    ) -> Bool where Wrapped == ReplicatingOrderedDictionary<Key, Value> {
      values.map { $0 == others } ?? false
    }

    /// Whether there is no such dictionary with the keys and values of another.
    public static func != <Key: Hashable & Sendable, Value: Equatable & Sendable>(
      values: Self, others: [Key: Value]
    ) -> Bool where Wrapped == ReplicatingOrderedDictionary<Key, Value> {
      !(values == others)
    }
  }
#endif
