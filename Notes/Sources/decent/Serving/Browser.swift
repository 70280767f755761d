// SPDX-License-Identifier: MIT

import Foundation

/// The browser of this device.
enum Browser {
  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// Prints an address that is already served, opens it, and waits for the program that opens it.
  static func openAndWait(_ address: String, on console: Console) throws {
    try console.print(address)
    open(address, on: console)?.waitUntilExit()
  }

  /// Opens an address. Reports a failure but does not throw, because the user can open the printed
  /// address by hand.
  ///
  /// - Returns: The process that opens the address; nil if it could not be started.
  @discardableResult
  static func open(_ address: String, on console: Console) -> Process? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, address]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { process in
      guard process.terminationStatus != 0 else { return }
      console.complain("decent: no browser could be opened (\(program)); open the address yourself")
    }
    do {
      try process.run()
      return process
    } catch {
      console.complain("decent: no browser could be opened: \(error.localizedDescription)")
      return nil
    }
  }
}
