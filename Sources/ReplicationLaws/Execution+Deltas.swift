// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension Execution {
  /// One replica asks another for what it lacks and gets it at once.
  mutating func exchangeDelta(
    from sender: Int, to receiver: Int, _ random: inout SeededGenerator
  ) throws(LawViolation) {
    let letter = try letter(
      from: replicas[sender], since: replicas[receiver].value.version, &random)
    script.append("replica \(receiver) takes in a delta from replica \(sender)")
    report.count(.exchangeDelta)
    try deliver(letter, to: receiver)
  }

  /// Puts deltas on their way: what some other value lacks, or a stream of the
  /// sender's newest changes, none of which can stand without those before it.
  mutating func sendDelta(
    from sender: Int, _ random: inout SeededGenerator
  ) throws(LawViolation) {
    report.count(.sendDelta)
    guard !random.oneIn(3) else {
      let version = anyValue(&random).version
      return try post(from: sender, since: version, &random)
    }
    for _ in 0..<2 {
      let version = replicas[sender].value.version
      if random.oneIn(2) {
        let place = random.below(replicas.count)
        let other = replicas[place]
        replicas[sender].value.merge(other.value)
        replicas[sender].seen.formUnion(other.seen)
        script.append("replica \(sender) merges replica \(place)")
      }
      editUnchecked(sender, &random)
      try post(from: sender, since: version, &random)
    }
  }

  private mutating func post(
    from sender: Int, since version: Value.Version, _ random: inout SeededGenerator
  ) throws(LawViolation) {
    if letters.count == Self.mostKept { letters.removeFirst() }
    letters.append(try letter(from: replicas[sender], since: version, &random))
    script.append("replica \(sender) sends a delta")
  }

  /// Lets a delta arrive; half of the time it will arrive again.
  mutating func receiveDelta(
    at receiver: Int, _ random: inout SeededGenerator
  ) throws(LawViolation) {
    guard !letters.isEmpty else { return }
    let place = random.below(letters.count)
    let letter = letters[place]
    if random.oneIn(2) { letters.remove(at: place) }
    script.append("replica \(receiver) receives delta \(place) of those on the way")
    report.count(.receiveDelta)
    try deliver(letter, to: receiver)
  }

  /// Lets a delta get lost.
  mutating func loseDelta(_ random: inout SeededGenerator) {
    guard !letters.isEmpty else { return }
    let place = random.below(letters.count)
    letters.remove(at: place)
    script.append("delta \(place) of those on the way is lost")
    report.count(.loseDelta)
  }

  /// Makes a delta, half of the time over encoded bytes.
  private mutating func letter(
    from sender: Replica, since version: Value.Version, _ random: inout SeededGenerator
  ) throws(LawViolation) -> Letter {
    let isEncoded = random.oneIn(2)
    let asked = isEncoded ? try reopened(version, "a version") : version
    let delta = sender.value.delta(since: asked)
    if isEncoded {
      try expect(.encoding, asked == version) { "a decoded version differs" }
    }
    guard let delta else {
      report.emptyDeltas += 1
      return Letter(sender: sender, version: version, delta: nil)
    }
    return Letter(
      sender: sender, version: version, delta: isEncoded ? try reopened(delta, "a delta") : delta)
  }

  private mutating func deliver(_ letter: Letter, to place: Int) throws(LawViolation) {
    if replicas[place].value.contains(letter.version) {
      try deliverExpected(letter, to: place)
    } else if let delta = letter.delta {
      try deliverUnexpected(delta, of: letter.sender, to: place)
    }
  }

  /// Delivers to a replica that has all that the delta was made for.
  private mutating func deliverExpected(_ letter: Letter, to place: Int) throws(LawViolation) {
    let sent = letter.sender
    var receiver = replicas.remove(at: place)
    let merged = receiver.value.merged(with: sent.value)
    if let delta = letter.delta {
      try mergeExpected(delta, into: &receiver.value)
    }
    receiver.seen.formUnion(sent.seen)
    replicas.insert(receiver, at: place)
    let received = receiver.value
    try expectEqual(.delta, received, merged) {
      letter.delta == nil
        ? "replica \(place) was told that it lacks nothing"
        : "replica \(place) took in a delta instead of the value it was made from"
    }
    guard let delta = letter.delta else { return }
    try expect(.versions, received.contains(sent.value.version)) {
      "replica \(place) took in a delta and does not contain the sender's version"
    }
    var again = received
    try mergeExpected(delta, into: &again)
    try expectEqual(.repeatedDelta, again, received) {
      "replica \(place) took in a delta twice"
    }
  }

  /// Delivers to a replica that may lack what the delta builds on.
  private mutating func deliverUnexpected(
    _ delta: Value.Delta, of sender: Replica, to place: Int
  ) throws(LawViolation) {
    let before = replicas[place].value
    var after = before
    let isAccepted = accepts(delta, &after)
    try expect(.refusal, isValid(delta, for: before) == isAccepted) {
      "replica \(place) \(isAccepted ? "takes in" : "refuses") a delta, validate(_:) disagrees"
    }
    guard isAccepted else {
      report.lateDeltas.refused += 1
      return try expectEqual(.refusal, after, before) { "replica \(place) refused a delta" }
    }
    report.lateDeltas.accepted += 1
    try expectEqual(.delta, after.merged(with: sender.value), before.merged(with: sender.value)) {
      "replica \(place) took in a delta made for another, then the sender's value"
    }
    // Which edits came along is not known, so no promise could be held
    // against what follows.
    if subject.promise == nil { replicas[place].value = after }
  }

  /// Merges a delta that must not be refused.
  mutating func mergeExpected(
    _ delta: Value.Delta, into value: inout Value
  ) throws(LawViolation) {
    let isAccepted = isValid(delta, for: value) && accepts(delta, &value)
    try expect(.delta, isAccepted) {
      "a delta is refused by a value that contains the version it was made for"
    }
  }

  private func isValid(_ delta: Value.Delta, for value: Value) -> Bool {
    do {
      try value.validate(delta)
      return true
    } catch {
      return false
    }
  }

  private func accepts(_ delta: Value.Delta, _ value: inout Value) -> Bool {
    do {
      try value.merge(delta: delta)
      return true
    } catch {
      return false
    }
  }
}
