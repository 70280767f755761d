// SPDX-License-Identifier: MIT

/// A server without sockets: answers requests that are given to it.
public struct MemoryServer: Sendable {
  private let handler: RequestHandler

  /// Makes a server.
  public init(_ handler: RequestHandler) {
    self.handler = handler
  }

  /// The answer to a request; nil if the connection is dropped.
  ///
  /// - Parameter parts: The parts in which the body comes, with the milliseconds since the head.
  public func answer(
    _ head: RequestHead, parts: [(bytes: [UInt8], time: UInt64)] = []
  ) -> Response? {
    var reading = RequestReading(head, at: 0)
    var step = reading.admit(through: handler.gate)
    for part in parts where step == .goOn { step = reading.receive(part.bytes, at: part.time) }
    if step == .goOn { step = reading.end() }
    switch step {
    case .goOn, .drop: return nil
    case .refuse(let refusal): return handler.response(to: refusal)
    case .perform(let action): return handler.response(to: action, head)
    }
  }
}
