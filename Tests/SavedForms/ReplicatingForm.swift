// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The saved form of a replicating type.
public struct ReplicatingForm<Value: PersistentReplicable & Framed & Equatable & Sendable>:
  SavedForm
where
  Value.Version: Framed, Value.Delta: Framed
{
  public let name: String

  let show: @Sendable (Value) -> String
  let soundness: Soundness<Value>
  private let empty: Value
  /// Edited by one device.
  private let base: Value
  /// The base, edited apart by three devices, merged and edited again.
  let concurrent: Value
  /// The base, edited at the last time of all.
  private let extreme: Value

  /// - Parameters:
  ///   - edit: The edits of a step: 0 to 3 are ordinary, 4 is extreme. Any value must be
  ///     able to take any of them.
  ///   - show: The visible content of a value.
  init(
    _ name: String, _ empty: Value, edit: @escaping @Sendable (inout Value, Int) -> Void,
    show: @escaping @Sendable (Value) -> String = { String(describing: $0) }
  ) {
    self.name = name
    self.show = show
    self.empty = empty
    var base = empty
    SampleDevice.first.run { edit(&base, 0) }
    var (one, other, third) = (base, base, base)
    SampleDevice.second.run { edit(&one, 1) }
    SampleDevice.third.run { edit(&other, 2) }
    SampleDevice.fourth.run { edit(&third, 0) }
    one.merge(other)
    SampleDevice.second.run { edit(&one, 2) }
    one.merge(third)
    SampleDevice.first.run { edit(&one, 3) }
    var extreme = base
    SampleDevice.last.run { edit(&extreme, 4) }
    var stranger = empty
    SampleDevice.stranger.run { edit(&stranger, 2) }
    (self.base, concurrent, self.extreme) = (base, one, extreme)
    soundness = Soundness(stranger: stranger) { value in
      SampleDevice.editor.run { edit(&value, 1) }
    }
  }

  public var kinds: [SavedPart: FrameKind] {
    [.value: Value.frameKind, .delta: Value.Delta.frameKind, .version: Value.Version.frameKind]
  }

  /// The values, under the names of their samples.
  var values: [(name: String, value: Value)] {
    [("empty", empty), ("base", base), ("concurrent", concurrent), ("extreme", extreme)]
  }

  public func samples() throws(EncodingFailure) -> [SavedSample] {
    let nothing = Value.Version()
    var samples: [SavedSample] = []
    for (name, value) in values {
      samples.append(SavedSample(.value, name, try value.encoded()))
      let version = name == "empty" ? nothing : value.version
      samples.append(SavedSample(.version, name, try version.encoded()))
    }
    if let delta = concurrent.delta(since: base.version) {
      samples.append(SavedSample(.delta, "concurrent-since-base", try delta.encoded()))
    }
    if let delta = extreme.delta(since: nothing) {
      samples.append(SavedSample(.delta, "extreme-whole", try delta.encoded()))
    }
    return samples
  }

  public func shown(
    _ bytes: [UInt8], as part: SavedPart, to samples: [SavedSample]
  ) throws(DecodingFailure) -> [String] {
    if part == .value { return [show(try Value(encoded: bytes))] }
    var lines: [String] = []
    for sample in samples where sample.part == .value {
      let value = try Value(encoded: sample.bytes)
      let text =
        part == .delta
        ? merged(try Value.Delta(encoded: bytes), into: value)
        : value.contains(try Value.Version(encoded: bytes)) ? "known" : "not known"
      lines.append("\(sample.name): \(text)")
    }
    return lines.sorted()
  }

  private func merged(_ delta: Value.Delta, into value: Value) -> String {
    var value = value
    do {
      try value.merge(delta: delta)
    } catch {
      return "missing history"
    }
    return show(value)
  }

  public func rewritten(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> [UInt8] {
    do {
      return switch part {
      case .value: try Value(encoded: bytes).encoded()
      case .delta: try Value.Delta(encoded: bytes).encoded()
      case .version: try Value.Version(encoded: bytes).encoded()
      }
    } catch let failure as DecodingFailure {
      throw failure
    } catch {
      throw .corrupt(what: "it can be read, but not written", offset: 0)
    }
  }

  public func read(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) {
    switch part {
    case .value: _ = show(try Value(encoded: bytes))
    case .delta: _ = try Value.Delta(encoded: bytes)
    case .version: _ = try Value.Version(encoded: bytes)
    }
  }

  // MARK: Complaints

  public func complaint(
    about bytes: [UInt8], as part: SavedPart
  ) throws(DecodingFailure) -> String? {
    switch part {
    case .value: complaint(about: try Value(encoded: bytes))
    case .delta: complaint(about: try Value.Delta(encoded: bytes))
    case .version: complaint(about: try Value.Version(encoded: bytes))
    }
  }

  private func complaint(about value: Value) -> String? {
    _ = show(value)
    return soundness.complaint(about: value)
      ?? soundness.complaint(about: value.merged(with: concurrent))
      ?? soundness.complaint(about: concurrent.merged(with: value))
  }

  private func complaint(about delta: Value.Delta) -> String? {
    for receiver in [empty, base, concurrent, soundness.stranger] {
      if let complaint = soundness.complaint(aboutMerging: delta, into: receiver) {
        return complaint
      }
    }
    return nil
  }

  private func complaint(about version: Value.Version) -> String? {
    do {
      let bytes = try version.encoded()
      let read = try Value.Version(encoded: bytes)
      if read != version { return "it is read as another version" }
    } catch {
      return "it cannot be written and read: \(error)"
    }
    let known = concurrent.version
    if known.merged(with: version) != version.merged(with: known) {
      return "merging versions depends on the order"
    }
    _ = known.news(since: version)
    _ = version.news(since: known)
    _ = concurrent.contains(version)
    guard let delta = concurrent.delta(since: version) else { return nil }
    return soundness.complaint(aboutMerging: delta, into: soundness.stranger)
      ?? soundness.complaint(aboutMerging: delta, into: base)
  }
}

/// The devices that make the samples, each with a clock and ids of its own.
enum SampleDevice {
  static var first: ReplicationEnvironment { device(1) }
  static var second: ReplicationEnvironment { device(2) }
  static var third: ReplicationEnvironment { device(3) }
  static var fourth: ReplicationEnvironment { device(4) }
  static var editor: ReplicationEnvironment { device(5) }
  static var stranger: ReplicationEnvironment { device(6) }

  static var last: ReplicationEnvironment {
    ReplicationEnvironment(milliseconds: { .max }, random: { .max })
  }

  private static func device(_ number: UInt64) -> ReplicationEnvironment {
    // The clocks disagree, as clocks do.
    ReplicationEnvironment(
      milliseconds: { 1_790_000_000_000 - number * 1_000 }, random: { 0x9e37_79b9 &* number })
  }
}
