// SPDX-License-Identifier: MIT

import Causality

/// A session in the order of siblings whose Lamport times are equal.
///
/// A derived session stands at the place of the session from which it was derived, and branches
/// stand in the order of the first branches that part them. So the order of two events stays the
/// same when more branches become known and their sessions get other names. Positions that authors
/// saw depend on that order.
struct SessionAge: Comparable {
  let session: SessionID
  /// The branch of a derived session; nil for any other session.
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

/// A derived session and the sessions from which it branched off.
final class SessionBranch: Sendable {
  let session: SessionID
  /// The derived session that this one continues. Nil if that session was not derived.
  let stem: SessionBranch?
  let depth: Int

  /// The greatest depth of a branch. A deeper branch does not know its stem; only forged histories
  /// have one.
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
  ///   - first: The earliest event of a derived session from which this one may have branched off.
  ///   - walk: The number of runs that may still be visited; visited runs are subtracted.
  func branch(beganBy index: Int, from first: Int?, _ walk: inout Int) -> SessionBranch {
    let session = sessions[runs[index].session]
    guard let first else { return SessionBranch(session, stem: nil) }
    let stem = last(seenBy: parents(ofRun: index), from: first, &walk) { place in
      branches[place] != nil && sessions[place].mayBeKin(of: session)
    }
    return SessionBranch(session, stem: stem.flatMap { branches[runs[run(of: $0)].session] })
  }

  /// The last event of some sessions that a version has seen.
  ///
  /// - Parameters:
  ///   - tips: The tips of the version.
  ///   - first: The first event to search; earlier ones are skipped.
  ///   - walk: The number of runs that may still be visited; visited runs are subtracted.
  ///   - isWanted: Whether the session at a place is one of these sessions.
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
      // Other events of the run have the same events before it.
      while let next = queue.greatest, next >= runs[run].start { _ = queue.popGreatest() }
      forEachParent(ofRun: run) { parent, _ in queue.insert(parent) }
    }
    return nil
  }
}
