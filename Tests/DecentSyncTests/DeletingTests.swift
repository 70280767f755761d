// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

/// The rule for deleting an object: each of its claims is superseded by a claim of an object that
/// has provably left the disk of its writer.
@Suite struct DeletingTests {
  private let bench: Bench
  private let grace = PolicyOptions().grace

  init() throws {
    bench = try Bench()
    try bench.documents.add("abcdefgh", to: Bench.document())
    try bench.put("1", device: 1, number: 1, ("", "a"))
    try bench.put("2", device: 1, number: 2, ("a", "ab"))
  }

  @Test func nothingGoesThatNothingSupersedes() throws {
    #expect(try bench.deletable(at: 10 * grace) == [])
    try bench.put("3", device: 1, number: 3, level: 1, ("", "a"), ("ab", "abc"))
    // A compaction of both that lacks the second.
    #expect(try bench.deletable(at: 10 * grace) == ["1"])
    #expect(
      try !bench.policy.compactor.mayDelete(Bench.name("2"), in: bench.listing, at: 10 * grace))
  }

  @Test func halvesOfAClaimDoNotMakeItGo() throws {
    try bench.put("whole", device: 1, number: 3, ("", "cd"))
    try bench.put("left", device: 8, number: 4, level: 1, ("", "c"))
    try bench.put("right", device: 9, number: 4, level: 1, ("", "d"))
    #expect(try bench.deletable(at: 10 * grace) == [])
    #expect(
      try !bench.policy.compactor.mayDelete(Bench.name("whole"), in: bench.listing, at: 10 * grace))
  }

  @Test func whatAnotherDeviceWroteHasPropagated() throws {
    try bench.put("3", device: 8, number: 1, ("", "ab"))
    #expect(try bench.deletable() == ["1", "2"])
  }

  @Test func whatThisDeviceWroteIsGivenTime() throws {
    try bench.put("3", device: 1, number: 3, level: 1, at: 500, ("", "ab"))
    #expect(try bench.deletable(at: 500 + grace - 1) == [])
    #expect(try bench.deletable(at: 500 + grace) == ["1", "2"])
  }

  @Test func anotherDeviceMayAcknowledgeIt() throws {
    let compaction = try bench.put(nil, device: 1, number: 3, level: 1, ("", "ab"))
    #expect(try bench.deletable() == [])
    try bench.put("4", device: 8, number: 1, taken: [compaction], ("ab", "abc"))
    #expect(try bench.deletable() == ["1", "2"])
  }

  @Test func anAcknowledgementOfAnotherObjectSaysNothing() throws {
    let compaction = try bench.put(nil, device: 1, number: 3, level: 1, ("", "ab"))
    let other = SegmentReference(
      device: compaction.device, number: compaction.number, checksum: compaction.checksum ^ 1)
    try bench.put("4", device: 8, number: 1, taken: [other], ("ab", "abc"))
    #expect(try bench.deletable() == [])
  }

  @Test func aClockThatGoesBackBeginsThePeriodAnew() throws {
    try bench.put("3", device: 1, number: 3, level: 1, at: 5 * grace, ("", "ab"))
    #expect(try bench.deletable(at: grace) == [])
    #expect(try bench.deletable(at: 2 * grace - 1) == [])
    #expect(try bench.deletable(at: 2 * grace) == ["1", "2"])
  }

  /// A clock that was years ahead, and is set right, delays deletion by one period, not by years.
  @Test func aClockYearsAheadDelaysByOnePeriod() throws {
    try bench.put("3", device: 1, number: 3, level: 1, at: .max, ("", "ab"))
    #expect(try bench.deletable(at: 0) == [])
    #expect(try bench.deletable(at: grace) == ["1", "2"])
  }

  @Test func whatIsNotListedMakesNothingGo() throws {
    try bench.put("3", device: 8, number: 1, ("", "ab"))
    try bench.hide("3")
    #expect(try bench.deletable() == [])
  }

  @Test func whatWasNotTakenInWholeMakesNothingGo() throws {
    try bench.put("3", device: 8, number: 1, ("", "ab"), ("xyz", "abxyz"))
    #expect(try bench.policy.objects[Bench.name("3")]?.isComplete == false)
    #expect(try bench.deletable() == [])
  }

  @Test func whatIsCalledUnreadableMakesNothingGo() throws {
    try bench.put("3", device: 8, number: 1, ("", "ab"))
    let name = try Bench.name("3")
    let info = ObjectInfo(name: name, size: try #require(bench.listing[name]))
    let acknowledgement = Acknowledgement(
      device: DeviceID(rawValue: 7), number: 1, applied: [:], basis: 0, digest: nil,
      unreadable: [info])
    let at = ObjectInfo(name: acknowledgement.name, size: 10)
    #expect(try bench.policy.notices.take(acknowledgement, from: at, at: 0))
    #expect(try bench.deletable(at: 10 * grace) == [])
    #expect(try bench.covered() == "ab")
    try bench.lose("1")
    #expect(try bench.covered() == "")
  }

  /// The device that calls the object unreadable may itself be broken.
  @Test func whatIsCalledUnreadableGoesLikeAnyOther() throws {
    let info = ObjectInfo(name: try Bench.name("1"), size: bench.listing[try Bench.name("1")] ?? 0)
    let acknowledgement = Acknowledgement(
      device: DeviceID(rawValue: 7), number: 1, applied: [:], basis: 0, digest: nil,
      unreadable: [info])
    let at = ObjectInfo(name: acknowledgement.name, size: 10)
    #expect(try bench.policy.notices.take(acknowledgement, from: at, at: 0))
    #expect(try bench.deletable(at: 10 * grace) == [])
    try bench.put("3", device: 1, number: 3, at: 10 * grace, ("", "a"))
    #expect(try bench.deletable(at: 11 * grace - 1) == [])
    #expect(try bench.deletable(at: 11 * grace) == ["1"])
  }

  @Test func othersObjectsAreLeftToThem() throws {
    try bench.put("3", device: 8, number: 1, ("", "b"))
    try bench.put("4", device: 9, number: 1, level: 1, ("", "abc"))
    #expect(try bench.deletable(at: 10 * grace) == ["1", "2"])
  }

  /// The first deletion may remove the object that the second one relies on. So the rule is asked
  /// anew before each deletion.
  @Test func ofCopiesOneStays() throws {
    try bench.put("3", device: 1, number: 3, ("ab", "abc"))
    try bench.put("3 (copy)", device: 1, number: 3, ("ab", "abc"))
    #expect(try bench.deletable(at: 10 * grace) == ["3 (copy)"])
  }
}
