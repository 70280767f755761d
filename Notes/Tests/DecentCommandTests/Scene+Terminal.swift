// SPDX-License-Identifier: MIT

import Foundation

extension Scene {
  /// The output of a run of the program on a terminal.
  func shown(_ words: [String], variables: [String: String] = [:]) throws -> String {
    try shown(by: Self.program, words, variables: variables)
  }

  /// The output of any program on a terminal.
  ///
  /// - Parameter keys: The keys typed there.
  func shown(
    by program: URL, _ words: [String], typing keys: String = "", variables: [String: String] = [:]
  ) throws -> String {
    let (terminal, other) = try Terminal.open()
    defer { close(terminal) }
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ["HOME": folder.path, "TERM": "xterm"].merging(variables) { $1 }
    let device = FileHandle(fileDescriptor: other)
    process.standardInput = keys.isEmpty ? FileHandle.nullDevice : device
    process.standardOutput = device
    if !keys.isEmpty { process.standardError = device }
    let bytesTyped = Array(keys.utf8)
    guard Foundation.write(terminal, bytesTyped, bytesTyped.count) == bytesTyped.count else {
      throw Terminal.Failure(code: errno)
    }
    try process.run()
    // Reading ends once no process has the other side open.
    close(other)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var state = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, Terminal.patience) != 0 else {
        process.terminate()
        throw Terminal.Silence(shown: String(decoding: bytes, as: UTF8.self))
      }
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(terminal, $0.baseAddress, $0.count)
      }
      if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { break }
    }
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}

/// A terminal of its own without a user.
private enum Terminal {
  struct Failure: Error {
    let code: Int32
  }

  /// The program waits for more keys than were typed.
  struct Silence: Error {
    let shown: String
  }

  /// The longest time that a waiting program may keep a test, in milliseconds.
  static let patience: Int32 = 60_000

  /// Opens a terminal: the side of the user, and that of the program.
  static func open() throws -> (person: Int32, program: Int32) {
    let person = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard person >= 0 else { throw Failure(code: errno) }
    let program = Foundation.open(try name(of: person), O_RDWR | O_NOCTTY)
    guard program >= 0 else { throw Failure(code: errno) }
    return (person, program)
  }

  /// Makes the side of the program ready, and returns its path.
  private static func name(of terminal: Int32) throws -> String {
    #if os(Linux)
      // These calls do the work of unlockpt and ptsname, which the C library hides from Swift.
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
