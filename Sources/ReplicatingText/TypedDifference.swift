// SPDX-License-Identifier: MIT

/// What a person did between two contents of a text view.
struct TypedDifference {
  /// The one insertion or deletion, in scalars; nil if there is another difference.
  private(set) var change: (range: Range<Int>, string: String)?
  /// Where the caret stands, in UTF-16 units.
  let caret: Int
  let isEmpty: Bool

  init(from old: String, to new: String, caret: Int?) {
    let (oldScalars, newScalars) = (old.unicodeScalars, new.unicodeScalars)
    let (oldCount, newCount) = (oldScalars.count, newScalars.count)
    let prefix = Self.equalCount(oldScalars, newScalars)
    isEmpty = prefix == oldCount && prefix == newCount
    let shorter = min(oldCount, newCount)
    let suffix = Self.equalCount(oldScalars.reversed(), newScalars.reversed())
    var end = newScalars.index(newScalars.endIndex, offsetBy: -suffix)
    if let caret {
      end = new.utf16.index(
        new.startIndex, offsetBy: min(max(0, caret), new.utf16.count))
    }
    if prefix + suffix >= shorter {
      // Between equal letters, the edit may begin at any of them.
      let (inserted, deleted) = (max(0, newCount - oldCount), max(0, oldCount - newCount))
      let asked =
        caret == nil ? prefix : newScalars.distance(from: newScalars.startIndex, to: end) - inserted
      let start = min(max(asked, shorter - suffix), prefix)
      let first = newScalars.index(newScalars.startIndex, offsetBy: start)
      let last = newScalars.index(first, offsetBy: inserted)
      change = (start..<(start + deleted), String(newScalars[first..<last]))
      if caret == nil { end = last }
    }
    self.caret = new.utf16.distance(from: new.startIndex, to: end)
  }

  private static func equalCount(
    _ one: some Sequence<Unicode.Scalar>, _ other: some Sequence<Unicode.Scalar>
  ) -> Int {
    var count = 0
    for (left, right) in zip(one, other) {
      guard left == right else { break }
      count += 1
    }
    return count
  }
}
