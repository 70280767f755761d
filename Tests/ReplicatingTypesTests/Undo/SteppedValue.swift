// SPDX-License-Identifier: MIT

import Testing

@testable import ReplicatingTypes

/// A value with its steps, as a library keeps them.
struct SteppedValue<Value> {
  private(set) var value: Value
  private(set) var undos: [Reversal] = []
  private var redos: [Reversal] = []
  private var putBack = PutBack()
  private let reversing = Reversing<Value>()

  init(_ value: Value) {
    self.value = value
  }

  /// Makes an edit that is a step.
  mutating func edit(_ body: (inout Value) -> Void) throws {
    let mark = reversing.mark(value)
    body(&value)
    undos.append(try #require(reversing.reversal(value, mark)))
  }

  /// Makes an edit that is no step.
  mutating func change(_ body: (inout Value) -> Void) { body(&value) }

  mutating func undo() { redos.append(revert(undos.removeLast())) }

  mutating func redo() { undos.append(revert(redos.removeLast())) }

  private mutating func revert(_ step: Reversal) -> Reversal {
    let mark = reversing.mark(value)
    var undoing = Undoing(after: putBack)
    reversing.revert(&value, step, &undoing)
    putBack = putBack + undoing.new
    return reversing.reversal(value, mark) ?? .nothing
  }
}
