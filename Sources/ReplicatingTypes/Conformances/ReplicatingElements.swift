// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  // Elements of an array or a set, and the value of a register, are replaced whole: edits of one
  // element in two copies do not merge. If the elements replicate, the compiler warns at calls of
  // the initializers below. It does not warn at array literals.

  extension ReplicatingArray where Element: Replicable {
    /// Makes an empty array, whose elements will not merge.
    @available(
      *, deprecated,
      message: "elements do not merge; keep values that replicate in ReplicatingOrderedDictionary"
    )
    public init() {
      storage = ArrayStorage()
    }

    /// Makes an array of elements that will not merge.
    @available(
      *, deprecated,
      message: "elements do not merge; keep values that replicate in ReplicatingOrderedDictionary"
    )
    public init(_ elements: some Sequence<Element>) {
      storage = ArrayStorage()
      append(contentsOf: elements)
    }
  }

  extension ReplicatingSet where Element: Replicable {
    /// Makes an empty set, whose elements will not merge.
    @available(
      *, deprecated,
      message: "elements do not merge; keep values that replicate in ReplicatingDictionary"
    )
    public init() {
      self.init(state: Presence())
    }

    /// Makes a set of elements that will not merge.
    @available(
      *, deprecated,
      message: "elements do not merge; keep values that replicate in ReplicatingDictionary"
    )
    public init(_ elements: some Sequence<Element>) {
      self.init(state: Presence())
      formUnion(elements)
    }
  }

  extension ReplicatingOrderedSet where Element: Replicable {
    /// Makes an empty ordered set, whose elements will not merge.
    @available(
      *, deprecated,
      message: "elements do not merge; keep values that replicate in ReplicatingOrderedDictionary"
    )
    public init() {
      self.init(OrderedSetStorage())
    }

    /// Makes an ordered set of elements that will not merge.
    @available(
      *, deprecated,
      message: "elements do not merge; keep values that replicate in ReplicatingOrderedDictionary"
    )
    public init(_ elements: some Sequence<Element>) {
      self.init(OrderedSetStorage())
      append(contentsOf: elements)
    }
  }

  extension ReplicatingRegister where Value: Replicable {
    /// Makes a register of a value that will not merge.
    @available(
      *, deprecated,
      message: "a register replaces its value whole; use a field, or a dictionary of such values"
    )
    public init(_ value: Value) {
      self.init(value, stamp: RegisterStamp(replacing: .zero))
    }

    /// Makes a register with a default value that will not merge.
    @available(
      *, deprecated,
      message: "a register replaces its value whole; use a field, or a dictionary of such values"
    )
    public init(default value: Value) {
      self.init(value, stamp: .zero)
    }
  }
#endif
