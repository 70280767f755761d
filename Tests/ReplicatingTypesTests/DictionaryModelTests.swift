// SPDX-License-Identifier: MIT

import TestInputs
import Testing

@testable import ReplicatingTypes
@testable import ReplicationLaws

/// A dictionary and its model.
private struct Pair<Content: ModelContent> {
  typealias Real = DictionaryModel<Content>.Real

  var real = Real()
  var model = DictionaryModel<Content>()

  // MARK: Edits

  mutating func set(
    _ key: String, to content: Content, _ body: (inout Real) -> Void
  ) -> String? {
    let change = model.change(key, to: content)
    let before = real.version
    body(&real)
    guard change != .none else {
      return real.version == before ? nil : "a change that is none"
    }
    if change == .mergeOrShow { return noteAssigned(key, content, before) }
    guard let stamp = newStamp(of: key) else { return "set without a stamp" }
    model.set(key, to: content, change, stamp)
    return nil
  }

  /// Follows an assignment of a value that lacks edits of the present one. Which copies count as made
  /// anew is not the model's affair, unless both share edits.
  private mutating func noteAssigned(
    _ key: String, _ content: Content, _ before: Real.Version
  ) -> String? {
    guard let value = real[key], let current = model.entries[key]?.content else {
      return "assigned, and not there"
    }
    var merged = content
    merged.merge(current)
    let isCopy = content.sharesEdits(with: current) || merged.isSame(as: value)
    guard let new = isCopy ? merged : current.showing(content, as: value), new.isSame(as: value)
    else { return "an assigned value that is neither merged nor shown" }
    if real.version == before { return new == current ? nil : "news without an edit" }
    guard new != current, let stamp = newStamp(of: key) else { return "set without a stamp" }
    model.set(key, to: new, .mergeOrShow, stamp)
    return nil
  }

  mutating func delete(_ key: String, _ body: (inout Real) -> Void) -> String? {
    let before = real.version
    body(&real)
    guard model.entries[key]?.isLive == true else {
      return real.version == before ? nil : "deleting nothing changes something"
    }
    guard let stamp = newStamp(of: key) else { return "deleted without a stamp" }
    model.delete(key, stamp)
    return nil
  }

  /// The stamp of the last edit, if it is later than all that were here.
  private func newStamp(of key: String) -> KeyedStamp? {
    guard let stamp = real.storage.state.keyed[key]?.stamp, !model.known.contains(stamp.dot),
      model.known.allSatisfy({ $0.session != stamp.dot.session || $0.number < stamp.dot.number }),
      model.entries[key].map({ $0.stamp < stamp }) ?? true
    else { return nil }
    return stamp
  }
}

/// A delta that was made for a replica and has not arrived.
private struct Letter<Content: ModelContent> {
  let delta: Pair<Content>.Real.Delta
  let receiver: Int
  /// What its sender was then.
  let sender: Pair<Content>
}

/// Replicas that are edited and merged at random, each with its model.
private struct Run<Content: ModelContent> {
  private static var keys: [String] { ["a", "b", "c"] }

