// SPDX-License-Identifier: MIT

import Causality
import NaiveFugue

@testable import ReplicatingText
@testable import SequenceEngine

/// The naive tree of a text's history.
struct NaiveText {
  private var tree = NaiveFugue<SessionID, Unicode.Scalar>()

  init(_ text: ReplicatingText) {
    let utf8 = text.storage.inserted.utf8(0..<text.storage.inserted.count)
    let inserted = Array(String(decoding: utf8, as: UTF8.self).unicodeScalars)
    let graph = text.storage.log.graph
    text.storage.log.operations.forEachPiece(in: 0..<graph.count) { piece in
      for (offset, event) in piece.events.enumerated() {
        let position = piece.run.dropping(offset).position
        tree.add(
          FugueEvent(
            Self.id(graph.dot(of: event)),
            after: graph.parents(of: event).map { Self.id(graph.dot(of: $0)) },
            piece.run.isInsert
              ? .insert(inserted[piece.firstElement + offset], at: position)
              : .delete(at: position)))
      }
    }
  }

  /// The text when all events are known.
  var string: String { Self.string(tree.elements) }

  /// The text at the version of a text with a part of the history.
  func string(asSeenBy text: ReplicatingText) -> String {
    Self.string(tree.elements(at: text.version.tips.map { Self.id($0) }))
  }

  /// The offset of an anchor when all events are known.
  func offset(of anchor: ReplicatingText.Anchor) -> Int? {
    guard let element = anchor.element else {
      return anchor.side == .before ? tree.elements.count : 0
    }
    guard let place = tree.position(of: Self.id(element)) else { return nil }
    return place.before + (anchor.side == .after && place.isVisible ? 1 : 0)
  }

  private static func id(_ dot: Dot) -> FugueEventID<SessionID> {
    FugueEventID(dot.session, dot.number)
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: scalars)
    return String(string)
  }
}
