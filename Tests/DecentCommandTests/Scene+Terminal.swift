// SPDX-License-Identifier: MIT

import Foundation

extension Scene {
  /// What a run of the program shows on a terminal.
  func shown(_ words: [String], variables: [String: String] = [:]) throws -> String {
    let (terminal, other) = try Terminal.open()
    defer { close(terminal) }
    let process = Process()
    process.executableURL = Self.program
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ["HOME": folder.path, "TERM": "xterm"].merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: other)
    try process.run()
    // Reading ends when nobody holds the other side any more.
    close(other)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(terminal, $0.baseAddress, $0.count)
      }
      if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { break }
    }
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}

/// A terminal of its own, with nobody at it.
private enum Terminal {
  struct Failure: Error {
    let code: Int32
  }

  /// The side of the person, and that of the program.
  static func open() throws -> (person: Int32, program: Int32) {
    let person = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard person >= 0 else { throw Failure(code: errno) }
    let program = Foundation.open(try name(of: person), O_RDWR | O_NOCTTY)
    guard program >= 0 else { throw Failure(code: errno) }
    return (person, program)
  }

  /// Makes the other side ready.
  private static func name(of terminal: Int32) throws -> String {
    #if os(Linux)
      // What unlockpt and ptsname do, which the C library hides from Swift.
      let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var isLocked: Int32 = 0
      var number: Int32 = 0
      guard ioctl(terminal, unlock, &isLocked) == 0, ioctl(terminal, getNumber, &number) == 0
      else { throw Failure(code: errno) }
      return "/dev/pts/\(number)"
    #else
      guard grantpt(terminal) == 0, unlockpt(terminal) == 0, let name = ptsname(terminal) else {
        throw Failure(code: errno)
      }
      return String(cString: name)
    #endif
  }
}
