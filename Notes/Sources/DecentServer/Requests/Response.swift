// SPDX-License-Identifier: MIT

import Foundation

/// The answer to a request.
public struct Response: Sendable {
  /// The body of an answer.
  public enum Body: Sendable {
    /// The whole body.
    case bytes([UInt8])
    /// Pieces that are made one after the other.
    case pieces(any BodyPieces)
  }

  /// The HTTP status.
  public var status: Int
  /// The header fields, with names in lower case.
  public var fields: [RequestHead.Field]
  /// The body.
  public var body: Body

  init(_ status: Int, _ type: String, _ body: Body) {
    self.status = status
    fields = [RequestHead.Field("content-type", type)]
    self.body = body
  }

  init(_ refusal: Refusal) {
    let record = ["code": refusal.code, "message": refusal.message]
    self.init(refusal.status, Self.json, .bytes(Self.bytes(ofJSON: record)))
    // The connection of a client without access is closed.
    if [401, 403, 421].contains(refusal.status) {
      fields.append(RequestHead.Field("connection", "close"))
    }
    if refusal == .wrongToken { fields.append(RequestHead.Field("www-authenticate", "Bearer")) }
  }

  /// The page that a browser shows to a person whose request was refused.
  init(page refusal: Refusal) {
    self.init(refusal)
    let message = refusal.message.prefix(1).uppercased() + refusal.message.dropFirst()
    let escaped = message.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let link = refusal == .nothingThere ? "<p><a href=\"/\">To the notes</a>" : ""
    let text = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Decent Notes</title>
      <meta name="viewport" content="width=device-width"><h1>Decent Notes</h1><p>\(escaped).\(link)

      """
    fields[0] = RequestHead.Field("content-type", "text/html; charset=utf-8")
    body = .bytes(Array(text.utf8))
  }

  init(json record: some Encodable, status: Int = 200) {
    self.init(status, Self.json, .bytes(Self.bytes(ofJSON: record)))
  }

  /// A line of newline-delimited JSON.
  static func line(ofJSON record: some Encodable) -> [UInt8] { bytes(ofJSON: record) + [0x0A] }

  static let json = "application/json; charset=utf-8"
  static let octets = "application/octet-stream"

  static func bytes(ofJSON record: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Records of strings, numbers and lists can always be encoded.
    return (try? encoder.encode(record)).map(Array.init) ?? []
  }
}

/// The pieces of a body. One thread asks for the pieces.
public protocol BodyPieces: AnyObject, Sendable {
  /// The next piece; nil at the end. The call may wait.
  ///
  /// - Throws: A failure that ends the connection, so that the client does not take the body for
  ///   complete.
  func next() throws -> [UInt8]?
  /// Ends the pieces. May be called on any thread. A thread that waits for the next piece gets nil,
  /// or an error if the client would lack a part of the body.
  func end()
}
