// SPDX-License-Identifier: MIT

/// A way in which the types of these tests break a law.
enum Flaw: String, CaseIterable, Sendable {
  // Of a journal.
  case keepsIdentityInCopies, sharesStorage, mintsWhenMerging, mergesInPlaceByHalves
  case encodesInHashOrder, forgetsWhenDecoded
  case omitsInDelta, saysNothingIsNew, alwaysHasNews
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
}
