// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// Compares lanes with an array of states and an array of widths for each lane.
@Suite struct LanesTests {
  private struct Lane: Equatable {
    var states: [Int] = []
    var visible: [Int] = []
  }

  private var random = TestRun.generator(seed: 1)

  /// Random states. Some are of runs with more deletes than a byte counts.
  private static let states = [0, 1, 2, 253, 254, 255, 256, 1_000]

  @Test mutating func lanesHoldWhatArraysHold() {
    for schedule in 0..<TestRun.length(100) {
      var lanes = Lanes()
      var expected = [Lane()]
      for step in 0..<100 {
        change(&lanes, &expected)
        guard contents(of: &lanes, like: expected) == expected else {
          Issue.record("schedule \(schedule), step \(step): \(expected)")
          return
        }
      }
    }
  }

  private mutating func change(_ lanes: inout Lanes, _ expected: inout [Lane]) {
    let (current, runs) = (lanes.current, expected[0].states.count)
    switch random.below(8) {
    case 0:
      lanes.addRun()
      for lane in expected.indices { expected[lane].states.append(lane == current ? 1 : 0) }
    case 1 where runs > 0:
      let run = random.below(runs)
      lanes.addRun(cutOff: run)
      for lane in expected.indices { expected[lane].states.append(expected[lane].states[run]) }
    case 2: addNode(to: &lanes, &expected)
    case 3 where expected.count < 9:
      lanes.add()
      expected.append(expected[current])
    case 4: copyCurrent(of: &lanes, &expected)
    case 5 where random.oneIn(4):
      let kept = random.shuffled(Array(expected.indices)).prefix(1 + random.below(expected.count))
      lanes.keep(Array(kept))
      expected = kept.map { expected[$0] }
    case 6: lanes.current = random.below(expected.count)
    case 7 where runs > 0:
      let run = random.below(runs)
      expected[current].states[run] = random.pick(Self.states)
      lanes.setState(of: run, to: expected[current].states[run])
    default: break
    }
  }

  /// Adds a node to both. Another node may get its widths.
  private mutating func addNode(to lanes: inout Lanes, _ expected: inout [Lane]) {
    let (current, node) = (lanes.current, expected[0].visible.count)
    lanes.addNode()
    for lane in expected.indices { expected[lane].visible.append(0) }
    lanes[node].visible = node
    expected[current].visible[node] = node
    guard random.oneIn(2) else { return }
    let other = random.below(node + 1)
    lanes.copyWidths(of: node, to: other)
    for lane in expected.indices { expected[lane].visible[other] = expected[lane].visible[node] }
  }

  private mutating func copyCurrent(of lanes: inout Lanes, _ expected: inout [Lane]) {
    let (current, other) = (lanes.current, random.below(expected.count))
    guard other != current else { return }
    lanes.copyCurrent(to: other)
    expected[other] = expected[current]
  }

  private func contents(of lanes: inout Lanes, like expected: [Lane]) -> [Lane] {
    guard lanes.count == expected.count else { return [] }
    let current = lanes.current
    defer { lanes.current = current }
    var contents: [Lane] = []
    for lane in expected.indices {
      lanes.current = lane
      contents.append(
        Lane(
          states: expected[0].states.indices.map { lanes.state(of: $0) },
          visible: expected[0].visible.indices.map { lanes[$0].visible }))
    }
    return contents
  }
}
