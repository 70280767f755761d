// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

struct ZScratch {
  func violation<V, O>(_ s: LawSubject<V, O>, _ flaw: Flaw?, seed: UInt64) -> LawViolation? {
    Flaw.$current.withValue(flaw) {
      do throws(LawViolation) { _ = try LawDriver(s, seed: seed).run(schedules: 2000); return nil } catch { return error }
    }
  }
  func line(_ name: String, _ f: (UInt64) -> LawViolation?) {
      var line = "\(name):"
      for seed in 1...10 as ClosedRange<UInt64> {
        let v = f(seed)
        line += v.map { " \($0.law)@\($0.schedule)/\($0.steps)" } ?? " MISSED"
        if seed == 1, let v { print(v) }
      }
      print(line)
  }
  @Test func seeds() throws {
    line("sum") { violation(.sum(), nil, seed: $0) }
    for flaw in [Flaw.mintsWhenMerging, .keepsIdentityInCopies, .encodesInHashOrder, .changesWhenRefusing, .saysNothingIsNew] {
      line("\(flaw)") { violation(.journal(), flaw, seed: $0) }
    }
    line("ties") { violation(.choice(), .keepsLeftOnTies, seed: $0) }
    for flaw in [Flaw.omitsRemovalsInDelta, .missesNestedUpdates, .assignsIntoTheOldLife, .listsByArrival] {
      line("\(flaw)") { violation(.shelf(), flaw, seed: $0) }
    }
    line("card") { violation(.card(), .forgetsAProperty, seed: $0) }
    line("wrapper") { violation(.wrapper(directMerge: { $0.merged(with: $1) }), nil, seed: $0) }
    print(try LawDriver(.shelf()).run(schedules: 2000))
    print(try LawDriver(.card()).run(schedules: 2000))
    print(try LawDriver(.wrapper()).run(schedules: 2000))
  }
}
