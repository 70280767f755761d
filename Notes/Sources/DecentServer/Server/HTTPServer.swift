// SPDX-License-Identifier: MIT

import CMicroHTTPD
import Foundation

/// An HTTP server on the loopback address, over GNU libmicrohttpd.
///
/// ``RequestReading`` and ``RequestHandler`` decide how each request is answered.
public final class HTTPServer: @unchecked Sendable {
  // Set by `init` and cleared by `stop`, which the owner calls once.
  private var daemon: OpaquePointer?
  private let http: HTTPLibrary
  private let handler: RequestHandler
  private let streams = OpenStreams()

  /// The maximum number of connections at once. Each connection has a thread.
  private static let mostConnections: UInt32 = 128
  /// The longest time in which a connection neither receives nor sends anything, in seconds.
  private static let longestPause: UInt32 = 30
  /// The memory of a connection for the head of a request and for a part of the body, in bytes.
  private static let memory = 160 << 10

  /// Starts a server. The socket belongs to the server from then on.
  public init(_ handler: RequestHandler, on socket: ListeningSocket) throws(ListeningFailure) {
    guard let http = HTTPLibrary.loaded else {
      socket.close()
      throw .noLibrary
    }
    self.handler = handler
    self.http = http
    var functions = http.functions
    daemon = decent_http_start(
      &functions, socket.descriptor, Self.mostConnections, Self.longestPause, Self.memory, access,
      begin, end,
      Unmanaged.passUnretained(self).toOpaque())
    guard daemon != nil else {
      socket.close()
      throw .refused(port: socket.port, reason: "its server does not start")
    }
  }

  /// Stops the server: ends all streams, answers the pending requests, and closes the port.
  public func stop() {
    guard let daemon else { return }
    self.daemon = nil
    streams.endAll()
    http.functions.stop_daemon(daemon)
  }

  /// The exchange of a new request, whose first line has arrived.
  fileprivate func exchange(_ target: String) -> Exchange {
    Exchange(target: target, handler: handler, streams: streams, http: http)
  }
}

/// The streams that are being sent.
private final class OpenStreams: @unchecked Sendable {
  // The condition's lock guards the streams and the flag.
  private let condition = NSCondition()
  private var streams: [ObjectIdentifier: any BodyPieces] = [:]
  private var isEnded = false

  /// The time that clients have to read the end of their streams, in milliseconds.
  private static let longestEnd: UInt64 = 1000

  func add(_ stream: any BodyPieces) {
    condition.withLock {
      if isEnded { stream.end() } else { streams[ObjectIdentifier(stream)] = stream }
    }
  }

  func remove(_ stream: any BodyPieces) {
    condition.withLock {
      streams[ObjectIdentifier(stream)] = nil
      condition.broadcast()
    }
  }

  func endAll() {
    condition.withLock {
      isEnded = true
      streams.values.forEach { $0.end() }
      condition.wait(atMost: Self.longestEnd) { streams.isEmpty }
    }
  }
}

/// One request and its answer, on the thread of its connection.
private final class Exchange {
  private let target: String
  private let handler: RequestHandler
  private let streams: OpenStreams
  private let http: HTTPLibrary
  private var head = RequestHead("", "")
  private var reading: RequestReading?

  init(target: String, handler: RequestHandler, streams: OpenStreams, http: HTTPLibrary) {
    self.target = target
    self.handler = handler
    self.streams = streams
    self.http = http
  }

