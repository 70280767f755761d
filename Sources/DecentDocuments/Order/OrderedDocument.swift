// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// A document that people put into an order, such as an item of a list.
///
/// ```swift
/// struct Chore: ReplicatingModel, OrderedDocument {
///   var name = ReplicatingRegister(default: "")
///   var place = ReplicatingRegister(default: FractionalIndex.unset)
///   var newerFields = NewerFields()
///
///   static let kind = "com.example.chore"
///   static let fields = FieldList(("name", \Chore.name), ("place", \.place))
/// }
///
/// let chores = try library.collection(of: Chore.self)
/// try chores.move(id, before: other)
/// for id in try chores.ids() { … }  // in order
/// ```
///
/// A document that is added stands last. A move is one edit of ``place``. It changes no other
/// document, so moves of different documents never conflict. If two devices move one document
/// concurrently, the later move wins on all devices.
public protocol OrderedDocument: ReplicatingDocument {
  /// The index that the last move gave the document, or that the document got when it was added.
  /// `DocumentCollection.move(_:before:)` sets it.
  var place: ReplicatingRegister<FractionalIndex> { get set }

  /// The index by which the document is sorted among others. By default, the value of ``place``.
  ///
  /// Documents whose index is unset are sorted by their ids, the greatest first. These documents
  /// stand after documents that were moved to the front, and before documents that were added at
  /// the end. A document with a time of creation may be sorted by that time until its first move:
  ///
  /// ```swift
  /// var order: FractionalIndex {
  ///   place.value == .unset ? FractionalIndex(ofTime: created.value) : place.value
  /// }
  /// ```
  ///
  /// With this `order`, `DocumentCollection.add(_:id:)` sets no place. The index must follow from
  /// the document alone, and in the same way in each version of the app.
  var order: FractionalIndex { get }
}

extension OrderedDocument {
  public var order: FractionalIndex { place.value }

  /// The key that the document is sorted by.
  func key(of id: UUID) -> FractionalIndex.Key {
    FractionalIndex.Key(order == .unset ? .unplaced : order, of: id.number)
  }
}

extension FractionalIndex {
  /// The index of documents that were never given a place. It lies in the middle of all indexes, so
  /// the index of a document that is put first or last is short.
  static let unplaced = FractionalIndex(bytes: [0x80])
}

extension UUID {
  fileprivate var number: UInt128 {
    withUnsafeBytes(of: uuid) { bytes in bytes.reduce(0) { $0 << 8 | UInt128($1) } }
  }
}

extension IndexValue {
  /// The sort key of a document: bytes for a column of an app's ``DocumentIndex``. A query that
  /// sorts by the column returns the selected documents in the order of their collection.
  ///
  /// ```swift
  /// try tables.run("INSERT OR REPLACE INTO open VALUES (?, ?)", .id(id), .place(of: chore, id))
  /// ```
  ///
  /// - Parameters:
  ///   - document: The document to be sorted.
  ///   - id: The document's id.
  public static func place(of document: some OrderedDocument, _ id: UUID) -> IndexValue {
    .bytes(document.key(of: id).bytes)
  }
}
