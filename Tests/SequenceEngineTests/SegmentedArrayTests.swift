// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

@Suite struct SegmentedArrayTests {
  @Test func copiesGrowApart() {
    var random = TestRun.generator(seed: 1)
    var copies: [(array: SegmentedArray<Int>, model: [Int])] = [(SegmentedArray(), [])]
    for step in 0..<TestRun.length(2_000) {
      let index = random.below(copies.count)
      switch random.below(4) {
      case 0 where copies.count < 6: copies.append(copies[index])
      case 0: copies[random.below(copies.count)] = copies[index]
      case 1 where !copies[index].model.isEmpty:
        let place = random.below(copies[index].model.count)
        copies[index].array[place] = -step
        copies[index].model[place] = -step
      default:
        for number in 0..<random.pick([1, 3, 200]) {
          copies[index].array.append(step + number)
          copies[index].model.append(step + number)
        }
      }
      if step % 50 == 0, let wrong = copies.firstIndex(where: { !isRight($0.array, $0.model) }) {
        Issue.record("copy \(wrong) at step \(step)")
        return
      }
    }
    #expect(copies.allSatisfy { isRight($0.array, $0.model) })
  }

  @Test(arguments: [0, 1, 511, 512, 513, 1_024, 1_500])
  func isMadeOfOnePiece(_ count: Int) {
    var (array, model) = (SegmentedArray(ContiguousArray(0..<count)), Array(0..<count))
    let copy = array
    #expect(isRight(array, model))
    for number in 0..<600 {
      array.append(number)
      model.append(number)
    }
    #expect(isRight(array, model))
    #expect(isRight(copy, Array(0..<count)), "a copy is changed")
  }

  private func isRight(_ array: SegmentedArray<Int>, _ model: [Int]) -> Bool {
    array.count == model.count && array.isEmpty == model.isEmpty
      && model.indices.allSatisfy { array[$0] == model[$0] }
  }
}
