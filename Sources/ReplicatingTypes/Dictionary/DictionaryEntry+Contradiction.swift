// SPDX-License-Identifier: MIT

import Causality

extension DictionaryEntry {
  @usableFromInline
  func contradicts(
    _ other: DictionaryEntry, at dot: Dot, by rules: ValueRules<Value>
  ) -> Bool {
    if dot == stamp.dot, other.stamp.dot == dot { return contradicts(sameEdit: other, by: rules) }
    let isEdit = dot == stamp.dot || otherEdits.contains(dot)
    guard isEdit else { return firstInsert < other.firstInsert }
    if rules.replicating != nil, incarnation != other.incarnation {
      return incarnation > other.incarnation
    }
    if dot == stamp.dot { return other.stamp < stamp }
    return !(other.otherEdits + [other.stamp.dot]).contains {
      $0.session == dot.session && $0.number >= dot.number
    }
  }

  private func contradicts(sameEdit other: DictionaryEntry, by rules: ValueRules<Value>) -> Bool {
    guard stamp == other.stamp, isPresent == other.isPresent, incarnation == other.incarnation
    else { return true }
    guard let value, let theirs = other.value else { return false }
    return rules.replicating?.contradicts(value, theirs)
      ?? SameEdit.differs(value, theirs, kept: (keptBytes, other.keptBytes))
  }
}
