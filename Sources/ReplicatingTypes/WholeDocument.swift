// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A document that is stored and sent whole. Its type is `Codable` and can merge two values.
///
/// A type states its kind and how two values merge:
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
/// The value is its own version and its own delta. So every edit stores and sends the whole value,
/// a comparison of versions merges two values, and the removal of a document keeps the removed
/// value for ever. This suits values of some kilobytes. For larger values, use a
/// ``ReplicatingModel``, which sends only what is new in its fields.
///
/// `init()` makes the unedited value. This value must be the same each time, and merging it must
/// change nothing. An edit that a merge does not keep, such as the removal of a book from the shelf
/// above, is not stored.
///
/// If a later version of the app adds a property, the documents stored before lack the property. So
/// make the property Optional, or write an `init(from:)`. If the property is not Optional, the
/// `init(from:)` that Swift writes refuses such documents with `DecodingFailure.foreignValue`,
/// which names the type and the property. Refused documents stay stored unchanged. A merge of two
/// nil values of an Optional property must give nil. Bytes with a part that the type does not
/// decode are refused as bytes of a newer version of the app.
public protocol WholeDocument: ReplicatingDocument, ReplicaVersion, PlainValue
where Version == Self, Delta == Self {
  /// The name of the type in saved and sent bytes, such as `com.example.shelf`. Bytes of another
  /// kind are refused. Choose a name that no other type has, and never change it.
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

  /// Whether merging `version` into this value changes nothing.
  public func contains(_ version: Self) -> Bool { covers(version) }

  /// The empty version: a receiver needs no edits before it can take in a whole value.
  public func basis(of delta: Self?, since version: Self) -> Self { Self() }

  /// The whole value, or nil if `version` covers this value.
  public func delta(since version: Self) -> Self? { version.covers(self) ? nil : self }

  /// Accepts every value.
  public func validate(_ delta: Self) throws(MissingHistory) {}

  /// Merges the other value.
  public mutating func merge(delta: Self) throws(MissingHistory) { merge(delta) }
}
