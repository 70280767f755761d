// SPDX-License-Identifier: MIT

/// The replacements, as small as possible, that turn `old` into `new`.
///
/// If a difference of at most `limit` removed and inserted elements exists, the result is the
/// smallest difference. If not, the result is right but may replace more than needed: stretches
/// that occur once on each side are taken as unchanged, and the elements between these stretches
/// are compared with bounded effort.
///
/// ```swift
/// smallestDifference(from: [1, 2, 3, 4], to: [1, 3, 4, 5])
/// // [Replacement(old: 1..<2, new: 1..<1), Replacement(old: 4..<4, new: 3..<4)]
/// ```
///
/// The algorithm is the linear-space variant of Myers, "An O(ND) Difference Algorithm and Its
/// Variations", Algorithmica 1, 1986, doi:10.1007/BF01840446. Unlike the paper, the search excludes
/// diagonals beyond an edge. If the limit is exceeded, the search splits at unique stretches.
///
/// - Parameters:
///   - old: The sequence before.
///   - new: The sequence after.
///   - limit: The number of edits (elements removed plus elements inserted) up to which the result
///     must be the smallest.
/// - Returns: The replacements in ascending order. No replacement is empty on both sides, and at
///   least one unchanged element lies between two replacements.
/// - Precondition: `limit` is not negative.
/// - Complexity: O(*n* + *d*²) expected and O(*n* · *d*) at worst, for *n* elements in both
///   sequences together and *d* edits. If *d* exceeds `limit`, `limit` takes the place of *d*, and
///   the search takes O(*n* log *n*) more. O(*n*) memory; no recursion.
public func smallestDifference(
  from old: [Int], to new: [Int], limit: Int = 10_000
) -> [Replacement] {
  precondition(limit >= 0, "a limit of \(limit) edits")
  var search = DifferenceSearch(from: old, to: new, limit: limit)
  search.run()
  return search.replacements
}
