// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The address at which a library is served: its port, the token and the library's id. They are kept
/// beside the library, in a file that only its owner reads.
///
/// The port stays, for a browser keeps what a page stored by its address.
///
/// The place also counts revisions on where those of the library went back, as after a backup was
/// restored. A page that knows a later revision would miss changes else.
public struct ServePlace: Equatable, Sendable {
  /// The port of the loopback address.
  public var port: UInt16
  /// The token.
  public var token: AccessToken
  /// The id by which a page tells this library from others.
  public let library: String
  /// The revisions that pages are told are those of the library, and so many more.
  public private(set) var offset = 0
  /// The last revision that pages may have been told.
  private var told = 0

  /// Makes the first place of a library, at a port by chance.
  public init() {
    port = .random(in: Self.ports)
    token = AccessToken()
    library = AccessToken().text
  }

  /// The ports of which the first one is chosen. No system gives them to outgoing connections, and no
  /// browser refuses them.
  static let ports: ClosedRange<UInt16> = 20_000...32_000

  /// Begins to serve the library at a revision. Counts revisions on if pages may know a later one.
  public mutating func begin(at revision: Int) {
    if revision + offset < told { offset = told }
    told = revision + offset
  }

  /// Ends to serve the library at a revision: pages know none beyond.
  mutating func end(at revision: Int) { told = revision + offset }

  /// How many revisions are reserved at once.
  static let step = 1000

  /// Reserves revisions if pages are to be told one that is not reserved.
  ///
  /// - Returns: Whether the place must be stored before pages are told.
  mutating func reserve(_ revision: Int) -> Bool {
    if revision + offset <= told { return false }
    told = revision + offset + Self.step
    return true
  }

  /// The address that a browser opens. The part behind `#` is never sent to a server.
  public var address: String { "http://127.0.0.1:\(port)/#\(token.text)" }

  /// The address at which the page opens a note.
  public func address(of note: NoteID) -> String { "\(address)/note/\(note)" }
}

extension ServePlace {
  private struct Record: Codable {
    let port: UInt16
    let token: String
    let library: String
    var offset: Int?
    var told: Int?
  }

  private static let name = "serve.json"

  /// Reads the place of a library; nil if it has none, or a damaged one.
  public init?(of folder: String) {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.name)"),
      let record = try? JSONDecoder().decode(Record.self, from: data),
      let token = AccessToken(record.token), record.port > 0
    else { return nil }
    (port, self.token, library) = (record.port, token, record.library)
    (offset, told) = (max(0, record.offset ?? 0), max(0, record.told ?? 0))
    // No count of changes comes near that; sums with it must not overflow.
    if offset > Int.max / 4 || told > Int.max / 4 { return nil }
  }

  /// Stores the place beside a library, whole or not at all.
  ///
  /// - Throws: The system's reason.
  public func store(in folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let bytes = Array(
      try encoder.encode(
        Record(port: port, token: token.text, library: library, offset: offset, told: told)))
    let (path, new) = ("\(folder)/\(Self.name)", "\(folder)/\(Self.name).new")
    unlink(new)
    // It is never readable by others, not for a moment.
    let descriptor = open(new, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count, fsync(descriptor) == 0, rename(new, path) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
  }
}
