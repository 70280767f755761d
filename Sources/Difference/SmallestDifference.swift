// SPDX-License-Identifier: MIT

/// The smallest replacements that turn `old` into `new`.
///
/// The result is the smallest if a difference of at most `limit` removed and inserted elements
/// exists. Otherwise the result is still right but may replace more than needed: stretches that
/// occur once on each side are taken as common, and the elements between them are compared with
/// bounded effort.
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
/// - Returns: The replacements in ascending order. None is empty on both sides, and at least one
///   unchanged element lies between two of them.
/// - Precondition: `limit` is not negative.
/// - Complexity: O(*n* + *d*²) expected and O(*n* · *d*) at worst, for *n* elements in both
///   sequences and *d* edits. If *d* exceeds `limit`, `limit` takes the place of *d*, and the
///   search takes O(*n* log *n*) more. O(*n*) memory; no recursion.
public func smallestDifference(
  from old: [Int], to new: [Int], limit: Int = 10_000
) -> [Replacement] {
  precondition(limit >= 0, "a limit of \(limit) edits")
  var search = DifferenceSearch(from: old, to: new, limit: limit)
  search.run()
  return search.replacements
}
