// SPDX-License-Identifier: MIT

import Foundation

/// The browser of this device.
enum Browser {
  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// Opens an address. Says so if it cannot be opened: the address was printed.
  static func open(_ address: String, on console: Console) {
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
    do { try process.run() } catch {
      console.complain("decent: no browser could be opened: \(error.localizedDescription)")
    }
  }
}
