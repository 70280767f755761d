// SPDX-License-Identifier: MIT

import TestInputs
import Testing

@testable import BinaryCoding

@Suite struct IdentifierPlacesTests {
  /// Identifiers of few bits, which come again, in few and in many places.
  @Test(arguments: [4, 8, 9, 200, 5_000])
  func placesAreThoseOfADictionary(_ count: Int) {
    var random = TestRun.generator(seed: UInt64(count))
    var places = IdentifierPlaces()
    var expected: [UInt128: Int] = [:]
    for _ in 0..<(3 * count) {
      let identifier = UInt128(random.below(count)) << (random.below(2) * 80)
      let known = expected[identifier] ?? expected.count
      expected[identifier] = known
      #expect(places.place(of: identifier) == known)
    }
    #expect(places.identifiers.count == expected.count)
    #expect(places.identifiers.enumerated().allSatisfy { expected[$0.element] == $0.offset })
  }
}
