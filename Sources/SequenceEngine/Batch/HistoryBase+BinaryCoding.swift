// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written as FORMAT.md says under "Event batch".
extension HistoryBase {
  func encode(to writer: inout ByteWriter) {
    counts.encode(to: &writer)
    writer.writeCount(tips.count)
    tips.forEach { $0.encode(to: &writer) }
    writer.writeCount(lamport)
    let sessions = counts.counts.keys.sorted()
    let places = Dictionary(uniqueKeysWithValues: sessions.enumerated().map { ($1, $0) })
    writer.writeCount(elements.count)
    for run in elements { writer.writeCount(places[run.session] ?? 0) }
    var ends = [Int](repeating: 0, count: sessions.count)
    for run in elements {
      let place = places[run.session] ?? 0
      writer.writeSignedVarint(Int64(run.numbers.lowerBound - ends[place]))
      ends[place] = run.numbers.upperBound
    }
    for run in elements { writer.writeCount(run.numbers.count - 1) }
  }

  /// - Parameter room: The most events that the base may have.
  convenience init(from reader: inout ByteReader, room: Int) throws(DecodingFailure) {
    let counts = try VersionVector(from: &reader)
    let tips = try reader.readAscendingDots()
    guard tips.allSatisfy({ counts.contains($0) }) else {
      throw reader.corrupt("the end of a dropped history outside of it")
    }
    // No sum overflows: a vector has fewer sessions than a file has bytes.
    let total = counts.counts.values.reduce(0) { min($0, EventBatch.maximumCount) + $1 }
    let longest = counts.counts.values.max() ?? 0
    guard !tips.isEmpty, total <= room else { throw reader.corrupt("a dropped history of no size") }
    let lamport = try reader.readInt(limit: total)
    guard lamport >= longest else { throw reader.corrupt("a time before its events") }
    let elements = try Self.elements(from: &reader, of: counts)
    self.init(counts: counts, tips: tips, lamport: lamport, elements: elements)
  }

  private static func elements(
    from reader: inout ByteReader, of counts: VersionVector
  ) throws(DecodingFailure) -> [DotRange] {
    let sessions = counts.counts.keys.sorted()
    var places: [Int] = []
    for _ in 0..<(try reader.readCount(itemSize: 3)) {
      let place = try reader.readInt()
      guard place < sessions.count else { throw reader.corrupt("an unknown session") }
      places.append(place)
    }
    // Holds the distance of each run, as a range of one number, until its length is read.
    var runs: [DotRange] = []
    runs.reserveCapacity(places.count)
    for place in places {
      let distance = try reader.readSignedVarint()
      guard distance.magnitude <= UInt64(Dot.maximumNumber) else {
        throw reader.corrupt("an impossible element")
      }
      runs.append(
        DotRange(session: sessions[place], numbers: Int(distance)..<(Int(distance) + 1)))
    }
    var ends = [Int](repeating: 0, count: sessions.count)
    for (index, place) in places.enumerated() {
      let first = ends[place] + runs[index].numbers.lowerBound
      // No sum overflows: each part is limited.
      let end = first + (try reader.readInt(limit: Dot.maximumNumber)) + 1
      guard first >= 0, end <= counts[sessions[place]] else {
        throw reader.corrupt("an element outside of the dropped history")
      }
      runs[index].numbers = first..<end
      ends[place] = end
    }
    let sorted = runs.sorted { $0.first < $1.first }
    for (run, next) in zip(sorted, sorted.dropFirst()) where next.first <= run.last {
      throw reader.corrupt("an element twice")
    }
    guard runs.joiningNeighbours.count == runs.count else {
      throw reader.corrupt("runs that are one")
    }
    return runs
  }
}
