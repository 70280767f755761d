// SPDX-License-Identifier: MIT

/// The smallest replacements that turn `old` into `new`.
///
/// Up to `limit` elements removed and inserted, no other result removes and inserts fewer. Beyond
/// the limit, the result is still right but may replace more than needed. Stretches that occur once
/// on each side then mark common elements, and the elements between them are compared with bounded
/// effort.
///
/// ```swift
/// smallestDifference(from: [1, 2, 3, 4], to: [1, 3, 4, 5])
/// // [Replacement(old: 1..<2, new: 1..<1), Replacement(old: 4..<4, new: 3..<4)]
/// ```
///
/// The algorithm is the linear-space variant of Myers, "An O(ND) Difference Algorithm and Its
/// Variations", Algorithmica 1, 1986, doi:10.1007/BF01840446. It differs from Myers in leaving out
/// diagonals that have reached an edge of the comparison, and in its behaviour beyond the limit.
///
/// - Parameters:
///   - old: The sequence before.
///   - new: The sequence after.
///   - limit: The number of edits (elements removed plus elements inserted) up to which the result
///     must be the smallest.
/// - Returns: The replacements in ascending order. Between two of them lies at
///   least one element that stays, and none is empty on both sides.
/// - Precondition: `limit` is not negative.
/// - Complexity: O(*n* + *d*²) expected and O(*n* · *d*) at worst, for *n* elements
///   in both sequences and *d* edits, or `limit` if that is less; beyond the limit
///   O(*n* log *n*) more. O(*n*) memory; no recursion.
public func smallestDifference(
  from old: [Int], to new: [Int], limit: Int = 10_000
) -> [Replacement] {
  precondition(limit >= 0, "a limit of \(limit) edits")
  var search = DifferenceSearch(from: old, to: new, limit: limit)
  search.run()
  return search.replacements
}
