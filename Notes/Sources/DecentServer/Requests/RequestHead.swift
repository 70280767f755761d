// SPDX-License-Identifier: MIT

/// The head of a request, as it came.
public struct RequestHead: Equatable, Sendable {
  /// A header field.
  public struct Field: Equatable, Sendable {
    /// The name, in upper or lower case.
    public let name: String
    /// The value.
    public let value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The method.
  public let method: String
  /// The path and query, still encoded.
  public let target: String
  /// The header fields, in their order.
  public let fields: [Field]

  /// Makes a head.
  public init(_ method: String, _ target: String, _ fields: [Field] = []) {
    self.method = method
    self.target = target
    self.fields = fields
  }

  /// The values of all fields with a name.
  ///
  /// - Parameter name: The name in lower case.
  func values(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name }.map(\.value)
  }
}

/// The path and query of a request, decoded.
struct RequestTarget: Equatable {
  /// The parts of the path between slashes. The path `/` has one empty part.
  let path: [String]
  /// The members of the query, in their order.
  let query: [(name: String, value: String)]

  /// Decodes a target.
  ///
  /// - Returns: Nil if the target is not a path, or not UTF-8.
  init?(_ target: String) {
    guard target.utf8.first == UInt8(ascii: "/") else { return nil }
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    for part in halves[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let part = Self.decoded(part) else { return nil }
      path.append(part)
    }
    var query: [(name: String, value: String)] = []
    for member in halves.count > 1 ? halves[1].split(separator: "&") : [] {
      let sides = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0]),
        let value = Self.decoded(sides.count > 1 ? sides[1] : "")
      else { return nil }
      query.append((name, value))
    }
    self.path = path
    self.query = query
  }

  /// The values of all members with a name.
  func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): byte.map { $0 - UInt8(ascii: "0") }
    case .some(UInt8(ascii: "a")...UInt8(ascii: "f")): byte.map { $0 - UInt8(ascii: "a") + 10 }
    case .some(UInt8(ascii: "A")...UInt8(ascii: "F")): byte.map { $0 - UInt8(ascii: "A") + 10 }
    default: nil
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.path == right.path && left.query.elementsEqual(right.query) { $0 == $1 }
  }
}
