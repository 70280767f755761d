// SPDX-License-Identifier: MIT
public struct Replacement { public var old: Range<Int>; public var new: Range<Int> }
public func smallestDifference(from old: [Int], to new: [Int]) -> [Replacement] {
  let p = zip(old, new).prefix { $0 == $1 }.count
  let s = zip(old.dropFirst(p).reversed(), new.dropFirst(p).reversed()).prefix { $0 == $1 }.count
  if p + s == old.count, p + s == new.count { return [] }
  return [Replacement(old: p..<old.count-s, new: p..<new.count-s)]
}
