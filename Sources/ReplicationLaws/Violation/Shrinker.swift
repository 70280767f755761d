// SPDX-License-Identifier: MIT

/// Shortens and simplifies a plan that breaks a law. The result breaks the same law.
///
/// Parts of the plan are left out, large parts first. Then the remaining actions are made simpler.
/// These steps are repeated for as long as they help. (Zeller and Hildebrandt, "Simplifying and
/// Isolating Failure-Inducing Input", IEEE TSE 28(2), 2002, doi:10.1109/32.988498. The complements
/// of parts are not tried; removing single actions makes up for that.)
struct Shrinker {
  /// A plan and the breach it ends in.
  struct Failure {
    var plan: Plan
    var breach: Breach
    var script: Script

    /// The cost of the failure: the size of the plan first, then the length of the script. Less is
    /// better.
    var cost: [Int] {
      [plan.size, script.length]
    }
  }

  /// If a plan has more actions than this number, its pairs of actions are not tried.
  private static let mostForPairs = 24

  /// Carries out a plan. Returns nil if no law breaks.
  let attempt: (Plan) -> Failure?

  private(set) var best: Failure
  private var executionsLeft: Int

  /// Makes a shrinker.
  ///
  /// - Parameters:
  ///   - failure: The failure to shrink.
  ///   - executions: The greatest number of plans that may be carried out, apart from `tidy()`.
  init(_ failure: Failure, executions: Int, attempt: @escaping (Plan) -> Failure?) {
    self.attempt = attempt
    best = failure
    executionsLeft = executions
  }

  /// Shrinks until no change helps, or no more plans may be carried out.
  mutating func shrink() -> Failure {
    var isBetter = true
    while isBetter, executionsLeft > 0 {
      let cost = best.cost
      leaveOutParts()
      simplify()
      leaveOutPairs()
      leaveOutWithOtherValues()
      isBetter = best.cost.lexicographicallyPrecedes(cost)
    }
    tidy()
    return best
  }

  /// Carries out a plan. If the plan breaks the same law at a lower cost, the plan becomes `best`.
  @discardableResult
  private mutating func take(_ plan: Plan) -> Bool {
    guard executionsLeft > 0 else { return false }
    executionsLeft -= 1
    guard let failure = attempt(plan), failure.breach.law == best.breach.law,
      failure.cost.lexicographicallyPrecedes(best.cost)
    else { return false }
    best = failure
    return true
  }

  private mutating func leaveOutParts() {
    var size = max(1, best.plan.actions.count / 2)
    while true {
      var end = best.plan.actions.count
      while end > 0 {
        let start = max(0, end - size)
        var plan = best.plan
        plan.actions.removeSubrange(start..<end)
        take(plan)
        end = min(start, best.plan.actions.count)
      }
      guard size > 1 else { return }
      size /= 2
    }
  }

  /// Leaves out two actions at a time if neither can go alone, such as an action and another action
  /// that undoes it.
  private mutating func leaveOutPairs() {
    guard best.plan.actions.count <= Self.mostForPairs else { return }
    var last = best.plan.actions.count - 1
    while last > 0 {
      for first in (0..<last).reversed() {
        var plan = best.plan
        plan.actions.remove(at: last)
        plan.actions.remove(at: first)
        if take(plan) { break }
      }
      last = min(last, best.plan.actions.count) - 1
    }
  }

  /// Lets the last action concern another value, and leaves out an action that is no longer needed.
  private mutating func leaveOutWithOtherValues() {
    guard best.plan.actions.count <= Self.mostForPairs else { return }
    for changed in Simplification.otherValues(in: best.plan) {
      for place in 0..<changed.actions.count - 1 {
        var plan = changed
        plan.actions.remove(at: place)
        if take(plan) { return }
      }
    }
  }

  /// Gives values and devices new names, if the breach does not depend on the names.
  private mutating func tidy() {
    let tidied = Simplification.tidied(best.plan)
    for plan in [Simplification.ordered(tidied), tidied] {
      if let failure = attempt(plan), failure.breach.law == best.breach.law,
        failure.plan.size <= best.plan.size
      {
        best = failure
        return
      }
    }
  }

  private mutating func simplify() {
    var place = 0
    while place < best.plan.actions.count {
      var candidate = 0
      while true {
        let candidates = Simplification.candidates(for: best.plan, at: place)
        guard candidate < candidates.count else { break }
        // The new plan may be simplified further at the same place.
        candidate = take(candidates[candidate]) ? 0 : candidate + 1
        if place >= best.plan.actions.count { return }
      }
      place += 1
    }
    for plan in Simplification.candidates(for: best.plan) { take(plan) }
  }
}
