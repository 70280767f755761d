// SPDX-License-Identifier: MIT

extension OperationLog {
  /// The operation that would lengthen an entry without changing its fields.
  struct Continuation: Equatable {
    var kind: OperationKind
    var position: Int
    /// Whether a backspace continues the entry, too. A single delete has no direction, so a
    /// backspace may follow it.
    var mayTurn = false

    /// No continuation: the next operation begins a causal run. Every other continuation has a
    /// position of at least -1.
    static let none = Continuation(kind: .insert, position: -2)

    /// The position of the caret after the entry that this operation would lengthen.
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
