// SPDX-License-Identifier: MIT

/// Traces for measurements without recorded ones.
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

  /// Two people who write at the same time, and now and then one after the other.
  private static func pair(seed: UInt64) -> Trace {
    var session = PairSession(seed: seed)
    for round in 0..<200 {
      let seen = session.last
      session.burst(by: 0, ofEdits: 20, seeing: seen)
      session.burst(by: 1, ofEdits: 20, seeing: seen)
      if round % 5 == 4 { session.takeTurn() }
    }
    return Trace(endContent: session.content, txns: session.transactions)
  }
}

/// Two people who write before and after a line. They never type at one place,
/// so every engine ends with the same text.
private struct PairSession {
  private static let line = "\n----\n"

  private var halves: [[Unicode.Scalar]] = [[], []]
  private var writers: [Typing]
  /// How many scalars the second person has seen before their own.
  private var seenBefore = line.unicodeScalars.count
  /// The last transaction of each person.
  private(set) var last = [0, 0]
  private(set) var transactions = [
    Trace.Transaction(
      parents: [], agent: 0, patches: [Trace.Patch(position: 0, deleted: 0, inserted: line)])
  ]

  init(seed: UInt64) {
    writers = [Typing(seed: seed, length: 0), Typing(seed: seed + 1, length: 0)]
  }

  var content: String { String(halves[0]) + Self.line + String(halves[1]) }

  /// Adds edits of one person, a transaction each. The first has seen `seen`.
  mutating func burst(by agent: Int, ofEdits edits: Int, seeing seen: [Int]) {
    for (index, patch) in writers[agent].bursts(1, ofEdits: edits).enumerated() {
      halves[agent].apply(patch)
      var moved = patch
      if agent == 1 { moved.position += seenBefore }
      let parents = index == 0 ? Set(seen).sorted() : [last[agent]]
      last[agent] = transactions.count
      transactions.append(Trace.Transaction(parents: parents, agent: agent, patches: [moved]))
    }
    if agent == 1 { seenBefore = halves[0].count + Self.line.unicodeScalars.count }
  }

  /// Adds one edit that has seen all, and from which both go on.
  mutating func takeTurn() {
    burst(by: 0, ofEdits: 1, seeing: last)
    last[1] = last[0]
    seenBefore = halves[0].count + Self.line.unicodeScalars.count
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