  /// Whether the body may be large.
  var isLarge: Bool { reading?.isLarge ?? false }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds / 1_000_000 }

  /// Goes on with the request.
  ///
  /// - Parameter body: The part of the body that came; nil if the call brings none.
  /// - Returns: Whether libmicrohttpd goes on with the connection.
  func proceed(
    on connection: OpaquePointer, method: String, body: UnsafeRawBufferPointer?
  ) -> MHD_Result {
    guard var reading else {
      head = RequestHead(method, target, fields(of: connection))
      var reading = RequestReading(head, at: Self.now)
      let step = reading.admit(through: handler.gate, handler.room)
      self.reading = reading
      return perform(step, on: connection)
    }
    self.reading = nil
    let step = body.map { reading.receive($0, at: Self.now) } ?? reading.end()
    self.reading = reading
    return perform(step, on: connection)
  }

  private func perform(_ step: RequestReading.Step, on connection: OpaquePointer) -> MHD_Result {
    switch step {
    case .goOn: .YES
    case .drop: .NO
    case .refuse(let refusal): send(handler.response(to: refusal, head), on: connection)
    case .perform(let action): send(handler.response(to: action, head), on: connection)
    }
  }

  private func fields(of connection: OpaquePointer) -> [RequestHead.Field] {
    var fields: [RequestHead.Field] = []
    withUnsafeMutablePointer(to: &fields) { fields in
      _ = http.functions.get_connection_values(
        connection, .HEADER_KIND,
        { context, _, name, value in
          let fields = context?.assumingMemoryBound(to: [RequestHead.Field].self)
          let text = { (bytes: UnsafePointer<CChar>?) in bytes.map { String(cString: $0) } ?? "" }
          fields?.pointee.append(RequestHead.Field(text(name), text(value)))
          return .YES
        }, fields)
    }
    return fields
  }

  private func send(_ answer: Response, on connection: OpaquePointer) -> MHD_Result {
    let response: OpaquePointer?
    switch answer.body {
    case .bytes(let bytes):
      response = bytes.withUnsafeBytes { bytes in
        http.functions.create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
          .RESPMEM_MUST_COPY)
      }
    case .pieces(let pieces):
      var functions = http.functions
      decent_http_forget_time(&functions, connection)
      response = PieceReader(pieces, among: streams).response(http)
    }
    guard let response else { return .NO }
    defer { http.functions.destroy_response(response) }
    for field in answer.fields {
      _ = http.functions.add_response_header(response, field.name, field.value)
    }
    return http.functions.queue_response(connection, UInt32(answer.status), response)
  }
}

/// Passes the pieces of a body to libmicrohttpd.
private final class PieceReader {
  private let pieces: any BodyPieces
  private let streams: OpenStreams
  private var rest: ArraySlice<UInt8> = []

  private static let blockSize = 64 << 10

  init(_ pieces: any BodyPieces, among streams: OpenStreams) {
    self.pieces = pieces
    self.streams = streams
    streams.add(pieces)
  }

  deinit { streams.remove(pieces) }

  func response(_ http: HTTPLibrary) -> OpaquePointer? {
    let reader = Unmanaged.passRetained(self)
    let response = http.functions.create_response_from_callback(
      UInt64.max, Self.blockSize,
      { reader, _, buffer, room in
        guard let reader, let buffer else { return -1 }
        let pieces = Unmanaged<PieceReader>.fromOpaque(reader).takeUnretainedValue()
        return pieces.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
      }, reader.toOpaque(),
      { reader in if let reader { Unmanaged<PieceReader>.fromOpaque(reader).release() } })
    if response == nil { reader.release() }
    return response
  }

  /// - Returns: The number of bytes written; -1 at the end, -2 to break the connection.
  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while rest.isEmpty {
      do {
        guard let piece = try pieces.next() else { return -1 }
        rest = piece[...]
      } catch {
        return -2
      }
    }
    let count = min(buffer.count, rest.count)
    buffer.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }
}

// The callbacks of libmicrohttpd. Each callback is called on the thread of its connection.

private func begin(
  _ server: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let server, let target else { return nil }
  let exchange = Unmanaged<HTTPServer>.fromOpaque(server).takeUnretainedValue()
    .exchange(String(cString: target))
  return Unmanaged.passRetained(exchange).toOpaque()
}

private func access(
  _: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ body: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let connection, let method, let size, let exchange = context?.pointee else { return .NO }
  let bytes = size.pointee > 0 ? UnsafeRawBufferPointer(start: body, count: size.pointee) : nil
  size.pointee = 0
  return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
    .proceed(on: connection, method: String(cString: method), body: bytes)
}

private func end(
  _: UnsafeMutableRawPointer?, _: OpaquePointer?,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _: MHD_RequestTerminationCode
) {
  guard let exchange = context?.pointee else { return }
  context?.pointee = nil
  let isLarge = Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue().isLarge
  Unmanaged<Exchange>.fromOpaque(exchange).release()
  if isLarge { decent_http_give_memory_back() }
}
