// SPDX-License-Identifier: MIT

import Testing

@testable import Causality
@testable import SequenceEngine

/// The order of siblings stays the same when their sessions get the names of branches.
@Suite struct SessionAgeTests {
  private static let root = session(2, 1)
  /// Sessions on both sides of it.
  private static let others = [session(1, 1), session(2, 0), session(2, 2), session(3, 0)]

  private static func session(_ run: UInt128, _ number: UInt32) -> SessionID {
    SessionID(run: RunID(rawValue: run << 64), number: number)
  }

  /// The age of a branch of the root, or of a branch of it.
  private func age(_ hashes: UInt128...) -> SessionAge {
    var branch: SessionBranch?
    for hash in hashes { branch = SessionBranch(Self.root.derived(by: hash), stem: branch) }
    return SessionAge(session: branch?.session ?? Self.root, branch: branch)
  }

  @Test func aBranchStandsWhereItsRootStands() {
    for other in Self.others {
      let other = SessionAge(session: other, branch: nil)
      for hash in [0, 1, UInt128.max] {
        #expect((age(hash) < other) == (age() < other))
        #expect((other < age(hash)) == (other < age()))
      }
    }
  }

  @Test func aBranchOfABranchStandsWhereThatStands() {
    for hash in [0, 3, 1 << 39] as [UInt128] {
      #expect(age(1) < age(2) && age(1, hash) < age(2) && age(1, hash) < age(2, 7))
      #expect(!(age(2) < age(1, hash)) && age(1) < age(1, hash) && !(age(1, hash) < age(1)))
    }
    #expect(age(1, 4) < age(1, 5) && age(1, 5, 0) > age(1, 4) && age(1, 4, 9) < age(1, 5, 0))
  }

  @Test func aDerivedSessionLeadsBack() {
    let derived = Self.root.derived(by: .max)
    #expect(derived.isDerived && derived != Self.root && derived.derived(by: .max) == Self.root)
    #expect(derived.mayBeKin(of: Self.root) && !derived.mayBeKin(of: Self.others[0]))
  }
}
