// SPDX-License-Identifier: MIT

/// The devices on which the edits of a search are made.
struct SearchDevices {
  /// The times of the replicas' clocks, in milliseconds since 1970.
  let clocks: [UInt64]
  let sessions: SearchScope.Sessions

  /// The random bits of the device on which the first value is made.
  static let originBits: UInt64 = 0

  /// The clock's time when the first value is made.
  var originTime: UInt64 { clocks.min() ?? 0 }

  /// The random bits of the device on which a replica makes an edit.
  ///
  /// The bits follow from the replica and the number of its own edits. So an edit gets the same
  /// identity on all paths that lead to the edit.
  ///
  /// - Parameter edits: The number of edits that the replica made before.
  func bits(replica: Int, edits: Int) -> UInt64 {
    let number = sessions == .apart ? UInt64(edits) + 1 : 1
    return UInt64(replica + 1) << 32 | number
  }
}
