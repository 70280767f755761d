// SPDX-License-Identifier: MIT

import DecentSync
import ReplicationLaws
import Testing

@Suite struct CoverageTests {
  private func reference(_ number: Int) -> SegmentReference {
    SegmentReference(device: DeviceID(rawValue: 1), number: number, checksum: 0)
  }

  private func change(_ number: Int, after: [Int] = []) -> CarriedChange {
    CarriedChange(
      segment: reference(number), after: after.map(reference), version: [UInt8(number)])
  }

  private func numbers(_ coverage: Coverage) -> [UInt8] { coverage.versions.joined().sorted() }

  @Test func isEmptyWithoutChanges() {
    let coverage = Coverage(of: [])
    #expect(coverage.frontier.isEmpty)
    #expect(coverage.versions.isEmpty)
  }

  @Test func followsAChain() {
    let coverage = Coverage(of: [change(3, after: [2]), change(1), change(2, after: [1])])
    #expect(coverage.frontier == [reference(3)])
    #expect(numbers(coverage) == [1, 2, 3])
  }

  @Test func endsWhereALinkIsLost() {
    let coverage = Coverage(of: [change(1), change(3, after: [2]), change(4, after: [3])])
    #expect(coverage.frontier == [reference(1)])
    #expect(numbers(coverage) == [1])
  }

  @Test func needsAllThatAChangeBuildsOn() {
    let coverage = Coverage(of: [change(1), change(3, after: [1, 2])])
    #expect(numbers(coverage) == [1])
  }

  @Test func keepsConcurrentEnds() {
    let coverage = Coverage(of: [
      change(1), change(2, after: [1]), change(3, after: [1]), change(4),
    ])
    #expect(coverage.frontier == [reference(2), reference(3), reference(4)])
  }

  @Test func countsACopyOnce() {
    let coverage = Coverage(of: [
      change(1), change(1), change(2, after: [1]), change(2, after: [1]),
    ])
    #expect(numbers(coverage) == [1, 2])
  }

  @Test func doesNotCountACircle() {
    let coverage = Coverage(of: [
      change(1, after: [2]), change(2, after: [1]), change(3, after: [3]),
    ])
    #expect(coverage.versions.isEmpty)
  }

  /// Against the definition, applied until nothing changes.
  @Test func agreesWithTheDefinition() {
    var random = SeededGenerator(seed: 2)
    for round in 0..<2000 {
      let changes = (1...8).filter { _ in !random.oneIn(4) }.map { number in
        change(number, after: (0..<random.below(3)).map { _ in 1 + random.below(8) })
      }
      var counted: Set<SegmentReference> = []
      for _ in changes {
        for change in changes where change.after.allSatisfy(counted.contains) {
          counted.insert(change.segment)
        }
      }
      let covered = changes.filter { counted.contains($0.segment) }
      let inner = Set(covered.flatMap(\.after))
      let coverage = Coverage(of: random.shuffled(changes))
      #expect(numbers(coverage) == covered.flatMap(\.version), "round \(round)")
      #expect(Set(coverage.frontier) == counted.subtracting(inner), "round \(round)")
    }
  }
}
