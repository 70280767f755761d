// SPDX-License-Identifier: MIT

@testable import DecentServer

extension Answer {
  /// Reads an answer whose connection was closed behind it; nil if there is none.
  init?(bytes: [UInt8]) {
    let end = Array("\r\n\r\n".utf8)
    guard let start = bytes.firstRange(of: end) else { return nil }
    let lines = String(decoding: bytes[..<start.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
    let fields = lines.dropFirst().compactMap { line in
      line.firstRange(of: ": ").map {
        RequestHead.Field(
          line[..<$0.lowerBound].lowercased(), String(line[$0.upperBound...]))
      }
    }
    let rest = Array(bytes[start.upperBound...])
    let isChunked = fields.contains { $0 == RequestHead.Field("transfer-encoding", "chunked") }
    self.init(status: status, fields: fields, body: isChunked ? Self.joined(chunks: rest) : rest)
  }

  private static func joined(chunks: [UInt8]) -> [UInt8] {
    var (body, rest) = ([UInt8](), chunks[...])
    while let end = rest.firstRange(of: Array("\r\n".utf8)) {
      let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      guard let count = Int(digits, radix: 16), count > 0 else { return body }
      body += rest[end.upperBound...].prefix(count)
      rest = rest[end.upperBound...].dropFirst(count + 2)
    }
    return body
  }
}
