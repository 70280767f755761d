// SPDX-License-Identifier: MIT

/// The reason why a request was refused. Nothing was changed.
public struct Refusal: Error, Equatable, Sendable {
  /// The HTTP status.
  public let status: Int
  /// A word by which programs recognise the refusal. The word never changes.
  public let code: String
  /// The fault, and how to mend it, in words.
  public let message: String

  init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }
}

extension Refusal {
  static let wrongHost = Refusal(
    421, "wrong-host",
    "this is not the address of this library; open the one that 'decent serve' prints")
  static let foreignOrigin = Refusal(
    403, "foreign-origin",
    "another page may not ask this library; open the address that 'decent serve' prints")
  static let wrongToken = Refusal(
    401, "wrong-token",
    "the token is missing or revoked; 'decent serve --open' opens a new address")
  static let wrongCode = Refusal(
    401, "wrong-code",
    "this address was used before, or is too old; 'decent serve --open' opens a new one")
  static let nothingThere = Refusal(404, "nothing-there", "there is nothing at this address")
  static let badTarget = Refusal(400, "bad-target", "the address of the request is malformed")
  static let badBody = Refusal(
    400, "bad-body", "the body is not what Documentation/Serve.md describes")
  static let noSuchMethod = Refusal(405, "no-such-method", "this address takes no such request")
  static let noSuchDocument = Refusal(
    404, "no-such-document", "a document is called note/ID or gone/ID")
  static let noSuchDevice = Refusal(
    404, "no-such-device", "a device is called by the id that the status tells")
  static let otherRun = Refusal(
    409, "other-run", "the server has begun anew; ask for the changes first")
  static let tooManyNames = Refusal(
    400, "too-many-names", "at most \(Action.mostNames) documents are sent at once; ask for fewer")
  static let busy = Refusal(
    503, "busy", "other large requests are being answered; send this one again in a moment")

  static func tooLarge(limit: Int) -> Refusal {
    Refusal(413, "too-large", "at most \(limit) bytes are taken here; send less at once")
  }
}
