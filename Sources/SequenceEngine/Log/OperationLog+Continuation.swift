// SPDX-License-Identifier: MIT

extension OperationLog {
  /// What carries an entry on without a change of it.
  struct Continuation: Equatable {
    var kind: OperationKind
    var position: Int
    /// Whether a backspace carries it on, too: it is a single delete, and has no direction.
    var mayTurn = false

    /// Nothing does: the next operation begins a causal run. No other position is
    /// below -1, where a backspace from the start would go on.
    static let none = Continuation(kind: .insert, position: -2)

    /// Where a caret stands that goes on so.
    var gap: Int { kind == .deleteBackward ? position + 1 : position }

    init(kind: OperationKind, position: Int) {
      self.kind = kind
      self.position = position
    }

    @inline(__always)
    init(of run: OperationRun) {
      kind = run.kind
      position = run.kind == .deleteBackward ? run.end - 1 : run.end
      mayTurn = run.kind == .deleteForward && run.length == 1
    }
  }
}
