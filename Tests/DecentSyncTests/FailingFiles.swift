// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The system's files with calls that fail where a test demands it.
final class FailingFiles: FileSystem {
  private struct State {
    var calls = 0
    var failingCall: Int?
    var code: Int32 = 0
    var isDead = false
  }

  private let system = SystemFiles()
  private let linksFail: Bool
  private let failsForGood: Bool
  private let ages: [String: Int]
  private let state: Mutex<State>

  /// Makes files that cannot be linked, or whose call number `call` fails with `code`. A failing
  /// write writes half of its bytes. With `forGood` every later call fails too, as after a crash.
  /// Files have the given ages, or 0.
  init(
    linksFail: Bool = false, failingCall: Int? = nil, code: Int32 = EIO, forGood: Bool = false,
    ages: [String: Int] = [:]
  ) {
    self.ages = ages
    self.linksFail = linksFail
    failsForGood = forGood
    state = Mutex(State(failingCall: failingCall, code: code))
  }

  /// How many calls were made.
  var calls: Int { state.withLock(\.calls) }

  private func failure(_ call: String, _ path: String) -> SystemCallFailure? {
    state.withLock { state in
      defer { state.calls += 1 }
      guard state.calls == state.failingCall || state.isDead else { return nil }
      state.isDead = failsForGood
      return SystemCallFailure(call: call, path: path, code: state.code)
    }
  }

  private func check(_ call: String, _ path: String) throws(SystemCallFailure) {
    if let failure = failure(call, path) { throw failure }
  }

  func item(at path: String) throws(SystemCallFailure) -> FileItem? {
    try check("stat", path)
    return try system.item(at: path)
  }

  func names(in folder: String) throws(SystemCallFailure) -> [String] {
    try check("readdir", folder)
    return try system.names(in: folder)
  }

  func age(of path: String) throws(SystemCallFailure) -> Int {
    try check("stat", path)
    return ages[path] ?? 0
  }

  func makeFolder(_ path: String) throws(SystemCallFailure) {
    try check("mkdir", path)
    try system.makeFolder(path)
  }

  func read(_ path: String) throws(SystemCallFailure) -> [UInt8] {
    try check("read", path)
    return try system.read(path)
  }

  func write(_ bytes: [UInt8], toNew path: String) throws(SystemCallFailure) {
    if let failure = failure("write", path) {
      try system.write(Array(bytes.prefix(bytes.count / 2)), toNew: path)
      throw failure
    }
    try system.write(bytes, toNew: path)
  }

  func synchronize(_ path: String) throws(SystemCallFailure) {
    try check("fsync", path)
    try system.synchronize(path)
  }

  func move(_ path: String, replacing newPath: String) throws(SystemCallFailure) {
    try check("rename", newPath)
    try system.move(path, replacing: newPath)
  }

  func link(_ path: String, toNew newPath: String) throws(SystemCallFailure) {
    try check("link", newPath)
    if linksFail { throw SystemCallFailure(call: "link", path: newPath, code: EPERM) }
    try system.link(path, toNew: newPath)
  }

  func remove(_ path: String) throws(SystemCallFailure) {
    try check("unlink", path)
    try system.remove(path)
  }
}
