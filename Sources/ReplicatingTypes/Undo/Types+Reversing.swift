// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality
  import ReplicatingText
  import SequenceEngine

  /// Undoing gives a register its former value back if the register still has the value that the
  /// edit set.
  extension ReplicatingRegister: Reversible where Value: PlainValue {
    package var mark: ReplicatingRegister { self }

    package func reversal(since mark: ReplicatingRegister) -> Reversal? {
      if stamp == mark.stamp { return nil }
      let (before, after) = (mark.current.plainBytes, current.plainBytes)
      return before == after ? nil : .value(before: before, after: after)
    }

    package mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing) {
      guard case .value(let before, let after) = reversal, current.plainBytes == after else {
        return
      }
      var reader = ByteReader(before)
      if let former = try? KeptValue(from: &reader, orShowing: value) { set(former) }
    }

    package func isWithin(_ former: ReplicatingRegister) -> Bool {
      current.plainBytes == former.current.plainBytes
    }
  }

  /// Undoing gives the register its former values back if the register still has exactly the values
  /// that the edit set.
  extension ReplicatingMultiValueRegister: Reversible where Value: PlainValue {
    /// The values, newest first.
    package var mark: FieldPart { FieldPart(storage.state.choices) }

    package func reversal(since mark: FieldPart) -> Reversal? {
      let old = mark.content(as: [MultiValueState<Value>.Choice].self) ?? []
      let new = storage.state.choices
      if old.map(\.stamp) == new.map(\.stamp) { return nil }
      let (before, after) = (Self.bytes(of: old), Self.bytes(of: new))
      return before == after ? nil : .value(before: before, after: after)
    }

    package mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing) {
      guard case .value(let before, let after) = reversal,
        Self.bytes(of: storage.state.choices) == after
      else { return }
      if let former = try? Self.values(from: before) { set(former) }
    }

    package func isWithin(_ former: ReplicatingMultiValueRegister) -> Bool {
      Self.bytes(of: storage.state.choices) == Self.bytes(of: former.storage.state.choices)
    }

    private static func bytes(of choices: [MultiValueState<Value>.Choice]) -> [UInt8] {
      var writer = ByteWriter()
      writer.writeCount(choices.count)
      for choice in choices { choice.kept.encode(to: &writer) }
      return writer.bytes
    }

    private static func values(
      from bytes: [UInt8]
    ) throws(DecodingFailure) -> [KeptValue<Value>] {
      var reader = ByteReader(bytes)
      var values: [KeptValue<Value>] = []
      for _ in 0..<(try reader.readCount()) { values.append(try KeptValue(from: &reader)) }
      return values
    }
  }

  /// Undoing subtracts the amount of the edit. A new counter that has taken the place of the edited
  /// counter lacks this amount, and does not change.
  extension ReplicatingCounter: Reversible {
    package var mark: CounterSums { version }

    package func reversal(since mark: CounterSums) -> Reversal? {
      let amount = version.total - mark.total
      if amount == 0 { return nil }
      return Int(exactly: amount).map { .amount($0, in: version.news(since: mark)) } ?? .nothing
    }

    package mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing) {
      if case .amount(let amount, let sums) = reversal, contains(sums) { decrement(by: amount) }
    }

    package func isWithin(_ former: ReplicatingCounter) -> Bool { value == former.value }
  }

  /// Undoing deletes the text that the edit typed, and puts the text back that the edit deleted, as
  /// ``TextUndo`` does.
  extension ReplicatingText: Reversible {
    package var mark: SequenceVersion { version }

    package func reversal(since mark: SequenceVersion) -> Reversal? {
      let edits = edits(since: mark)
      return edits.isEmpty ? nil : .edits(edits)
    }

    package mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing) {
      guard case .edits(let edits) = reversal else { return }
      let (putBack, lacksElements) = undo(edits, renamedBy: undoing.before.renamings)
      undoing.note(putBack, lacksElements: lacksElements)
    }

    package func isWithin(_ former: ReplicatingText) -> Bool {
      areWithin(string.unicodeScalars, former.string.unicodeScalars, ==)
    }
  }

  /// Undoing removes the elements that the edit inserted, and puts back the elements that the edit
  /// removed.
  extension ReplicatingArray: Reversible where Element: PlainValue {
    package var mark: SequenceVersion { version }

    package func reversal(since mark: SequenceVersion) -> Reversal? {
      let edits = storage.sequence.log.edits(since: mark)
      return edits.isEmpty ? nil : .edits(edits)
    }

    package mutating func revert(_ reversal: Reversal, _ undoing: inout Undoing) {
      guard case .edits(let edits) = reversal else { return }
      let (changes, lacksElements) = storage.sequence.log.changes(
        undoing: edits, renamedBy: undoing.before.renamings, without: storage.sequence.gaps,
        cache: storage.history)
      var putBack: ElementRenaming?
      if !changes.isEmpty {
        let (_, session) = apply(changes)
        putBack = storage.sequence.log.renaming(by: changes, of: session)
      }
      undoing.note(putBack, lacksElements: lacksElements)
    }

    package func isWithin(_ former: ReplicatingArray) -> Bool {
      areWithin(self, former) { SameEdit.bytes(of: $0) == SameEdit.bytes(of: $1) }
    }
  }

  /// Whether removing some elements of `former` leaves `elements`.
  private func areWithin<Elements: Sequence>(
    _ elements: Elements, _ former: Elements,
    _ areSame: (Elements.Element, Elements.Element) -> Bool
  ) -> Bool {
    var former = former.makeIterator()
    return elements.allSatisfy { element in
      while let next = former.next() {
        if areSame(next, element) { return true }
      }
      return false
    }
  }

  extension KeptValue where Value: PlainValue {
    fileprivate var plainBytes: [UInt8] {
      var writer = ByteWriter()
      encode(to: &writer)
      return writer.bytes
    }
  }

#endif
