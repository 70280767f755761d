// SPDX-License-Identifier: MIT

import Causality

/// The time of an edit, and the identity that decides between edits of one time.
public struct Stamp: Hashable, Comparable, Codable, Sendable {
  public let time: HybridTimestamp
  public let edit: Dot?

  /// The stamp before every edit.
  public init() { (time, edit) = (.zero, nil) }

  /// The stamp of an edit made now, later than the edit that it replaces.
  public init(replacing replaced: Stamp) {
    let here = ReplicationEnvironment.current
    (time, edit) = (here.timestamp(replacing: replaced.time), here.newDot())
  }

  public static func < (left: Stamp, right: Stamp) -> Bool {
    if left.time != right.time { return left.time < right.time }
    guard let mine = left.edit, let other = right.edit else { return false }
    return mine < other
  }
}
