// SPDX-License-Identifier: MIT

/// Any contents of a decoder, found by asking for each kind.
indirect enum Anything: Codable, Equatable {
  case none
  case truth(Bool)
  case whole(Int128)
  case large(UInt128)
  case number(Double)
  case text(String)
  case list([Anything])
  case named([String: Anything])

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .none
    } else if let truth = try? single.decode(Bool.self) {
      self = .truth(truth)
    } else if let whole = try? single.decode(Int128.self) {
      self = .whole(whole)
    } else if let large = try? single.decode(UInt128.self) {
      self = .large(large)
    } else if let number = try? single.decode(Double.self) {
      self = .number(number)
    } else if let text = try? single.decode(String.self) {
      self = .text(text)
    } else if var items = try? decoder.unkeyedContainer() {
      var list: [Anything] = []
      while !items.isAtEnd { list.append(try items.decode(Anything.self)) }
      self = .list(list)
    } else {
      self = .named(try single.decode([String: Anything].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    switch self {
    case .none: try single.encodeNil()
    case .truth(let truth): try single.encode(truth)
    case .whole(let whole): try single.encode(whole)
    case .large(let large): try single.encode(large)
    case .number(let number): try single.encode(number)
    case .text(let text): try single.encode(text)
    case .list(let list): try single.encode(list)
    case .named(let named): try single.encode(named)
    }
  }
}
