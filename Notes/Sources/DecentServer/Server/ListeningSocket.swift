// SPDX-License-Identifier: MIT

import Foundation

/// The reason why a port could not be opened.
public enum ListeningFailure: Error, Equatable, Sendable {
  /// Another program listens at the port.
  case taken(port: UInt16)
  /// The system refused the port, or the server did not start.
  case refused(port: UInt16, reason: String)
  /// GNU libmicrohttpd is not on this device.
  case noLibrary
}

extension ListeningFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .taken(let port):
      "another program uses the port \(port); end it, or choose another port (--port)"
    case .noLibrary:
      """
      serving takes GNU libmicrohttpd, which is not installed; install it (on Debian libmicrohttpd12 \
      or libmicrohttpd12t64)
      """
    case .refused(let port, let reason):
      "the port \(port) cannot be opened: \(reason); choose another (--port)"
    }
  }
}

/// A socket that listens on the loopback address, and nowhere else.
public struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// The port.
  public let port: UInt16

  private static let backlog: Int32 = 64

  /// Opens a port.
  public init(port: UInt16) throws(ListeningFailure) {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw Self.failure(port) }
    // An editor or browser that the program starts must not keep the port open.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    guard isBound, listen(descriptor, Self.backlog) == 0 else {
      defer { Foundation.close(descriptor) }
      throw Self.failure(port)
    }
    self.descriptor = descriptor
    self.port = port
  }

  /// Closes the port. To be called only if no server was started on the socket.
  public func close() { Foundation.close(descriptor) }

  private static func failure(_ port: UInt16) -> ListeningFailure {
    errno == EADDRINUSE
      ? .taken(port: port) : .refused(port: port, reason: String(cString: strerror(errno)))
  }
}
