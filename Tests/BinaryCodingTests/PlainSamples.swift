// SPDX-License-Identifier: MIT

import BinaryCoding

/// Writes a value in plain form.
func plain<Value: Encodable>(_ value: Value) throws(EncodingFailure) -> [UInt8] {
  var writer = ByteWriter()
  writer.writePlain(value)
  if let failure = writer.failure { throw failure }
  return writer.bytes
}

/// Reads a value in plain form, and nothing after it.
func fromPlain<Value: Decodable>(
  _ type: Value.Type = Value.self, _ bytes: [UInt8]
) throws(DecodingFailure) -> Value {
  var reader = ByteReader(bytes)
  let value = try reader.readPlain(type)
  try reader.expectEnd()
  return value
}

/// A value with parts of every kind.
struct Sample: Codable, Hashable {
  enum Mood: String, Codable { case calm, wild }

  enum Shape: Codable, Hashable {
    case point
    case circle(radius: Double)
    case box(Int, Int)
  }

  struct Nothing: Codable, Hashable {}

  struct Wrapped: Codable, Hashable, RawRepresentable {
    var rawValue: Int
  }

  var text = "é\u{301} and 🇫🇷"
  var isDone = true
  var small: Int8 = -128
  var wide = UInt128.max
  var ratio: Float = 0.1
  var share = 0.1
  var missing: Int?
  var present: String? = ""
  var list = [1, -1, 300, Int.min]
  var bytes: [UInt8] = [0, 127, 128, 255]
  var named = ["b": [1.5], "a": [], "": [-0.0, .infinity]]
  var numbered = [-1: "minus", 10: "ten", 9: "nine"]
  var moods: [Mood: Int] = [.wild: 1, .calm: 2]
  var tags: Set<String> = ["x", "yy", "zzz", ""]
  var shapes: [Shape] = [.point, .circle(radius: 2), .box(1, 2)]
  var optionals: [Int?] = [nil, 1, nil]
  var nothing = Nothing()
  var wrapped = [Wrapped(rawValue: 3), Wrapped(rawValue: 255)]
}

/// Encodes its value as a single value, so that an encoder meets it last.
struct Alone<Value: Codable>: Codable {
  var value: Value

  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// A list that nests as deep as it is long: one map a node.
final class Chain: Codable {
  var next: Chain?

  init(length: Int) {
    next = nil
    for _ in 1..<length {
      let rest = Chain(length: 1)
      rest.next = next
      next = rest
    }
  }

  var length: Int { 1 + (next?.length ?? 0) }
}
