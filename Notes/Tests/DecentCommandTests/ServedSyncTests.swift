// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync
import Testing

@testable import decent

@Suite struct ServedSyncTests {
  /// The sync of the former remote ends later than that of the new one begins.
  @Test func aRemoteMayTakeTheNameOfAFormerOne() throws {
    let library = try DocumentLibrary.temporary()
    let served = ServedSync(deviceName: nil)
    let (former, new) = (
      Remote(name: "cloud", folder: "/former"), Remote(name: "cloud", folder: "/new")
    )
    for remote in [former, new] {
      served.begin(remote, RemoteWatch(library, with: FolderStore(reaching: remote.folder)))
      served.note(["\(remote.folder) is away"], of: remote)
      #expect(served.error(of: "cloud") == "\(remote.folder) is away")
      // Each sync begins so, and its remote may still be away.
      served.begin(remote, RemoteWatch(library, with: FolderStore(reaching: remote.folder)))
      #expect(served.error(of: "cloud") == "\(remote.folder) is away")
    }
    served.note([], of: former)
    served.end(former)
    #expect(served.error(of: "cloud") == "/new is away")
    served.end(new)
    #expect(served.error(of: "cloud") == nil)
  }
}
