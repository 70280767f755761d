// SPDX-License-Identifier: MIT

import DecentNotes
import DecentServer
import DecentSync
import Synchronization

/// The sync that runs while a server runs. Pages show the errors of the sync and can start a sync.
final class ServedSync: SyncControl {
  private struct State {
    var errors: [Remote: String] = [:]
    var watches: [Remote: RemoteWatch] = [:]
    var tell: (@Sendable () -> Void)?

    mutating func forget(_ remote: Remote) {
      watches[remote] = nil
      errors[remote] = nil
    }
  }

  let deviceName: String?
  private let state = Mutex(State())

  init(deviceName: String?) {
    self.deviceName = deviceName
  }

  var isWatching: Bool { true }

  func error(of remote: String) -> String? {
    state.withLock { state in state.errors.first { $0.key.name == remote }?.value }
  }

  func syncNow() { state.withLock { Array($0.watches.values) }.forEach { $0.syncSoon() } }

  /// Calls a function after each sync.
  func onSync(_ tell: @escaping @Sendable () -> Void) { state.withLock { $0.tell = tell } }

  /// Adds a remote and its watch. Forgets a former remote of the same name, in another folder.
  func begin(_ remote: Remote, _ watch: RemoteWatch) {
    state.withLock { state in
      for former in state.watches.keys where former.name == remote.name && former != remote {
        state.forget(former)
      }
      state.watches[remote] = watch
    }
  }

  /// Records that a remote was removed.
  func end(_ remote: Remote) { state.withLock { $0.forget(remote) } }

  /// Records the messages about the last sync with a remote.
  func note(_ messages: [String], of remote: Remote) {
    let tell = state.withLock { state in
      if state.watches[remote] != nil {
        state.errors[remote] = messages.isEmpty ? nil : messages.joined(separator: "\n")
      }
      return state.tell
    }
    tell?()
  }
}
