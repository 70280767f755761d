// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A group of parts that can be read over a group of defaults.
public protocol FieldGroup: PersistentReplicable, Hashable where Version: Framed, Delta: Framed {
  /// The types of the parts, in order.
  static var fieldTypes: [Any.Type] { get }

  /// Reads parts; those that the bytes lack stay as they are.
  ///
  /// - Parameter model: What errors call the model, such as "a task".
  /// - Throws: `.newerModel` if the bytes have parts that the group lacks.
  mutating func decode(from reader: inout ByteReader, as model: String) throws(DecodingFailure)
}

/// A struct of replicating values that replicates field by field.
///
/// List the fields once, both ways, and the rest follows: merging, versions,
/// deltas, equality, the saved form, and `Codable`, whose encoders get that form
/// as one string.
///
/// ```swift
/// struct Task: ReplicatingFields {
///   var title = ReplicatingRegister(default: "")
///   var tags = ReplicatingSet<String>()
///
///   static let frameKind = FrameKind(code: 1000, name: "a task")
///
///   var fields: Fields<ReplicatingRegister<String>, ReplicatingSet<String>> {
///     get { Fields(title, tags) }
///     set { (title, tags) = newValue.values }
///   }
/// }
/// ```
///
/// The order of the fields is part of the saved form: add new ones at the end,
/// with ``ReplicatingRegister/init(default:)`` or empty, and keep the old.
/// Edit fields in place; assigning a fresh value to one starts a second
/// history, which merging adds to the first. Frame kinds below 1000 belong to
/// this package.
///
/// Every stored property is one of the fields, or named in ``uncheckedProperties``: decoding
/// makes all others anew, and equality does not tell. The first use of a type that stores
/// another, such as `let id = UUID()`, stops the program with the property's name. Store it in
/// a ``ReplicatingRegister/init(default:)``, or make it computed or static.
///
/// A model is `Sendable` and need not say so; its caches must be `Sendable` too.
public protocol ReplicatingFields:
  PersistentReplicable, FieldListing, ReplicatingDocument, Hashable, Codable
{
  /// The type of ``fields``: ``Fields`` of the fields' types.
  associatedtype Group: FieldGroup
  associatedtype Version = Group.Version
  associatedtype Delta = Group.Delta

  /// All replicating fields, always in the same order.
  var fields: Group { get set }

  /// Names of stored properties that ``fields`` need not list, none by default: caches that can
  /// be computed again, and properties that hold several fields in one.
  ///
  /// They are not saved, sent, merged or compared.
  static var uncheckedProperties: Set<String> { get }

  /// Makes a value that nobody has edited: every field empty or a default.
  init()
}

extension ReplicatingFields {
  public static var uncheckedProperties: Set<String> { [] }
}

extension ReplicatingFields {
  public var version: Group.Version {
    checkProperties()
    return fields.version
  }

  public var reach: Group.Version { fields.reach }

  public func contains(_ version: Group.Version) -> Bool { fields.contains(version) }

  public func contains(_ version: Group.Version, in later: Group.Version) -> Bool {
    fields.contains(version, in: later)
  }

  public func shortened(_ version: Group.Version) -> Group.Version { fields.shortened(version) }

  public func version(besides news: Group.Version) -> Group.Version {
    fields.version(besides: news)
  }

  public func basis(of delta: Group.Delta?, since version: Group.Version) -> Group.Version {
    fields.basis(of: delta, since: version)
  }

  public func delta(since version: Group.Version) -> Group.Delta? {
    fields.delta(since: version)
  }

  public func validate(_ delta: Group.Delta) throws(MissingHistory) {
    try fields.validate(delta)
  }

  public func contradicts(_ other: Self) -> Bool { fields.contradicts(other.fields) }

  public func sharesHistory(with other: Self) -> Bool {
    fields.sharesHistory(with: other.fields)
  }

  public mutating func merge(delta: Group.Delta) throws(MissingHistory) {
    checkProperties()
    try fields.merge(delta: delta)
  }

  public func merged(with other: Self) -> Self {
    checkProperties()
    var result = self
    result.fields.merge(other.fields)
    return result
  }

  public mutating func forgetDeleted() { fields.forgetDeleted() }

  public static func == (left: Self, right: Self) -> Bool { left.fields == right.fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }

  public func encode(to writer: inout ByteWriter) {
    checkProperties()
    fields.encode(to: &writer)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init()
    checkProperties()
    try fields.decode(from: &reader, as: Self.frameKind.name)
  }

  /// Encodes the saved form as one string.
  public func encode(to encoder: any Encoder) throws {
    try encodeFrame(to: encoder)
  }

  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    try self.init(frameFrom: decoder)
  }
}
