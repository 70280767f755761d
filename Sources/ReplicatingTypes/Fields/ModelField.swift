// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// What a model does with one of its fields, in place, whatever the type of the field.
///
/// A version or a delta is nil if it is that of nothing.
protocol ModelField<Model>: Sendable {
  associatedtype Model

  /// What saved and sent bytes call the field.
  var key: String { get }
  /// What bytes say of the type of the field.
  var shape: FieldShape { get }
  var type: Any.Type { get }
  /// Where the field is stored.
  var place: AnyKeyPath { get }

  func areEqual(_ one: Model, _ other: Model) -> Bool
  func hash(_ model: Model, into hasher: inout Hasher)
  /// How the constants of two copies differ, in words; nil if they do not, or are none.
  func disagreement(_ one: Model, _ other: Model) -> String?

  // MARK: Merging

  func merge(_ other: Model, into model: inout Model)
  func forgetDeleted(_ model: inout Model)
  func forgetDeleted(_ model: inout Model, heldAt versions: [FieldPart?])
  func sharesHistory(_ one: Model, _ other: Model) -> Bool
  func contradicts(_ one: Model, _ other: Model) -> Bool

  // MARK: Versions

  func version(of model: Model) -> FieldPart?
  func reach(of model: Model) -> FieldPart?
  func contains(_ version: FieldPart?, in model: Model) -> Bool
  func contains(_ version: FieldPart?, in later: FieldPart?, asSeenBy model: Model) -> Bool
  func shortened(_ version: FieldPart?, by model: Model) -> FieldPart?
  func version(of model: Model, besides news: FieldPart?) -> FieldPart?
  func areEqual(_ version: FieldPart?, _ other: FieldPart?) -> Bool
  func merged(_ version: FieldPart?, with other: FieldPart?) -> FieldPart?
  func news(in version: FieldPart?, since other: FieldPart?) -> FieldPart?
  func covers(_ version: FieldPart?, _ other: FieldPart?) -> Bool

  // MARK: Deltas

  func delta(of model: Model, since version: FieldPart?) -> FieldPart?
  func basis(in model: Model, of delta: FieldPart?, since version: FieldPart?) -> FieldPart?
  func validate(_ delta: FieldPart, for model: Model) throws(MissingHistory)
  func merge(_ delta: FieldPart, into model: inout Model) throws(MissingHistory)

  // MARK: Bytes

  func write(_ model: Model, to writer: inout ByteWriter)
  func read(into model: inout Model, from reader: inout ByteReader) throws(DecodingFailure)
  func write(version: FieldPart, to writer: inout ByteWriter)
  func readVersion(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart?
  func write(delta: FieldPart, to writer: inout ByteWriter)
  func readDelta(from reader: inout ByteReader) throws(DecodingFailure) -> FieldPart?
}

/// A version or a delta of a field, whatever its type.
struct FieldPart: Sendable {
  /// An object, since asking one for its type takes a fraction of what asking a value takes.
  private let box: any AnyObject & Sendable

  private final class Box<Content: Sendable>: Sendable {
    let content: Content

    init(_ content: Content) {
      self.content = content
    }
  }

  init<Content: Sendable>(_ content: Content) {
    box = Box(content)
  }

  /// The version or delta, nil if it is of another type.
  func content<Content: Sendable>(as type: Content.Type = Content.self) -> Content? {
    (box as? Box<Content>)?.content
  }
}
