// SPDX-License-Identifier: MIT

/// Two people part at half of a trace and edit on, each alone.
struct Fork: Codable {
  var name: String
  /// The patches that both have seen.
  var base: [Trace.Patch]
  /// The trace's next patches, by the person who merges.
  var mine: [Trace.Patch]
  /// The edits that the other person makes offline.
  var theirs: [Trace.Patch]

  /// The possible numbers of scalars in the merged text: both may have deleted the same scalars.
  var lengths: ClosedRange<Int> {
    let parts = [base, mine, theirs]
    let inserted = parts.joined().reduce(0) { $0 + $1.inserted.unicodeScalars.count }
    let deleted = parts.map { $0.reduce(0) { $0 + $1.deleted } }
    let least = inserted - deleted.reduce(0, +)
    return least...(least + min(deleted[1], deleted[2]))
  }

  private static let edits = 10_000

  /// Forks of a sequential trace; none if it is too short.
  static func all(of trace: NamedTrace, seed: UInt64) -> [Fork] {
    let patches = trace.trace.patches
    let half = patches.count / 2
    guard half >= edits else { return [] }
    let start = trace.trace.startContent ?? ""
    let base = [Trace.Patch(position: 0, deleted: 0, inserted: start)] + patches[..<half]
    let length = base.reduce(0) { $0 + $1.inserted.unicodeScalars.count - $1.deleted }
    var bursts = Typing(seed: seed, length: length)
    var single = Typing(seed: seed, length: length)
    let mine = Array(patches[half..<(half + edits)])
    return [
      Fork(
        name: "\(trace.name), typing", base: base, mine: mine,
        theirs: bursts.bursts(200, ofEdits: edits / 200)),
      Fork(
        name: "\(trace.name), scattered", base: base, mine: mine,
        theirs: single.scattered(edits)),
    ]
  }
}
