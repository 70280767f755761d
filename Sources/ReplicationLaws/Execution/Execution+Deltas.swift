// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The source of operations on deltas in a script.
enum DeltaScript {
  /// - Parameter decoded: Turns a delta's name into the source of the decoded delta. Nil if the
  ///   delta is not encoded.
  static func exchange(
    from sender: String, to receiver: String, decoded: ((String) -> String)? = nil
  ) -> [String] {
    [
      "if let delta = \(sender).delta(since: \(receiver).version) {",
      "  try \(receiver).merge(delta: \(decoded?("delta") ?? "delta"))",
      "}",
    ]
  }

  static func receive(_ letter: Int, by receiver: String) -> [String] {
    ["if let delta\(letter) { try \(receiver).merge(delta: delta\(letter)) }"]
  }

  /// Takes in a delta as it is, and the same delta after encoding and decoding.
  static func receiveBoth(
    _ delta: String, by receiver: String, decoded: (String) -> String
  ) -> [String] {
    [
      "guard let letter = \(delta) else { return true }",
      "var direct = \(receiver)",
      "try direct.merge(delta: letter)",
      "var received = \(receiver)",
      "try received.merge(delta: \(decoded("letter")))",
    ]
  }

  static func receiveTwice(_ delta: String, by receiver: String) -> [String] {
    [
      "guard let letter = \(delta) else { return true }",
      "var once = \(receiver)",
      "try once.merge(delta: letter)",
      "var twice = once",
      "try twice.merge(delta: letter)",
    ]
  }

  /// Takes in a delta that may be refused.
  static func tryReceive(_ delta: String, by receiver: String) -> [String] {
    [
      "guard let letter = \(delta) else { return true }",
      "var received = \(receiver)",
      "let isTaken = (try? received.merge(delta: letter)) != nil",
    ]
  }
}

extension Execution {
  /// Carries out an action with deltas.
  mutating func perform(
    _ action: Action, _ deltas: DeltaOperations<Value>
  ) throws(Breach) {
    switch action {
    case .exchange(let sender, let receiver, let isEncoded):
      guard let sent = values[sender], let asking = values[receiver] else { return }
      let letter = try letter(
        from: sent, "\(sender)", "\(sender).delta(since: \(receiver).version)",
        since: deltas.version(asking.value), "\(receiver).version", isEncoded, deltas)
      try deliver(
        letter, to: receiver, deltas,
        after: DeltaScript.exchange(
          from: "\(sender)", to: "\(receiver)", decoded: isEncoded ? decodedSource : nil))
    case .keepVersion(let number, let variable):
      values[variable].map { versions[number] = deltas.version($0.value) }
    case .send(let number, let sender, let version, let isEncoded):
      guard let sent = values[sender], let asked = versions[version] else { return }
      letters[number] = try letter(
        from: sent, "sent\(number)", "delta\(number)", since: asked, "version\(version)",
        isEncoded, deltas, sending: "\(sender)")
    case .receive(let number, let receiver):
      guard let letter = letters[number] else { return }
      try deliver(
        letter, to: receiver, deltas, after: DeltaScript.receive(number, by: "\(receiver)"))
    case .lose(let number): letters[number] = nil
    default: break
    }
  }

  /// Makes a delta, and encodes and decodes it if `isEncoded` is true.
  ///
  /// - Parameter sending: The sender's present name in a script, if it differs from `senderName`.
  private mutating func letter(
    from sender: Replica, _ senderName: String, _ name: String,
    since version: DeltaOperations<Value>.Version, _ versionName: String, _ isEncoded: Bool,
    _ deltas: DeltaOperations<Value>, sending: String? = nil
  ) throws(Breach) -> Letter {
    var asked = version
    if isEncoded, let bytes = deltas.versionBytes {
      asked = try reopened(version, bytes, versionName)
      try expect(
        .encoding, deltas.areEqual(asked, version),
        "try \(bytes.reopenedSource(versionName)) == \(versionName)"
      ) { "a decoded version differs" }
    }
    var delta = deltas.delta(sender.value, asked)
    report.emptyDeltas += delta == nil ? 1 : 0
    let made = delta
    if isEncoded, let bytes = deltas.deltaBytes, let sent = delta {
      let source = "\(sending ?? senderName).delta(since: \(versionName))"
      delta = try reopened(
        sent, bytes, "letter", after: ["guard let letter = \(source) else { return true }"])
    }
    return Letter(
      sender: sender, senderName: senderName, name: name, version: version, delta: delta,
      unencoded: isEncoded && deltas.deltaBytes != nil ? made : nil)
  }

  /// The source that encodes and decodes the delta called `name`.
  private func decodedSource(_ name: String) -> String {
    subject.deltas?.deltaBytes?.reopenedSource(name) ?? name
  }

