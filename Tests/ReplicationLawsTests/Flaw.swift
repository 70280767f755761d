// SPDX-License-Identifier: MIT

import ReplicationLaws

/// A way in which the types of these tests break a law.
enum Flaw: String, CaseIterable, Sendable {
  // Of a journal.
  case keepsIdentityInCopies, sharesStorage, mintsWhenMerging, mergesInPlaceByHalves
  case encodesInHashOrder, forgetsWhenDecoded
  case losesInDeltaBytes, omitsInDelta, saysNothingIsNew, alwaysHasNews
  case changesWhenRefusing, validatesEverything, containsEverything, hasNoFirstDelta

  // Of a choice.
  case keepsLeftOnTies, overwritesWithoutNewStamp, trustsTheWallClock

  // Of a shelf.
  case omitsRemovalsInDelta, missesNestedUpdates, assignsIntoTheOldLife, listsByArrival

  // Of a card.
  case forgetsAProperty

  /// The flaw that the types have now.
  @TaskLocal static var current: Flaw?

  static func isCurrent(_ flaw: Flaw) -> Bool { current == flaw }

  /// The violation that the laws find in a type with this flaw.
  func violation<Value, Observation>(
    of subject: LawSubject<Value, Observation>, seed: UInt64 = 1
  ) -> LawViolation? {
    Self.$current.withValue(self) { LawViolation.found(in: subject, seed: seed) }
  }
}

extension LawViolation {
  /// The violation that the laws find in a type, in as many schedules as a test runs.
  static func found<Value, Observation>(
    in subject: LawSubject<Value, Observation>, seed: UInt64 = 1
  ) -> LawViolation? {
    do throws(LawViolation) {
      _ = try LawDriver(subject, seed: seed).run(schedules: 2_000)
      return nil
    } catch {
      return error
    }
  }
}
