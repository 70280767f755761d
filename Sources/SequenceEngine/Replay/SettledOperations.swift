// SPDX-License-Identifier: MIT

extension [DocumentOperation] {
  /// Operations with the same outcome, without elements that this array both inserts and deletes.
  ///
  /// - Parameter documentLength: The number of elements in the document before the operations. In
  ///   the order of the log, these elements come before all elements that the operations insert.
  /// - Complexity: The cost of making a ``DocumentDraft`` of the operations.
  package func settled(documentLength: Int) -> [DocumentOperation] {
    // The elements already shown by the document have numbers below 0.
    var played: [DocumentOperation] = []
    if documentLength > 0 { played.append(.insert(elements: -documentLength..<0, at: 0)) }
    played += self
    var result: [DocumentOperation] = []
    var position = 0
    var next = -documentLength
    for elements in DocumentDraft(played).elements where !elements.isEmpty {
      if elements.lowerBound >= 0 {
        result.append(.insert(elements: elements, at: position))
      } else {
        let deleted = elements.lowerBound - next
        if deleted > 0 { result.append(.delete(position..<(position + deleted))) }
        next = elements.upperBound
      }
      position += elements.count
    }
    if next < 0 { result.append(.delete(position..<(position - next))) }
    return result
  }
}
