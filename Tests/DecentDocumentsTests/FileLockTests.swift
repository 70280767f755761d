// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

@Suite struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func oneHoldsALockAtATime() throws {
    let path = folder.path("lock")
    var lock = try FileLock(free: path)
    #expect(lock != nil)
    #expect(try FileLock(free: path) == nil)
    lock = nil
    #expect(lock == nil)
    var isHeld = false
    try FileLock.hold(path) { isHeld = try FileLock(free: path) == nil }
    #expect(isHeld)
    #expect(try FileLock(free: path) != nil)
  }

  @Test func askingWhoHasALockTakesItFromNobodyWhoWaits() throws {
    let path = folder.path("lock")
    #expect(try !FileLock.isHeld(path))
    var lock = try FileLock(free: path)
    #expect(try FileLock.isHeld(path))
    var pauses = 0
    #expect(try FileLock.take(path, within: 50) { pauses += 1 } == nil)
    #expect(pauses == 5)
    lock = nil
    #expect(lock == nil)
    // Another process asks meanwhile.
    let asking = open(path, O_RDWR)
    #expect(flock(asking, LOCK_SH) == 0)
    #expect(try !FileLock.isHeld(path))
    #expect(try FileLock(free: path) == nil)
    #expect(try FileLock.take(path, within: 50) { close(asking) } != nil)
  }

  @Test func aLockThatCannotBeMadeIsAFailure() throws {
    let path = folder.path("absent/lock")
    #expect { try FileLock(free: path) } throws: { error in
      let failure = error as? DatabaseFailure
      return failure?.path == path && failure?.code == .denied
    }
    #expect(throws: DatabaseFailure.self) { try FileLock.hold(path) { Issue.record("it ran") } }
  }
}
