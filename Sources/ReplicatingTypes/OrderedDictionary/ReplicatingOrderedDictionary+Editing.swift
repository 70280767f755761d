// SPDX-License-Identifier: MIT

import BinaryCoding

/// Edits of keys by their places in the order.
extension ReplicatingOrderedDictionary {
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

  /// Deletes the keys at some offsets, such as the offsets in `onDelete` of a list.
  ///
  /// - Parameter offsets: Below ``count``, in any order, such as an `IndexSet`. Equal offsets count
  ///   once.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    for key in Set(offsets).map({ self[Index(offset: $0)].key }) { self[key] = nil }
  }

  /// Moves the keys at some offsets, such as the offsets in `onMove` of a list. The moved keys keep
  /// their order. A key that is already in its place is not moved.
  ///
  /// - Parameters:
  ///   - offsets: Below ``count``, in any order, such as an `IndexSet`. Equal offsets count once.
  ///   - destination: The offset, before the move, of the key that will follow the moved keys;
  ///     ``count`` to move the keys to the end.
  /// - Complexity: O(*m* log *p*) for *m* offsets and *p* positions ever given to keys.
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

  /// Reverses the order by moves.
  ///
  /// - Complexity: O(*n* log *p*) for *n* keys and *p* positions ever given to keys.
  public mutating func reverse() { reorder(to: keys.reversed()) }
}
