// SPDX-License-Identifier: MIT

import Causality

/// A session in the order of siblings whose Lamport times are equal.
///
/// A derived session stands where the session stands that it was derived from, and branches stand in
/// the order of the first branches that part them. So the order of two events stays when their
/// sessions get other names, because more branches become known. Positions that authors saw depend
/// on that order.
struct SessionAge: Comparable {
  let session: SessionID
  /// Nil of a session that was not derived.
  let branch: SessionBranch?

  static func == (left: Self, right: Self) -> Bool { left.session == right.session }

  static func < (left: Self, right: Self) -> Bool {
    let (one, two) = (left.session, right.session)
    if left.branch == nil, right.branch == nil { return one < two }
    if !one.mayBeKin(of: two) { return one.kin < two.kin }
    guard let branch = left.branch, let other = right.branch else { return left.branch == nil }
    return branch.precedes(other)
  }
}

/// A derived session and the ones that it branched off.
final class SessionBranch: Sendable {
  let session: SessionID
  /// The derived session that this one goes on from. Nil if that was not derived.
  let stem: SessionBranch?
  let depth: Int

  /// Branches of greater depth do not know their stems. Only forged ones have it.
  static let maximumDepth = 64

  init(_ session: SessionID, stem: SessionBranch?) {
    self.session = session
    self.stem = stem.flatMap { $0.depth < Self.maximumDepth ? $0 : nil }
    depth = self.stem.map { $0.depth + 1 } ?? 0
  }

  /// - Complexity: O(*d*) in the depths.
  func precedes(_ other: SessionBranch) -> Bool {
    guard depth == other.depth else {
      return depth < other.depth
        ? other.stem.map { session == $0.session || precedes($0) } ?? false
        : stem.map { $0.session != other.session && $0.precedes(other) } ?? false
    }
    if let stem, let otherStem = other.stem, stem.session != otherStem.session {
      return stem.precedes(otherStem)
    }
    return session < other.session
  }
}

extension CausalGraph {
  /// The branch that a run begins.
  ///
  /// - Parameters:
  ///   - index: The first run of a derived session.
  ///   - first: The earliest event of a derived session that this may have branched off.
  ///   - walk: How many runs may be visited, less those that are.
  func branch(beganBy index: Int, from first: Int?, _ walk: inout Int) -> SessionBranch {
    let session = sessions[runs[index].session]
    guard let first else { return SessionBranch(session, stem: nil) }
    let stem = last(seenBy: parents(ofRun: index), from: first, &walk) { place in
      branches[place] != nil && sessions[place].mayBeKin(of: session)
    }
    return SessionBranch(session, stem: stem.flatMap { branches[runs[run(of: $0)].session] })
  }

  /// The last of the events that a version has seen of some sessions.
  ///
  /// - Parameters:
  ///   - tips: Of the version.
  ///   - first: No earlier event is looked for.
  ///   - walk: How many runs may be visited, less those that are.
  ///   - isWanted: Whether a session, by its place, is one of them.
  /// - Complexity: O(*r* log *r*) in the runs from that event on.
  func last(
    seenBy tips: [Int], from first: Int = 0, _ walk: inout Int, where isWanted: (Int) -> Bool
  ) -> Int? {
    var queue = Heap<Int>()
    for tip in tips { queue.insert(tip) }
    while walk > 0, let event = queue.popGreatest(), event >= first {
      WorkCounter.visitRun()
      walk -= 1
      let run = run(of: event)
      if isWanted(runs[run].session) { return event }
      // Other events of the run have the same before it.
      while let next = queue.greatest, next >= runs[run].start { _ = queue.popGreatest() }
      forEachParent(ofRun: run) { parent, _ in queue.insert(parent) }
    }
    return nil
  }
}
