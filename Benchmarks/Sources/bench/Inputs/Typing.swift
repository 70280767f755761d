// SPDX-License-Identifier: MIT

/// Generated edits of a document. Only its length is known.
struct Typing {
  private var random: Generator
  private(set) var length: Int

  init(seed: UInt64, length: Int) {
    random = Generator(seed: seed)
    self.length = length
  }

  /// Bursts of typing with backspaces, each somewhere else.
  mutating func bursts(_ bursts: Int, ofEdits edits: Int) -> [Trace.Patch] {
    var patches: [Trace.Patch] = []
    for _ in 0..<bursts {
      var position = random.number(below: length + 1)
      for _ in 0..<edits {
        let isBackspace = position > 0 && random.number(below: 12) == 0
        if isBackspace { position -= 1 }
        patches.append(edit(at: position, deleting: isBackspace))
        if !isBackspace { position += 1 }
      }
    }
    return patches
  }

  /// Single letters, each somewhere else.
  mutating func scattered(_ count: Int) -> [Trace.Patch] {
    (0..<count).map { _ in edit(at: random.number(below: length + 1), deleting: false) }
  }

  private mutating func edit(at position: Int, deleting: Bool) -> Trace.Patch {
    length += deleting ? -1 : 1
    return Trace.Patch(
      position: position, deleted: deleting ? 1 : 0, inserted: deleting ? "" : random.letter())
  }
}
