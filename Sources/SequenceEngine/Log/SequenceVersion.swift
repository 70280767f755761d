// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The events that a log has seen, named by the tips. The tips stand for all their ancestors, too.
///
/// A version also contains a few older events as hints. From the hints, a replica that does not
/// know the newest events learns which events it need not send. Hints add nothing to the tips, so
/// comparisons ignore them.
public struct SequenceVersion: ReplicaVersion, Sendable {
  /// The events that no other known event builds on, ascending.
  ///
  /// After a merge of versions, some tips may be ancestors of other tips. Only a log can find these
  /// ancestors. They do no harm.
  public private(set) var tips: [Dot]

  /// Some ancestors of the tips, ascending.
  public private(set) var hints: [Dot]

  /// The tips of the version up to which deleted elements were dropped, ascending. Each is a tip of
  /// this version, or an ancestor of a tip.
  public private(set) var dropped: [Dot]

  /// The empty version.
  public init() {
    self.init(tips: [], hints: [])
  }

  init(tips: [Dot], hints: [Dot], dropped: [Dot] = []) {
    self.tips = tips.sorted()
    self.hints = hints.sorted()
    self.dropped = dropped.sorted()
  }

  /// The same version with other hints, which must be ancestors of the tips.
  func hinting(at hints: [Dot]) -> SequenceVersion {
    SequenceVersion(tips: tips, hints: hints, dropped: dropped)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.tips == right.tips && left.dropped == right.dropped
  }

  public func merged(with other: Self) -> Self {
    Self(
      tips: Array(Set(tips).union(other.tips)),
      hints: Array(Set(hints).union(other.hints).subtracting(tips).subtracting(other.tips)),
      dropped: Array(Set(dropped).union(other.dropped)))
  }

  /// This version without hints, without the other's tips, and without the other's ``dropped``
  /// events.
  public func news(since other: Self) -> Self {
    Self(
      tips: Array(Set(tips).subtracting(other.tips)), hints: [],
      dropped: Array(Set(dropped).subtracting(other.dropped)))
  }
}

extension SequenceVersion {
  /// Whether this version names each tip of another version, or a later event of the tip's session.
  /// Tips that only fill in first contents need not be named. Dropped elements are not compared,
  /// because they are no events.
  ///
  /// - Complexity: O(*n*) in the events named by the two versions.
  public func covers(_ other: SequenceVersion) -> Bool {
    var last: [SessionID: Int] = [:]
    for dot in tips + hints { last[dot.session] = max(last[dot.session] ?? 0, dot.number) }
    return other.tips.allSatisfy {
      $0.number <= last[$0.session] ?? -1 || $0.session.isQuiet
    }
  }
}

extension SequenceVersion: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tips)
    hasher.combine(dropped)
  }
}

extension SequenceVersion: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 2, name: "a version of a sequence")

  public func encode(to writer: inout ByteWriter) {
    if !dropped.isEmpty {
      writer.writeCount(0)
      writer.writeCount(Self.droppedSection)
    }
    for dots in dropped.isEmpty ? [tips, hints] : [tips, hints, dropped] {
      writer.writeCount(dots.count)
      dots.forEach { $0.encode(to: &writer) }
    }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let tips = try reader.readAscendingDots()
    guard tips.isEmpty else {
      self.init(tips: tips, hints: try reader.readAscendingDots())
      return
    }
    let section = try reader.readVarint()
    guard section <= UInt64(Self.droppedSection) else { throw .unknownForm }
    self.init()
    if section == 0 { return }
    self.tips = try reader.readAscendingDots()
    hints = try reader.readAscendingDots()
    dropped = try reader.readAscendingDots()
    guard !dropped.isEmpty else { throw reader.corrupt("a version with an empty section") }
  }

  /// In the bytes of a version, this number announces that ``dropped`` follows.
  private static var droppedSection: Int { 1 }
}

extension SequenceLog {
  /// The events that this log has seen.
  ///
  /// - Complexity: O((*t* + log *n*) log *n*) for *t* tips and *n* runs.
  package var version: SequenceVersion {
    SequenceVersion(tips: tips, hints: hints, dropped: dropped)
  }

  /// The dots of the tips.
  package var tips: [Dot] { graph.frontier.map { graph.dot(of: $0) } }

  /// The last events of some runs, at growing distances from the last run.
  private var hints: [Dot] {
    var hints: [Dot] = []
    var distance = 1
    while let last = graph.lastRun, distance <= last {
      let event = graph.events(ofRun: last - distance).upperBound - 1
      if !graph.frontier.contains(event) { hints.append(graph.dot(of: event)) }
      distance *= 2
    }
    return hints
  }

  /// Whether this log has seen all events of a version, and dropped all elements dropped there.
  package func contains(_ version: SequenceVersion) -> Bool {
    version.tips.allSatisfy { graph.knows($0) } && hasDropped(version.dropped)
  }

  /// Whether this log has seen all events of another log, and dropped all elements dropped there.
  package func contains(_ other: SequenceLog) -> Bool {
    containsTips(of: other) && hasDropped(other.dropped)
  }

  private func hasDropped(_ dots: [Dot]) -> Bool {
    if dots.isEmpty { return true }
    guard let tips = try? places(of: dots) else { return false }
    return hasDropped(upTo: tips)
  }

  /// Whether this log has seen all events of another log.
  ///
  /// - Complexity: O(*t* log *n*) for *t* tips and *n* runs of the other log.
  package func containsTips(of other: SequenceLog) -> Bool {
    other.graph.frontier.allSatisfy { graph.knows(other.graph.dot(of: $0)) }
  }

  /// Whether both logs know a common event.
  ///
  /// - Complexity: O(*s*) in the sessions.
  package func sharesEvents(with other: SequenceLog) -> Bool {
    graph.sessions.contains { graph.count(of: $0) > 0 && other.graph.count(of: $0) > 0 }
  }

  /// The events of this log that a copy at `version` lacks, as ascending ranges. Events of
  /// `version` that this log does not know are ignored.
  func events(missingFrom version: SequenceVersion) -> [Range<Int>] {
    let known = (version.tips + version.hints).compactMap { graph.index(of: $0) }
    return graph.events(seenBy: graph.frontier, butNotBy: known)
  }
}
