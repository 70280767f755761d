// SPDX-License-Identifier: MIT

/// The operations that a replay has found so far, and the document's length after them.
struct ReplayOutput {
  private(set) var operations: [DocumentOperation] = []
  private(set) var documentLength: Int

  init(documentLength: Int) {
    self.documentLength = documentLength
  }

  /// Inserts elements. Extends the last operation if the elements continue its elements.
  mutating func insert(elements: Range<Int>, at position: Int) {
    documentLength += elements.count
    if let last = operations.indices.last,
      case .insert(let before, let start) = operations[last],
      before.upperBound == elements.lowerBound, start + before.count == position
    {
      operations[last] = .insert(elements: before.lowerBound..<elements.upperBound, at: start)
    } else {
      operations.append(.insert(elements: elements, at: position))
    }
  }

  /// Deletes elements. Extends the last operation if that operation deletes adjacent elements.
  mutating func delete(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    documentLength -= range.count
    if let last = operations.indices.last, case .delete(let before) = operations[last],
      range.lowerBound <= before.lowerBound, before.lowerBound <= range.upperBound
    {
      operations[last] = .delete(range.lowerBound..<(range.upperBound + before.count))
    } else {
      operations.append(.delete(range))
    }
  }

  /// Applies operations at the positions that the log holds.
  mutating func apply(_ piece: OperationLog.Piece) {
    let run = piece.run
    let misses = run.misses(documentLength: documentLength)
    let hits = run.length - misses
    switch run.kind {
    case .insert:
      insert(
        elements: piece.firstElement..<(piece.firstElement + run.length),
        at: min(run.position, documentLength))
    case .deleteForward:
      let start = min(run.position, documentLength)
      delete(start..<(start + hits))
    case .deleteBackward:
      let end = run.position - misses + 1
      if hits > 0 { delete((end - hits)..<end) }
    }
  }
}
