// SPDX-License-Identifier: MIT

@testable import DecentServer

/// A server without sockets: answers requests that are given to it.
struct MemoryServer {
  let handler: RequestHandler

  /// The answer to a request; nil if the connection is dropped.
  ///
  /// - Parameter parts: The parts in which the body comes, with the milliseconds since the head.
  func answer(
    _ head: RequestHead, parts: [(bytes: [UInt8], time: UInt64)] = []
  ) -> Response? {
    var reading = RequestReading(head, at: 0)
    var step = reading.admit(through: handler.gate, handler.room)
    for part in parts where step == .goOn { step = reading.receive(part.bytes, at: part.time) }
    if step == .goOn { step = reading.end() }
    switch step {
    case .goOn, .drop: return nil
    case .refuse(let refusal): return handler.response(to: refusal, head)
    case .perform(let action): return handler.response(to: action, head)
    }
  }
}
