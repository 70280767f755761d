// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A document of a type that only merges and is `Codable`. It is stored and sent whole.
///
/// Name its kind, and the rest follows:
///
/// ```swift
/// struct Shelf: WholeDocument {
///   private(set) var books: Set<String> = []
///
///   static let kind = "com.example.shelf"
///
///   func merged(with other: Shelf) -> Shelf { Shelf(books: books.union(other.books)) }
/// }
/// ```
///
/// The value is its own version and its own delta. So every edit stores and sends the whole value, a comparison of
/// versions merges two values, and the removal of a document keeps the removed value for ever. This suits values of
/// some kilobytes. For larger values, use a ``ReplicatingModel``, which sends only what is new in its fields.
///
/// The value of `init()` stands for "unedited": it is the same each time, and merging it changes
/// nothing. An edit that merging does not keep, such as a removal from the shelf above, is not stored.
///
/// If a later version of the app adds a property, make it Optional, or write an `init(from:)`, because stored documents
/// lack the property. Swift's own `init(from:)` refuses them with `DecodingFailure.foreignValue`, which names the type
/// and the property. Such documents stay as they are, for a version of the app that reads them. A merge of two absent
/// values must be absent. Bytes with a part that the type does not decode are refused as bytes of a newer version of
/// the app.
public protocol WholeDocument: ReplicatingDocument, ReplicaVersion, PlainValue
where Version == Self, Delta == Self {
  /// The name of the type in saved and sent bytes, such as `com.example.shelf`. Bytes of another
  /// kind are refused. Choose a name that nobody else uses, and never change it.
  static var kind: String { get }
}

extension WholeDocument {
  public static var frameKind: FrameKind { FrameKind(kind) }

  public func encode(to writer: inout ByteWriter) { writer.writePlain(self) }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self = try reader.readWholePlain()
  }

  /// The value itself.
  public var version: Self { self }

  public func news(since other: Self) -> Self { other.covers(self) ? Self() : self }

  /// Whether merging the other value changes nothing.
  public func contains(_ version: Self) -> Bool { covers(version) }

  /// This value builds on no other, so a receiver need know nothing.
  public func basis(of delta: Self?, since version: Self) -> Self { Self() }

  /// The whole value; nil if `version` covers it.
  public func delta(since version: Self) -> Self? { version.covers(self) ? nil : self }

  /// Accepts each value.
  public func validate(_ delta: Self) throws(MissingHistory) {}

  /// Merges the other value.
  public mutating func merge(delta: Self) throws(MissingHistory) { merge(delta) }
}
