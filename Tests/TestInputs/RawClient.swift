// SPDX-License-Identifier: MIT

import Foundation

/// A connection to a port of this device that sends any bytes whatever.
package final class RawClient {
  private let descriptor: Int32
  private var isOpen = true

  package struct NoConnection: Error {}

  /// - Parameter host: An address of this device, in digits.
  package init(port: UInt16, host: String = "127.0.0.1") throws {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    #if os(Linux)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let address = found?.pointee else {
      throw NoConnection()
    }
    defer { freeaddrinfo(found) }
    descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
      throw NoConnection()
    }
  }

  deinit { close() }

  package func close() {
    if isOpen { Foundation.close(descriptor) }
    isOpen = false
  }

  /// Says that nothing more is sent.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends bytes; those that a closed connection does not take are lost.
  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  package func send(_ text: String) { send(Array(text.utf8)) }

  /// The next bytes; empty at the end.
  package func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer.prefix(count)) : []
  }

  /// All bytes until the server closes the connection.
  package func receiveAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = receive()
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// Receives until the text holds some words; nil if the connection ends before.
  package func receive(until words: String) -> String? {
    var bytes: [UInt8] = []
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains(words) { return text }
      let more = receive()
      if more.isEmpty { return nil }
      bytes += more
    }
  }
}
