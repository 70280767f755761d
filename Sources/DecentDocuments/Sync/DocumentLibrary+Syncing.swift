// SPDX-License-Identifier: MIT

import DecentSync

extension DocumentLibrary {
  /// The id of this device; nil if it has none yet. The first edit gives it one.
  public func device() throws -> DeviceID? {
    try read { try SyncNotes.device(in: RowTable(database: $0)) }
  }

  /// The id by which remotes know this device; nil if it has synced with none that it still has.
  public func knownDevice() throws -> DeviceID? {
    try read { try policy(in: $0).knownDevice() }
  }

  /// The remotes that the library has synced with and was not told to forget.
  public func remotes() throws -> [RemoteName] {
    try read { try SyncNotes.remotes(in: RowTable(database: $0)) }
  }

  /// Forgets all that is known of a remote. The objects there stay.
  public func forget(_ remote: RemoteName) throws {
    try write { try policy(in: $0, of: remote).close() }
  }
}
