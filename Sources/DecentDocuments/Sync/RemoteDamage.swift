// SPDX-License-Identifier: MIT

import DecentSync

/// Damage to the sync state of a remote, for example by a flipped bit on the disk. Damage to
/// documents is not included: documents are checked when they are read.
public struct RemoteDamage: Hashable, Sendable {
  /// The library's name for the remote.
  public let remote: RemoteName
  /// The fault, in words.
  public let reason: String
}

extension RemoteDamage: CustomStringConvertible {
  public var description: String {
    "what this library knows of the remote \(remote.text) is damaged: \(reason); a repair has it read anew"
  }
}
