// SPDX-License-Identifier: MIT

import Foundation

/// A stream that the program was started with.
enum StandardStream: Int32 {
  case input = 0
  case output = 1
  case errors = 2

  /// The most bytes that one system call reads.
  private static let chunk = 1 << 16

  /// Opens the streams that the program was started without, so that no file of the program gets
  /// their descriptors. Reading or writing a stream that was opened here fails, as it must.
  static func reserveAll() {
    for stream in [input, output, errors] where fcntl(stream.rawValue, F_GETFD) < 0 {
      // The file gets the lowest free descriptor: the stream's, because all lower ones are in use.
      _ = open("/dev/null", stream == input ? O_WRONLY : O_RDONLY)
    }
  }

  /// Makes a write to a closed pipe an error like any other. By default, such a write ends the
  /// program without a message and leaves work half done.
  static func outliveReaders() { signal(SIGPIPE, SIG_IGN) }

  /// The width of the terminal in columns; nil if the stream is no terminal, or the width is
  /// unknown.
  var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``CommandFailure/outputFailed(reason:)`` if the system refuses the bytes.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(rawValue, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .outputFailed(reason: Self.reason(errno))
      }
    }
  }

  /// Reads until the end, or up to `limit` bytes.
  ///
  /// - Throws: ``CommandFailure/inputFailed(reason:)``.
  func read(_ limit: Int) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    while bytes.count < limit {
      let wanted = min(buffer.count, limit - bytes.count)
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(rawValue, $0.baseAddress, wanted)
      }
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 {
        break
      } else if errno != EINTR {
        throw .inputFailed(reason: Self.reason(errno))
      }
    }
    return bytes
  }

  private static func reason(_ code: Int32) -> String {
    code == EBADF ? "it is closed" : String(cString: strerror(code))
  }
}
