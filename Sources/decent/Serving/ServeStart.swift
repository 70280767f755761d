// SPDX-License-Identifier: MIT

import DecentServer

/// The start of a server: its address and socket.
enum ServeStart {
  /// The most ports that are tried for a library that has none yet.
  private static let mostTries = 50

  /// Opens the port of a library, and stores what is new of its place.
  ///
  /// - Parameters:
  ///   - port: The port to use from now on; nil for the library's own.
  ///   - hasNewToken: Whether to draw a new token. It is stored only once the port is open, so that a
  ///     server that runs still knows the stored one.
  static func open(
    _ folder: String, port: UInt16?, hasNewToken: Bool
  ) throws -> (ServePlace, ListeningSocket) {
    let known = ServePlace(of: folder)
    var place = known ?? ServePlace()
    let socket: ListeningSocket
    if let port {
      socket = try ListeningSocket(port: port)
    } else if known != nil {
      socket = try ListeningSocket(port: place.port)
    } else {
      socket = try anySocket()
    }
    place.port = socket.port
    if hasNewToken { place.token = AccessToken() }
    if place != known {
      do { try place.store(in: folder) } catch {
        socket.close()
        throw CommandFailure.unwritable(folder, reason: "\(error)")
      }
    }
    return (place, socket)
  }

  private static func anySocket() throws(ListeningFailure) -> ListeningSocket {
    for _ in 1..<mostTries {
      do throws(ListeningFailure) {
        return try ListeningSocket(port: ServePlace().port)
      } catch .taken {
        continue
      } catch {
        throw error
      }
    }
    return try ListeningSocket(port: ServePlace().port)
  }
}
