// SPDX-License-Identifier: MIT

/// Traces to measure with where no recorded ones are at hand.
enum GeneratedTraces {
  static func all(seed: UInt64) -> [NamedTrace] {
    [
      NamedTrace(name: "generated-typing", trace: typing(seed: seed)),
      NamedTrace(name: "generated-pair", trace: pair(seed: seed)),
    ]
  }

  /// One person's bursts of typing.
  private static func typing(seed: UInt64) -> Trace {
    var typing = Typing(seed: seed, length: 0)
    let patches = typing.bursts(2_000, ofEdits: 50)
    var content: [Unicode.Scalar] = []
    for patch in patches { content.apply(patch) }
    return Trace(
      startContent: "", endContent: String(content),
      txns: patches.map { Trace.Transaction(patches: [$0]) })
  }

  /// Two people, one before and one after a line between them, who hear of each
  /// other every twenty letters.
  ///
  /// Nothing is ever typed by both at one place, so every engine ends with the
  /// same text.
  private static func pair(seed: UInt64) -> Trace {
    let line = "\n----\n"
    var halves: [[Unicode.Scalar]] = [[], []]
    var writers = [Typing(seed: seed, length: 0), Typing(seed: seed + 1, length: 0)]
    var last = [0, 0]
    var txns = [
      Trace.Transaction(
        parents: [], agent: 0,
        patches: [Trace.Patch(position: 0, deleted: 0, inserted: line)])
    ]
    for _ in 0..<500 {
      let seen = last
      let offset = [0, halves[0].count + line.count]
      for agent in 0..<2 {
        for (index, patch) in writers[agent].bursts(1, ofEdits: 20).enumerated() {
          halves[agent].apply(patch)
          var moved = patch
          moved.position += offset[agent]
          let parents = index == 0 ? Set(seen).sorted() : [last[agent]]
          last[agent] = txns.count
          txns.append(Trace.Transaction(parents: parents, agent: agent, patches: [moved]))
        }
      }
    }
    txns.append(Trace.Transaction(parents: last, agent: 0, patches: []))
    return Trace(endContent: String(halves[0]) + line + String(halves[1]), txns: txns)
  }
}

extension [Unicode.Scalar] {
  fileprivate mutating func apply(_ patch: Trace.Patch) {
    replaceSubrange(
      patch.position..<(patch.position + patch.deleted), with: patch.inserted.unicodeScalars)
  }
}

extension String {
  fileprivate init(_ scalars: [Unicode.Scalar]) {
    self.init(String.UnicodeScalarView(scalars))
  }
}
