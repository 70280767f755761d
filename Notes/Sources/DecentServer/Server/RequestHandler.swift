// SPDX-License-Identifier: MIT

/// Answers requests: makes all decisions of a server, without its sockets.
public final class RequestHandler: Sendable {
  let gate: Gate
  let room = BodyRoom()
  private let token: AccessToken
  private let codes: AccessCodes
  private let notebook: ServedNotebook
  private let page: PageFolder

  /// Makes the handler of a notebook at an address.
  ///
  /// - Parameters:
  ///   - port: The port of the loopback address.
  ///   - codes: The codes that are exchanged for the token.
  ///   - page: The folder with the page's files.
  ///   - frames: The origin whose frames may show the page; by default none may.
  public init(
    _ notebook: ServedNotebook, port: UInt16, token: AccessToken, codes: AccessCodes, page: String,
    framedBy frames: FrameOrigin? = nil
  ) {
    self.notebook = notebook
    self.token = token
    self.codes = codes
    self.page = PageFolder(path: page)
    gate = Gate(port: port, token: token, framedBy: frames)
  }

  /// The answer to a whole request whose head was admitted.
  func response(to action: Action, _ head: RequestHead) -> Response {
    if case .file(let path) = action {
      let answer = page.response(to: path, head)
      return answer.status == 404 ? response(to: .nothingThere, head) : finished(answer)
    }
    if case .token(let code, let key) = action {
      guard codes.admit(code, of: key) else { return response(to: .wrongCode, head) }
      var answer = Response(json: ["token": token.text])
      answer.fields.append(RequestHead.Field("cache-control", "no-store"))
      return finished(answer)
    }
    if let run = head.values("decent-run").first, run != notebook.run {
      return response(to: .otherRun, head)
    }
    return finished(notebook.response(to: action))
  }

  /// The answer to a refused request: a page for a person who opened the address, a JSON record for
  /// a program.
  func response(to refusal: Refusal, _ head: RequestHead) -> Response {
    let isOpened =
      head.method == "GET" && !head.target.hasPrefix("/v1/")
      && head.values("accept").contains { $0.contains("text/html") }
    return finished(isOpened ? Response(page: refusal) : Response(refusal))
  }

  private func finished(_ response: Response) -> Response {
    var response = response
    response.fields += SecurityFields.all(framedBy: gate.frames)
    return response
  }
}
