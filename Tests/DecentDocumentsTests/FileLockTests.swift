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

  @Test func aLockThatCannotBeMadeIsAFailure() throws {
    let path = folder.path("absent/lock")
    #expect { try FileLock(free: path) } throws: { error in
      let failure = error as? DatabaseFailure
      return failure?.path == path && failure?.code == .denied
    }
    #expect(throws: DatabaseFailure.self) { try FileLock.hold(path) { Issue.record("it ran") } }
  }
}
