// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  // Elements of an array or a set, and the value of a register, are replaced whole: edits of them
  // in two copies do not merge. The compiler warns if elements replicate, but not of an array
  // literal.

  extension ReplicatingArray where Element: Replicable {
    @available(
      *, deprecated,
      message: "elements do not merge; keep values that replicate in ReplicatingOrderedDictionary"
    )
    public init() {
      storage = ArrayStorage()
    }

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
    @available(
      *, deprecated,
      message: "elements do not merge; keep values that replicate in ReplicatingDictionary"
    )
    public init() {
      self.init(state: Presence())
    }

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
    @available(
      *, deprecated,
      message: "elements do not merge; keep values that replicate in ReplicatingOrderedDictionary"
    )
    public init() {
      self.init(OrderedSetStorage())
    }

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
    @available(
      *, deprecated,
      message: "a register replaces its value whole; use a field, or a dictionary of such values"
    )
    public init(_ value: Value) {
      self.init(value, stamp: RegisterStamp(replacing: .zero))
    }

    @available(
      *, deprecated,
      message: "a register replaces its value whole; use a field, or a dictionary of such values"
    )
    public init(default value: Value) {
      self.init(value, stamp: .zero)
    }
  }
#endif
