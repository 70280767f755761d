// SPDX-License-Identifier: MIT

import ReplicationLaws

func keepsConvergenceOfAChoiceInSchedule14OfSeed1() throws -> Bool {
  nonisolated(unsafe) var bits0: UInt64 = 1
  let device0 = ReplicationEnvironment(
    milliseconds: { 1 },
    random: {
      bits0 &+= 0x9e3779b97f4a7c15
      return bits0
    })
  nonisolated(unsafe) var bits1: UInt64 = 2
  let device1 = ReplicationEnvironment(
    milliseconds: { 1 },
    random: {
      bits1 &+= 0x9e3779b97f4a7c15
      return bits1
    })
  var a = device0.run { Choice() }
  var b = a
  device0.run { a.choose("1100") }
  device1.run { b.choose("42682") }
  return b.merged(with: a) == a.merged(with: b)
}
