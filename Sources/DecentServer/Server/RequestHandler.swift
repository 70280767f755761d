// SPDX-License-Identifier: MIT

/// Answers requests: all that a server decides, without its sockets.
public final class RequestHandler: Sendable {
  let gate: Gate
  private let notebook: ServedNotebook
  private let page: PageFolder

  /// Makes the handler of a notebook at an address.
  ///
  /// - Parameters:
  ///   - port: The port of the loopback address.
  ///   - page: The folder with the page's files.
  ///   - frames: The origin whose frames may show the page; by default none may.
  public init(
    _ notebook: ServedNotebook, port: UInt16, token: AccessToken, page: String,
    framedBy frames: FrameOrigin? = nil
  ) {
    self.notebook = notebook
    self.page = PageFolder(path: page)
    gate = Gate(port: port, token: token, framedBy: frames)
  }

  /// The answer to a whole request whose head was admitted.
  func response(to action: Action, _ head: RequestHead) -> Response {
    if case .file(let path) = action {
      let answer = page.response(to: path, head)
      return answer.status == 404 ? response(to: .nothingThere, head) : finished(answer)
    }
    if let run = head.values("decent-run").first, run != notebook.run {
      return response(to: .otherRun, head)
    }
    return finished(notebook.response(to: action))
  }

  /// The answer to a refused request: a page for a person who opened the address, else a record.
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
