// SPDX-License-Identifier: MIT

import ReplicationLaws

func keepsConvergence() throws -> Bool {
  nonisolated(unsafe) var bits0: UInt64 = 1
  let device0 = ReplicationEnvironment(
    milliseconds: { 1 },
    random: {
      bits0 &+= 0x9e3779b97f4a7c15
      return bits0
    })
  nonisolated(unsafe) var bits2: UInt64 = 3
  let device2 = ReplicationEnvironment(
    milliseconds: { 1 },
    random: {
      bits2 &+= 0x9e3779b97f4a7c15
      return bits2
    })
  var a = device0.run { Choice() }
  var c = a
  device0.run { a.choose("1100") }
  device2.run { c.choose("42682") }
  return c.merged(with: a) == a.merged(with: c)
}
