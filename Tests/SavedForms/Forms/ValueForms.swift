// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// Registers and counters.
enum ValueForms {
  static let all: [any SavedForm] = [register, record, multiValueRegister, counter]

  private static let words = ["", "Déjà vu", "two\nlines", "日本語 👩‍👩‍👧", "\0\u{feff}\u{10ffff}\u{301}"]

  private static let register = ReplicatingForm(
    "register", ReplicatingRegister(default: "none")
  ) { register, step in
    register.value = words[step]
  } show: {
    ShownText.quoted($0.value)
  }

  private static let record = ReplicatingForm(
    "register-of-a-record", ReplicatingRegister(default: Record())
  ) { register, step in
    register.value.count += step
    if step == 1 { register.value.name = "é" }
    if step == 2 { register.value.inner = [Record.Inner(level: nil), Record.Inner(level: -1)] }
    if step == 4 { register.value = .extreme }
  } show: {
    $0.value.shown
  }

  private static let multiValueRegister = ReplicatingForm(
    "multi-value-register", ReplicatingMultiValueRegister<String>()
  ) { register, step in
    register.set(words[step])
  } show: {
    ShownText.list($0.values.map(ShownText.quoted))
  }

  private static let counter = ReplicatingForm(
    "counter", ReplicatingCounter()
  ) { counter, step in
    counter.increment(by: [1, 1_000_000, -7, 3, .max][step])
    if step == 4 { counter.decrement(by: .min) }
  } show: {
    "\($0.value)"
  }
}

/// A value of the user's own with parts of every plain kind.
struct Record: Codable, Hashable, Sendable {
  struct Inner: Codable, Hashable, Sendable {
    var level: Int?
  }

  var name = "record"
  var isDone = false
  var count = 300
  var large: UInt128?
  var small: Int128?
  var ratio = 0.5
  var share = 0.1
  var bytes: [UInt8] = [0, 127, 255]
  var inner: [Inner] = []
  var named: [String: [Int]] = ["b": [], "a": [-1, 256]]

  static let extreme = Record(
    name: "\u{10ffff}", isDone: true, count: .min, large: .max, small: .min,
    ratio: -.infinity, share: .leastNonzeroMagnitude, bytes: [],
    inner: [Inner(level: .max), Inner(level: nil)], named: ["": [.min, .max]])

  var shown: String {
    let inner = inner.map { $0.level.map(String.init) ?? "-" }
    let named = named.sorted { $0.key < $1.key }.map { "\(ShownText.quoted($0.key)) \($0.value)" }
    return [
      ShownText.quoted(name), "\(isDone)", "\(count)", large.map(String.init) ?? "-",
      small.map(String.init) ?? "-", "\(ratio)", "\(share)", "\(bytes)", ShownText.list(inner),
      ShownText.list(named),
    ].joined(separator: "; ")
  }
}
