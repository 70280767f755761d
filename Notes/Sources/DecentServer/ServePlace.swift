// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The address at which a library is served: the port, the token and the library's id. The three
/// are kept in a file beside the library. Only the owner of the file can read it.
///
/// The port stays the same, because a browser keeps the storage of a page under the page's address.
/// The library keeps the port and the id too (``Library/servedPlace()``), in case the file is
/// damaged.
public struct ServePlace: Equatable, Sendable {
  /// The port of the loopback address.
  public var port: UInt16
  /// The token.
  public var token: AccessToken
  /// The id by which a page tells this library from other libraries.
  public let library: String

  /// Makes the first place of a library, at a random port.
  public init() {
    port = .random(in: Self.ports)
    token = AccessToken()
    library = AccessToken().text
  }

  /// Makes the place of a library whose file is gone or damaged, with a new token.
  ///
  /// - Returns: Nil if the library's port and id are missing or damaged.
  public init?(keptBy library: Library) throws {
    guard let kept = try library.servedPlace(), let port = UInt16(exactly: kept.port), port > 0,
      AccessToken(kept.library) != nil
    else { return nil }
    (self.port, self.library) = (port, kept.library)
    token = AccessToken()
  }

  /// The range from which the port of a library is drawn. No system gives these ports to outgoing
  /// connections, and no browser refuses them.
  static let ports: ClosedRange<UInt16> = 20_000...32_000

  /// The address at which a browser opens the page, and shows a note if one is given. The part
  /// after `#` is never sent to a server. Browsers keep the address in their history, so it has a
  /// code in place of the token.
  public func address(with code: AccessToken, of note: NoteID? = nil) -> String {
    "http://127.0.0.1:\(port)/#\(code.text)\(note.map { "/note/\($0)" } ?? "")"
  }
}

extension ServePlace {
  private struct Record: Codable {
    let port: UInt16
    let token: String
    let library: String
  }

  private static let name = "serve.json"

  /// Reads the place of a library; nil if the file of the place is missing or damaged.
  public init?(of folder: String) {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.name)"),
      let record = try? JSONDecoder().decode(Record.self, from: data),
      let token = AccessToken(record.token), record.port > 0
    else { return nil }
    (port, self.token, library) = (record.port, token, record.library)
  }

  /// The path of the file of a place.
  public static func path(in folder: String) -> String { "\(folder)/\(name)" }

  /// Whether the file of a place exists, but is damaged.
  public static func isDamaged(in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: path(in: folder)) && ServePlace(of: folder) == nil
  }

  /// Stores the place beside a library, whole or not at all.
  ///
  /// - Throws: The system's reason.
  public func store(in folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let content = try encoder.encode(Record(port: port, token: token.text, library: library))
    // The file must survive a power failure: a browser finds its copy of the notebook by the port
    // and the library's id.
    try PrivateFile.replace(Self.path(in: folder), with: content)
  }
}
