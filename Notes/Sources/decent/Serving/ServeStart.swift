// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentServer
import DecentSync

/// The start of a server: its address and socket.
enum ServeStart {
  /// The most ports that are tried for a library that has no port yet.
  private static let mostTries = 50

  /// Opens the port of a library. Stores the library's `ServePlace` if it is new or has changed.
  ///
  /// - Parameters:
  ///   - port: The port to use from now on; nil for the library's own.
  ///   - hasNewToken: Whether to draw a new token. The token is stored after the port is open.
  ///   - console: Prints a message if the file of the place was damaged.
  static func open(
    _ library: Library, port: UInt16?, hasNewToken: Bool, telling console: Console
  ) throws -> (ServePlace, ListeningSocket) {
    let known = ServePlace(of: library.folder)
    let isDamaged = ServePlace.isDamaged(in: library.folder)
    let kept = try known ?? ServePlace(keptBy: library)
    var place = kept ?? ServePlace()
    let socket: ListeningSocket
    if let port {
      socket = try ListeningSocket(port: port)
    } else if kept != nil {
      socket = try ListeningSocket(port: place.port)
    } else {
      socket = try anySocket()
    }
    do {
      place.port = socket.port
      if hasNewToken { place.token = AccessToken() }
      if place != known { try store(place, in: library.folder) }
      try library.setServedPlace(library: place.library, port: Int(place.port))
    } catch {
      socket.close()
      throw error
    }
    if isDamaged { console.complain(replacement(in: library.folder, keepsPlace: kept != nil)) }
    return (place, socket)
  }

  /// The message about a damaged file that is replaced.
  private static func replacement(in folder: String, keepsPlace: Bool) -> String {
    let outcome =
      keepsPlace
      ? "The page keeps its port and what waits in browsers"
      : "The page has another port, and does not find what waits in browsers at the port before"
    return """
      decent: \(ServePlace.path(in: folder).escapingControls) was damaged and is replaced. \
      \(outcome); open the printed address once in each browser that had the page
      """
  }

  /// Takes the lock that this program holds while it serves a library. The lock is released when
  /// the program ends in any way.
  ///
  /// - Throws: ``CommandFailure/servedAlready(address:)`` if another program has the lock.
  static func lock(_ library: Library) throws -> ServeLock {
    // `decent open` holds the lock for a moment when it asks whether the lock is held.
    let lock = try writing(in: library.folder) {
      try ServeLock.take(lockPath(of: library), within: 100)
    }
    guard let lock else {
      let place = ServePlace(of: library.folder)
      throw CommandFailure.servedAlready(
        address: try place.map { try address(of: $0, in: library.folder) })
    }
    return lock
  }

  /// Makes the access codes of a server that starts.
  static func codes(of library: Library) throws -> AccessCodes {
    try writing(in: library.folder) { try AccessCodes(of: library.folder) }
  }

  /// A new address of the page of a library that is served. The address lets one browser in.
  static func address(
    of place: ServePlace, in folder: String, note: NoteID? = nil
  ) throws -> String {
    place.address(with: try writing(in: folder) { try AccessCodes.draw(in: folder) }, of: note)
  }

  /// The place of a library that a program serves; nil if no program serves the library.
  static func place(ofServed library: Library) throws -> ServePlace? {
    let isServed = try writing(in: library.folder) { try ServeLock.isHeld(lockPath(of: library)) }
    guard isServed else { return nil }
    guard let place = ServePlace(of: library.folder) else {
      throw CommandFailure.damagedPlace(ServePlace.path(in: library.folder))
    }
    return place
  }

  private static func lockPath(of library: Library) -> String { "\(library.folder)/serve.lock" }

  /// Stores the place of a library.
  static func store(_ place: ServePlace, in folder: String) throws {
    try writing(in: folder) { try place.store(in: folder) }
  }

  private static func writing<Value>(in folder: String, _ body: () throws -> Value) throws -> Value
  {
    do { return try body() } catch {
      throw CommandFailure.unwritable(folder, reason: SystemReason.words(of: error))
    }
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
