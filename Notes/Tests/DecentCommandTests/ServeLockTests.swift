// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import Testing

@testable import decent

@Suite struct ServeLockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func oneProgramServesAtATime() throws {
    let path = folder.path("lock")
    #expect(try !ServeLock.isHeld(path))
    var lock = try ServeLock.take(path, within: 0)
    #expect(lock != nil)
    #expect(try ServeLock.isHeld(path))
    var pauses = 0
    #expect(try ServeLock.take(path, within: 50) { pauses += 1 } == nil)
    #expect(pauses == 5)
    lock = nil
    #expect(lock == nil)
    #expect(try !ServeLock.isHeld(path))
  }

  @Test func askingWhoServesTakesTheLockFromNobodyWhoWaits() throws {
    let path = folder.path("lock")
    _ = try ServeLock.isHeld(path)
    // Another process asks meanwhile.
    let asking = open(path, O_RDWR)
    #expect(flock(asking, LOCK_SH) == 0)
    #expect(try !ServeLock.isHeld(path))
    #expect(try ServeLock.take(path, within: 0) == nil)
    #expect(try ServeLock.take(path, within: 50) { close(asking) } != nil)
  }

  @Test func aLockThatCannotBeMadeIsAFailure() throws {
    let path = folder.path("absent/lock")
    #expect { try ServeLock.take(path, within: 0) } throws: { ($0 as? POSIXError)?.code == .ENOENT }
  }
}
