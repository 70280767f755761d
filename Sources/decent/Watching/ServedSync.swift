// SPDX-License-Identifier: MIT

import DecentNotes
import DecentServer
import DecentSync
import Synchronization

/// The sync beside a server, as pages see and start it.
final class ServedSync: SyncControl {
  private struct State {
    var errors: [String: String] = [:]
    var signals: [String: ChangeSignal] = [:]
    var tell: (@Sendable () -> Void)?
  }

  let deviceName: String?
  private let state = Mutex(State())

  init(deviceName: String?) {
    self.deviceName = deviceName
  }

  var isWatching: Bool { true }

  func error(of remote: String) -> String? { state.withLock { $0.errors[remote] } }

  func syncNow() { state.withLock { Array($0.signals.values) }.forEach { $0.note() } }

  /// Calls a function after each sync.
  func onSync(_ tell: @escaping @Sendable () -> Void) { state.withLock { $0.tell = tell } }

  /// Adds a remote. Noting a change in `changes` starts a sync with it.
  func begin(_ remote: Remote, noting changes: ChangeSignal) {
    state.withLock { $0.signals[remote.name] = changes }
  }

  /// Notes that a remote was removed.
  func end(_ remote: Remote) {
    state.withLock { state in
      state.signals[remote.name] = nil
      state.errors[remote.name] = nil
    }
  }

  /// Notes the messages about the last sync with a remote.
  func note(_ messages: [String], of remote: Remote) {
    let tell = state.withLock { state in
      state.errors[remote.name] = messages.isEmpty ? nil : messages.joined(separator: "\n")
      return state.tell
    }
    tell?()
  }
}
