// SPDX-License-Identifier: MIT

/// All edits of a schedule, each with the edits that its author had seen. A ``Promise`` is checked
/// against a history.
public struct History: Sendable {
  /// An edit that was made.
  public struct RecordedEdit: Sendable {
    /// The place of the edit in the history of all edits.
    public let number: Int
    /// The edit's own description.
    public let description: String
    /// The items that the edit concerned: items that it showed, hid or named.
    public let touched: Set<String>
    /// The items shown after the edit.
    public let shown: Set<String>
    /// The numbers of the edits that the author had seen, directly or through merges.
    public let seen: Set<Int>
  }

  /// The edits in the order in which they were made. The author of an edit had seen only earlier
  /// edits.
  public private(set) var edits: [RecordedEdit] = []

  /// Records an edit and gives its number.
  mutating func record(
    _ edit: Edit, from before: Set<String>, to after: Set<String>, seen: Set<Int>
  ) -> Int {
    let touched = edit.touched.union(before.symmetricDifference(after))
    let number = edits.count
    edits.append(
      RecordedEdit(
        number: number, description: edit.description, touched: touched, shown: after, seen: seen))
    return number
  }

  /// The part that a replica has seen: the edits with these numbers, which must ascend.
  ///
  /// - Complexity: O(*n*) for *n* numbers.
  func seen(ascending numbers: [Int]) -> History {
    var part = History()
    part.edits = numbers.map { edits[$0] }
    return part
  }

  /// The part that a replica has seen.
  func seen(_ numbers: Set<Int>) -> History {
    var part = History()
    part.edits = edits.filter { numbers.contains($0.number) }
    return part
  }

  /// The edits of a list, without edits that the author of another edit in the list had seen.
  public static func last(of edits: [RecordedEdit]) -> [RecordedEdit] {
    let covered = edits.reduce(into: Set<Int>()) { $0.formUnion($1.seen) }
    return edits.filter { !covered.contains($0.number) }
  }
}
