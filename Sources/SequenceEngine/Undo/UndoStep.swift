// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Edits that are undone together.
package struct UndoStep: Equatable, Sendable {
  /// The last visible element before the targets of the deletes, in the document after the step.
  enum Leader: Hashable {
    /// Unknown, because the step was read from bytes: see ``SequenceLog/findLeaders(of:cache:)``.
    case unread
    /// There are no deletes.
    case none
    /// The targets stood at the start of the document.
    case start
    case element(Dot)
  }

  /// Consecutive edits.
  struct Edit {
    var dots: DotRange
    /// The first visible element after the targets of the deletes, in the document after the step;
    /// nil for the end.
    var follower: Dot?
    var leader: Leader
    /// Whether the leader is saved. If not, `findLeaders` finds it in the history after reading.
    /// The history does not show the leader once the step names an element that was put back.
    var isLeaderSaved = false

    var savedLeader: Leader { isLeaderSaved ? leader : .unread }
  }

  private(set) var edits: [Edit] = []

  init() {}

  /// Whether some leader is still to be found.
  var lacksLeaders: Bool { edits.contains { $0.leader == .unread } }

  /// Adds later edits.
  mutating func append(_ later: UndoStep) {
    for edit in later.edits { append(edit) }
  }

  mutating func append(_ edit: Edit) {
    if let last = edits.last, last.dots.session == edit.dots.session,
      last.dots.numbers.upperBound == edit.dots.numbers.lowerBound,
      last.follower == edit.follower, last.savedLeader == edit.savedLeader
    {
      edits[edits.count - 1].dots.numbers =
        last.dots.numbers.lowerBound..<edit.dots.numbers.upperBound
      // Targets with one follower stand in one gap, and so have one leader.
      if edit.leader != .none { edits[edits.count - 1].leader = edit.leader }
    } else {
      edits.append(edit)
    }
  }

  mutating func setLeader(_ leader: Leader, at place: Int) { edits[place].leader = leader }

  /// Replaces the names of elements that were put back by their last names.
  ///
  /// - Complexity: The cost of `lastNames(of:)` for each edit of this step.
  mutating func rename(_ renamings: [ElementRenaming]) {
    guard edits.contains(where: { edit in renamings.contains { $0.concerns(edit) } }) else {
      return
    }
    let old = edits
    edits = []
    for edit in old {
      let follower = edit.follower.map { renamings.lastName(of: $0) }
      var leader = edit.leader
      if case .element(let dot) = leader { leader = .element(renamings.lastName(of: dot)) }
      let isSaved = leader == .start || leader.dot != nil
      for dots in renamings.lastNames(of: edit.dots) {
        append(Edit(dots: dots, follower: follower, leader: leader, isLeaderSaved: isSaved))
      }
    }
  }
}

extension UndoStep.Leader {
  /// The dot of the element.
  var dot: Dot? {
    if case .element(let dot) = self { dot } else { nil }
  }
}

/// Compares leaders only if they are saved. So a step equals the step read from its bytes.
extension UndoStep.Edit: Equatable {
  static func == (first: Self, second: Self) -> Bool {
    first.dots == second.dots && first.follower == second.follower
      && first.savedLeader == second.savedLeader
  }
}

/// Written as FORMAT.md says under "Undo steps".
extension UndoStep: BinaryCodable {
  package func encode(to writer: inout ByteWriter) {
    writer.writeCount(edits.count)
    for edit in edits {
      edit.dots.encode(to: &writer)
      let leader = edit.isLeaderSaved ? (edit.leader == .start ? 2 : 1) : 0
      writer.writeCount(2 * leader + (edit.follower == nil ? 0 : 1))
      edit.follower?.encode(to: &writer)
      if edit.isLeaderSaved { edit.leader.dot?.encode(to: &writer) }
    }
  }

  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let count = try reader.readCount(itemSize: 5)
    for _ in 0..<count {
      let dots = try DotRange(from: &reader)
      let neighbours = try reader.readInt(limit: 5)
      let follower = neighbours % 2 == 1 ? try Dot(from: &reader) : nil
      let leader: Leader =
        switch neighbours / 2 {
        case 0: .unread
        case 1: .element(try Dot(from: &reader))
        default: .start
        }
      append(
        Edit(dots: dots, follower: follower, leader: leader, isLeaderSaved: leader != .unread))
    }
    guard count > 0, edits.count == count else { throw reader.corrupt("a step of no such form") }
  }
}
