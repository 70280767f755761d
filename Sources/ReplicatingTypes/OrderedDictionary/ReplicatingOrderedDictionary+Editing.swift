// SPDX-License-Identifier: MIT

import BinaryCoding

/// Edits of several keys. Keys that an operation leaves alone are not edited, so concurrent edits of
/// them in other copies are kept.
extension ReplicatingOrderedDictionary {
  /// Makes a dictionary and sets keys, one after the other.
  ///
  /// - Precondition: No two keys are equal.
  public init(uniqueKeysWithValues elements: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in elements {
      require(self[key] == nil, "the key \(key) stands twice")
      self[key] = value
    }
  }

  /// Sets keys. A key that is present gets what `combine` makes of its value and the new one.
  public mutating func merge(
    _ elements: some Sequence<(Key, Value)>,
    uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    for (key, value) in elements {
      self[key] = try self[key].map { try combine($0, value) } ?? value
    }
  }

  /// Deletes the keys for which a condition holds.
  ///
  /// - Complexity: O(*n* log *n*)
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    for element in try Array(self).filter(isRemoved) { self[element.key] = nil }
  }

  /// Deletes the first key.
  ///
  /// - Precondition: The dictionary is not empty.
  @discardableResult
  public mutating func removeFirst() -> Element {
    require(!isEmpty, "an empty dictionary has no first key")
    return remove(at: startIndex)
  }

  /// Deletes the last key.
  ///
  /// - Precondition: The dictionary is not empty.
  @discardableResult
  public mutating func removeLast() -> Element {
    require(!isEmpty, "an empty dictionary has no last key")
    return remove(at: index(before: endIndex))
  }

  /// Deletes the keys at some offsets, as a list's `onDelete` names them.
  ///
  /// - Parameter offsets: Below ``count``, in any order, such as an `IndexSet`. Of equal offsets one
  ///   counts.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for key in Set(offsets).map({ self[Index(offset: $0)].key }) { self[key] = nil }
  }

  /// Moves the keys at some offsets, as a list's `onMove` names them. They keep their order. A key that
  /// stands in its place already is not moved.
  ///
  /// - Parameters:
  ///   - offsets: Below ``count``, in any order, such as an `IndexSet`. Of equal offsets one counts.
  ///   - destination: The offset, before the move, of the key that will stand behind them; or ``count``.
  /// - Complexity: O(*m* log *p*) for *m* offsets, in all positions *p* ever given.
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    make(moves(of: offsets, to: destination, count: count) { self[Index(offset: $0)].key })
  }

  /// Exchanges two keys in the order. Nothing happens if the indices are the same.
  public mutating func swapAt(_ index: Index, _ other: Index) {
    let (first, last) = (self[Swift.min(index, other)].key, self[Swift.max(index, other)].key)
    guard index != other else { return }
    move(last, to: Swift.min(index, other).offset)
    move(first, to: Swift.max(index, other).offset)
  }

  /// Turns the order round by moves.
  ///
  /// - Complexity: O(*n* log *p*) in all positions *p* ever given.
  public mutating func reverse() { reorder(to: keys.reversed()) }

  /// A copy without the keys for which the condition does not hold.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }
}
