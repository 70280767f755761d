// SPDX-License-Identifier: MIT

/// Decides by the head of a request whether the request comes from this library's own page.
///
/// A request must name the address of this server (which prevents DNS rebinding), and must not come
/// from a page of another origin. One other page on this device may be allowed to show the
/// library's page in a frame. A request of the protocol must carry the token, except the request
/// that exchanges a code for the token. Files of the page need no token: a browser that follows an
/// address sends none, and the files are no secret.
struct Gate: Equatable, Sendable {
  /// The one address that is served, as in `127.0.0.1:4711`.
  let host: String
  private let token: AccessToken
  /// The origin of the page that may show the library's page in a frame; nil if no page may. Browsers
  /// refuse the frames of all other pages (``SecurityFields``).
  let frames: FrameOrigin?

  init(port: UInt16, token: AccessToken, framedBy frames: FrameOrigin? = nil) {
    host = "127.0.0.1:\(port)"
    self.token = token
    self.frames = frames
  }

  /// Checks the head of a request.
  func check(_ head: RequestHead) throws(Refusal) {
    guard head.values("host") == [host] else { throw .wrongHost }
    let origins = head.values("origin")
    guard origins.isEmpty || origins == ["http://\(host)"] else { throw .foreignOrigin }
    let sites = head.values("sec-fetch-site")
    let path = RequestTarget(head.target)?.path
    let isProtocol = path?.first == "v1"
    let isOwn = sites.isEmpty || sites == ["same-origin"] || sites == ["none"]
    guard isOwn || !isProtocol && isOfFrame(head) else { throw .foreignOrigin }
    if isProtocol, path != ["v1", "token"] { try checkToken(head) }
  }

  /// Whether a frame in another page of this device asks for this page.
  private func isOfFrame(_ head: RequestHead) -> Bool {
    frames != nil && head.values("sec-fetch-site") == ["same-site"]
      && head.values("sec-fetch-dest") == ["iframe"]
      && head.values("sec-fetch-mode") == ["navigate"]
  }

  private static let scheme = "Bearer "

  private func checkToken(_ head: RequestHead) throws(Refusal) {
    let values = head.values("authorization")
    guard values.count == 1, values[0].hasPrefix(Self.scheme),
      token.matches(values[0].dropFirst(Self.scheme.count))
    else { throw .wrongToken }
  }
}