  /// Checks that a letter's delta has the effect that the delta had before encoding. If the effects
  /// differ, the encoding breaks a law; the unencoded delta may be right.
  private mutating func expectSameAsUnencoded(
    _ letter: Letter, for receiver: Value, _ variable: Variable, _ deltas: DeltaOperations<Value>
  ) throws(Breach) {
    guard let delta = letter.delta, let unencoded = letter.unencoded else { return }
    var (received, direct) = (receiver, receiver)
    let areTaken = [deltas.accepts(delta, &received), deltas.accepts(unencoded, &direct)]
    let source = DeltaScript.receiveBoth(letter.name, by: "\(variable)", decoded: decodedSource)
    try expect(.encoding, areTaken[0] == areTaken[1], after: source, "received == direct") {
      "a delta is refused before it is encoded or after it is decoded, and not both times"
    }
    guard areTaken == [true, true] else { return }
    try expectEqual(.encoding, received, direct, Comparison("received", "direct", after: source)) {
      "\(variable) took in a delta that was encoded and decoded instead of the delta itself"
    }
  }

  private mutating func deliver(
    _ letter: Letter, to variable: Variable, _ deltas: DeltaOperations<Value>,
    after source: [String]
  ) throws(Breach) {
    guard let receiver = values[variable]?.value else { return }
    if deltas.contains(receiver, letter.version) {
      try deliverExpected(letter, to: variable, deltas, after: source)
    } else if let delta = letter.delta {
      try deliverUnexpected(delta, of: letter, to: variable, deltas)
    }
  }

  /// Delivers to a replica that has seen the version that the delta was made for.
  private mutating func deliverExpected(
    _ letter: Letter, to variable: Variable, _ deltas: DeltaOperations<Value>,
    after source: [String]
  ) throws(Breach) {
    guard var receiver = values.removeValue(forKey: variable) else { return }
    let before = letter.unencoded == nil ? nil : receiver.value
    let sent = letter.sender
    let merged = receiver.value.merged(with: sent.value)
    if let delta = letter.delta {
      if let before { try expectSameAsUnencoded(letter, for: before, variable, deltas) }
      try mergeExpected(delta, into: &receiver.value, deltas, after: source)
    }
    receiver.seen.formUnion(sent.seen)
    let received = receiver.value
    values[variable] = receiver
    let copied = ["let merged = \(variable).merged(with: \(letter.senderName))"] + source
    try expectEqual(
      .delta, received, merged, Comparison("\(variable)", "merged", after: copied)
    ) {
      letter.delta == nil
        ? "\(variable) was told that it lacks nothing"
        : "\(variable) took in a delta instead of the value it was made from"
    }
    guard let delta = letter.delta else { return }
    try expect(
      .versions, deltas.contains(received, deltas.version(sent.value)), after: source,
      "\(variable).contains(\(letter.senderName).version)"
    ) { "\(variable) took in a delta and does not contain the sender's version" }
    var again = received
    try mergeExpected(
      delta, into: &again, deltas,
      after: DeltaScript.receiveTwice(letter.name, by: "\(variable)"))
    try expectEqual(
      .repeatedDelta, again, received,
      Comparison(
        "twice", "once", after: DeltaScript.receiveTwice(letter.name, by: "\(variable)"))
    ) { "\(variable) took in a delta twice" }
  }

  /// Delivers to a replica that may lack history that the delta builds on.
  private mutating func deliverUnexpected(
    _ delta: DeltaOperations<Value>.Delta, of letter: Letter, to variable: Variable,
    _ deltas: DeltaOperations<Value>
  ) throws(Breach) {
    guard let before = values[variable]?.value else { return }
    try expectSameAsUnencoded(letter, for: before, variable, deltas)
    var after = before
    let isAccepted = deltas.accepts(delta, &after)
    let source = DeltaScript.tryReceive(letter.name, by: "\(variable)")
    try expect(
      .refusal, deltas.isValid(delta, before) == isAccepted, after: source,
      "isTaken == ((try? \(variable).validate(letter)) != nil)"
    ) { "\(variable) \(isAccepted ? "takes in" : "refuses") a delta, validate(_:) disagrees" }
    guard isAccepted else {
      report.lateDeltas.refused += 1
      return try expectEqual(
        .refusal, after, before,
        Comparison(
          "received", "\(variable)",
          after: source.dropLast() + ["try? received.merge(delta: letter)"])
      ) { "\(variable) refused a delta" }
    }
    report.lateDeltas.accepted += 1
    let sent = letter.sender.value
    try expectEqual(
      .delta, after.merged(with: sent), before.merged(with: sent),
      Comparison(
        "received.merged(with: \(letter.senderName))",
        "\(variable).merged(with: \(letter.senderName))",
        after: source.dropLast() + ["try received.merge(delta: letter)"])
    ) { "\(variable) took in a delta made for another, then the sender's value" }
    // The history does not know which edits the delta contained, so a later state could not be
    // checked against a promise.
    if subject.promise == nil { values[variable]?.value = after }
  }

  /// Merges a delta that must not be refused.
  ///
  /// - Parameter source: The source of the statements that merge the delta.
  mutating func mergeExpected(
    _ delta: DeltaOperations<Value>.Delta, into value: inout Value,
    _ deltas: DeltaOperations<Value>, after source: @autoclosure () -> [String]
  ) throws(Breach) {
    let isValid = deltas.isValid(delta, value)
    let isAccepted = isValid && deltas.accepts(delta, &value)
    try expect(
      .delta, isAccepted, after: source(),
      isValid
        ? "true  // a line above throws while the delta is refused"
        : "false  // see whether validate(_:) still refuses the delta above"
    ) {
      "a delta is refused by a value that contains the version it was made for"
    }
  }
}
