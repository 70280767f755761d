// SPDX-License-Identifier: MIT

/// A request that is arriving. The value receives the head, each part of the body and the end, and
/// returns the next step.
///
/// ```
/// var reading = RequestReading(head, at: now)
/// reading.admit(through: gate, room) // .refuse(…), or .goOn
/// reading.receive(bytes, at: now)    // .drop, .refuse(…), or .goOn
/// reading.end()                      // .perform(…), or .refuse(…)
/// ```
struct RequestReading {
  /// The next step.
  enum Step: Equatable {
    /// Read on.
    case goOn
    /// Answer with a refusal. The rest of the request is not read.
    case refuse(Refusal)
    /// Close the connection: the body comes too slowly, or is larger than the limit.
    case drop
    /// Answer with the outcome of an action.
    case perform(Action)
  }

  /// The longest time from the head to the end of a body, in milliseconds.
  static let longestBody: UInt64 = 60_000

  private let head: RequestHead
  private let start: UInt64
  private var limit = 0
  private var body: [UInt8] = []
  /// The memory reserved for the body.
  private var share: BodyRoom.Share?

  /// Begins with a head.
  ///
  /// - Parameter time: Milliseconds of a monotonic clock.
  init(_ head: RequestHead, at time: UInt64) {
    self.head = head
    start = time
  }

  /// Whether the body may be so large that its memory should return to the system at once.
  var isLarge: Bool { share.map { $0.bytes > 0 } ?? false }

  /// Decides by the head alone whether the body is read.
  mutating func admit(through gate: Gate, _ room: BodyRoom) -> Step {
    do throws(Refusal) {
      try gate.check(head)
      limit = try Action.bodyLimit(of: head)
      let sizes = head.values("content-length").map { Int($0) ?? .max }
      guard sizes.allSatisfy((0...limit).contains) else { throw .tooLarge(limit: limit) }
      // A body without a stated length may be as large as the limit. No body takes more memory than
      // is reserved, whatever else the head states.
      limit = sizes.max() ?? limit
      share = room.share(of: limit)
      if share == nil { throw .busy }
      body.reserveCapacity(limit)
      return .goOn
    } catch {
      return .refuse(error)
    }
  }

  /// Takes a part of the body.
  mutating func receive(_ bytes: some Collection<UInt8>, at time: UInt64) -> Step {
    guard time - start <= Self.longestBody else { return .drop }
    guard body.count + bytes.count <= limit else { return .drop }
    body += bytes
    return .goOn
  }

  /// Ends the request.
  mutating func end() -> Step {
    do throws(Refusal) {
      return .perform(try Action(head, body: body))
    } catch {
      return .refuse(error)
    }
  }
}
