// SPDX-License-Identifier: MIT

/// The devices on which the edits of a search are made.
struct SearchDevices {
  /// What the clocks of the replicas show, in milliseconds since 1970.
  let clocks: [UInt64]
  let sessions: SearchScope.Sessions

  /// More edits than a search makes.
  private static let mostEdits: UInt64 = 100

  /// The random bits of the device on which the first value is made.
  static let originBits: UInt64 = 0

  /// What the clock shows when the first value is made.
  var originTime: UInt64 { clocks.min() ?? 0 }

  /// The random bits of the device on which a replica makes an edit.
  ///
  /// They follow from what it has done itself, so that one edit gets one
  /// identity on all paths that lead to it.
  ///
  /// - Parameter edits: How many edits the replica made before.
  func bits(replica: Int, edits: Int) -> UInt64 {
    let number = sessions == .apart ? UInt64(edits) + 1 : 1
    return UInt64(replica + 1) * Self.mostEdits + number
  }
}
