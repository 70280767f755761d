// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The same edits as in text, in an array of integers.
enum Arrays: BenchmarkTask {
  static let name = "array"

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for named in inputs.sequential {
      let edits = Edits(named.trace.patches)
      // The edits insert slices of one array. A small array for each would be fetched from memory,
      // unlike a short string.
      let inserted = edits.inserted.map { $0.unicodeScalars.map { Int($0.value) } }
      let elements = Array(inserted.joined())
      var ends: [Int] = []
      for part in inserted { ends.append((ends.last ?? 0) + part.count) }
      let start = (named.trace.startContent ?? "").unicodeScalars.map { Int($0.value) }
      let end = named.trace.endContent.unicodeScalars.map { Int($0.value) }
      try recorder.time(
        name, "\(named.name), ReplicatingArray<Int>", setUp: { ReplicatingArray(start) }
      ) { array in
        var next = 0
        for index in 0..<edits.count {
          let range = edits.positions[index]..<(edits.positions[index] + edits.deleted[index])
          array.replaceSubrange(range, with: elements[next..<ends[index]])
          next = ends[index]
        }
        return array
      } check: {
        try WrongResult.check($0.values == end, named.name)
      }
      try recorder.time(name, "\(named.name), ReplicatingText", setUp: { named.trace.start }) {
        edits.apply(to: &$0)
      } checkState: {
        try WrongResult.check($0, shows: named.trace.endContent, named.name)
      }
    }
  }
}
