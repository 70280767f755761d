// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A place in ordered content that stays with an element wherever merges and edits move the
/// element.
///
/// An anchor means the same place in every copy that knows the element. If the element is deleted,
/// the anchor stays at the element's former place.
public struct SequenceAnchor: Hashable, Sendable {
  /// A side of an element.
  public enum Side: UInt8, Hashable, Sendable {
    /// Before the element: an insert at this place goes before the anchor.
    case before = 0
    /// After the element: an insert at this place goes after the anchor.
    case after = 1
  }

  /// The edit that inserted the element; nil for the start or the end.
  public let element: Dot?

  /// The side of the element on which the anchor stands.
  public let side: Side

  /// Makes an anchor at an element, or at the start or the end.
  ///
  /// - Parameter element: The edit that inserted the element. Nil means the end of the content for
  ///   the side `before`, and the start of the content for the side `after`.
  public init(_ side: Side, _ element: Dot?) {
    self.element = element
    self.side = side
  }

  /// The start, whatever is inserted there.
  public static let start = SequenceAnchor(.after, nil)

  /// The end, whatever is inserted there.
  public static let end = SequenceAnchor(.before, nil)
}

extension SequenceAnchor: AlwaysEncodable {
  public static let frameKind = FrameKind(code: 32, name: "an anchor in a sequence")

  public func encode(to writer: inout ByteWriter) {
    writer.writeVarint(UInt64(side.rawValue) + (element == nil ? 0 : 2))
    element?.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let flags = try reader.readInt(limit: 3)
    let element = flags & 2 == 0 ? nil : try Dot(from: &reader)
    self.init(flags & 1 == 0 ? .before : .after, element)
  }
}

#if !hasFeature(Embedded)
  extension SequenceAnchor: FrameCodable {}
#endif

extension SequenceLog {
  /// The anchor of a position.
  ///
  /// - Parameters:
  ///   - position: The position, at most `documentLength`.
  ///   - documentLength: The number of elements in the document now.
  /// - Complexity: O(log *n*) for *n* runs in the index, plus the cost of `HistoryIndex.feed(_:)`.
  package func anchor(
    at position: Int, _ side: SequenceAnchor.Side, documentLength: Int,
    cache: borrowing HistoryCache
  ) -> SequenceAnchor {
    let neighbour = side == .before ? position : position - 1
    guard neighbour >= 0, neighbour < documentLength else { return SequenceAnchor(side, nil) }
    let element = cache.withIndex(of: self) { $0.element(at: neighbour) }
    return SequenceAnchor(side, graph.dot(of: element))
  }

  /// The position of an anchor.
  ///
  /// - Returns: Nil if this log does not know the anchor's element.
  /// - Complexity: O(log *n*) for *n* runs in the index, plus the cost of `HistoryIndex.feed(_:)`.
  package func position(
    of anchor: SequenceAnchor, documentLength: Int, cache: borrowing HistoryCache
  ) -> Int? {
    guard let dot = anchor.element else { return anchor.side == .before ? documentLength : 0 }
    guard let element = graph.index(of: dot),
      let place = cache.withIndex(of: self, { $0.place(of: element) })
    else { return nil }
    return anchor.side == .after && place.isVisible ? place.position + 1 : place.position
  }
}