  var random: SeededGenerator
  private var pairs = Array(repeating: Pair<Content>(), count: 3)
  private var old = [Pair<Content>()]
  private var letters: [Letter<Content>] = []
  private var devices: [SimulatedDevice] = []
  private var clocks: [UInt64] = []
  private let spread: ClockSpread

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    spread = random.pick(ClockSpread.allCases)
    for device in 0..<3 {
      devices.append(SimulatedDevice(bits: seed &* 3 &+ UInt64(device)))
      clocks.append(spread.start(&random))
    }
  }

  /// - Returns: What went wrong, and at which step.
  mutating func run(steps: Int) -> String? {
    for step in 0..<steps {
      let place = random.below(pairs.count)
      clocks[place] = spread.move(clocks[place], &random)
      let device = devices[place]
      let complaint = device.run(at: clocks[place]) { () -> String? in
        do {
          return try self.step(place) ?? pairs[place].model.complaint(about: pairs[place].real)
        } catch {
          return "\(error)"
        }
      }
      if let complaint { return "step \(step), replica \(place): \(complaint)" }
    }
    return nil
  }

  private mutating func step(_ place: Int) throws -> String? {
    switch random.below(12) {
    case 0: return try merge(random.pick(pairs), into: place)
    case 1: return try merge(random.pick(old), into: place)
    case 2:
      old.append(pairs[place])
      return nil
    case 3: return send(from: random.below(pairs.count), to: place)
    case 4:
      return try letters.isEmpty ? nil : receive(letters.remove(at: random.below(letters.count)))
    case 5: return delete(random.pick(Self.keys), place)
    case 6 where random.oneIn(4):
      pairs[place] = random.pick(old)
      letters.removeAll { $0.receiver == place }
      return nil
    default: return set(random.pick(Self.keys), place)
    }
  }

  // MARK: Edits

  private mutating func delete(_ key: String, _ place: Int) -> String? {
    let way = random.below(3)
    return pairs[place].delete(key) { real in
      switch way {
      case 0: real[key] = nil
      case 1: real.removeValue(forKey: key)
      default: ({ (value: inout Content.Value?) in value = nil })(&real[key])
      }
    }
  }

  /// Sets a key to a fresh value, to a copy from here or elsewhere, edited or
  /// not, or edits it in place.
  private mutating func set(_ key: String, _ place: Int) -> String? {
    let source = random.oneIn(3) ? random.pick(old) : pairs[place]
    guard random.below(3) > 0, var value = source.real[key],
      var content = source.model.entries[key]?.content
    else { return setFresh(key, place) }
    let way = random.below(4)
    if way == 0 { return editInPlace(key, place) }
    if way > 1 { content.edit(&value, &random) }
    let newValue = value
    return pairs[place].set(key, to: content) { $0[key] = newValue }
  }

  private mutating func setFresh(_ key: String, _ place: Int) -> String? {
    let (value, model) = Content.fresh(&random)
    let isUpdate = random.below(2) == 0
    return pairs[place].set(key, to: model) { real in
      if isUpdate { real.updateValue(value, forKey: key) } else { real[key] = value }
    }
  }

  private mutating func editInPlace(_ key: String, _ place: Int) -> String? {
    guard pairs[place].real[key] != nil, let content = pairs[place].model.entries[key]?.content
    else { return nil }
    // The stamps of the edit come from the value: so it is made before it is said
    // what it is.
    var new = content
    let way = random.below(2)
    var real = pairs[place].real
    pairs[place].real = Pair<Content>.Real()
    if way == 0 {
      ({ (value: inout Content.Value?) in
        if var inner = value {
          value = nil
          new.edit(&inner, &random)
          value = inner
        }
      })(&real[key])
    } else {
      let (value, _) = Content.fresh(&random)
      new.edit(&real[key, default: value], &random)
    }
    pairs[place].real = real
    return pairs[place].noteEdit(of: key, to: new)
  }

  // MARK: Merging

  private mutating func merge(_ other: Pair<Content>, into place: Int) throws -> String? {
    let mine = pairs[place].real
    var results = [mine.merged(with: other.real), other.real.merged(with: mine)]
    var read = try Pair<Content>.Real(encoded: mine.encoded())
    read.merge(try Pair<Content>.Real(encoded: other.real.encoded()))
    results.append(read)
    var updated = mine
    if let delta = other.real.delta(since: mine.version) { try updated.merge(delta: delta) }
    results.append(updated)
    let version = try Pair<Content>.Real.Version(encoded: mine.version.encoded())
    if let delta = other.real.delta(since: version) {
      updated = mine
      try updated.merge(delta: Pair<Content>.Real.Delta(encoded: delta.encoded()))
    }
    results.append(updated)
    let bytes = try results[0].encoded()
    for (way, result) in results.enumerated() {
      guard result == results[0], try result.encoded() == bytes,
        result.version == results[0].version
      else { return "merging in way \(way) gives something else" }
    }
    pairs[place].real = random.pick(results)
    pairs[place].model.merge(other.model)
    return nil
  }

  private mutating func send(from sender: Int, to receiver: Int) -> String? {
    guard let delta = pairs[sender].real.delta(since: pairs[receiver].real.version) else {
      return pairs[receiver].model.known.isSuperset(of: pairs[sender].model.known)
        ? nil : "no delta though there is news"
    }
    letters.append(Letter(delta: delta, receiver: receiver, sender: pairs[sender]))
    return nil
  }

  /// Takes a delta in late where it was sent to, and tries it everywhere else.
  private mutating func receive(_ letter: Letter<Content>) throws -> String? {
    for pair in pairs + old {
      var copy = pair.real
      do {
        try copy.merge(delta: letter.delta)
      } catch {
        if copy != pair.real { return "a refused delta changed something" }
      }
      guard copy.merged(with: letter.sender.real) == pair.real.merged(with: letter.sender.real)
      else {
        return "a delta for somebody else changed too much"
      }
    }
    try pairs[letter.receiver].real.merge(delta: letter.delta)
    pairs[letter.receiver].model.merge(letter.sender.model)
    return pairs[letter.receiver].model.complaint(about: pairs[letter.receiver].real)
  }
}

extension Pair {
  /// Tells the model what an edit in place made of a value.
  fileprivate mutating func noteEdit(of key: String, to content: Content) -> String? {
    let change = model.change(key, to: content)
    if change == .none { return nil }
    if change == .restart { return "an edit in place that is no addition" }
    return set(key, to: content) { _ in }
  }
}

@Suite struct DictionaryModelTests {
  private func follow<Content: ModelContent>(_: Content.Type, seed: UInt64) {
    var random = TestRun.generator(seed: seed, "model of \(Content.self)")
    for history in 0..<TestRun.length(2_000) {
      let seed = random.next()
      var run = Run<Content>(seed: seed)
      if let complaint = run.run(steps: 20) {
        Issue.record("history \(history): \(complaint)")
        return
      }
    }
  }

  @Test func numbersFollowTheModel() {
    follow(NumberModel.self, seed: 1)
  }

  @Test func setsFollowTheModel() {
    follow(SetModel.self, seed: 2)
  }
}
