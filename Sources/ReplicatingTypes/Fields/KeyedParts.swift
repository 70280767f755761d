// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The fields of a model in bytes (FORMAT.md, "Models"): the number of fields with content, then
/// the key, the shape and the content of each such field, ascending by key. A content is the value,
/// the version or the delta of a field.
struct KeyedParts<Model: ReplicatingModel> {
  /// Writes the contents of fields.
  ///
  /// - Parameters:
  ///   - holds: Whether the field at an index of the list has content to write.
  ///   - held: The contents of fields that the list lacks.
  ///   - write: Writes the content of a listed field.
  static func write(
    to writer: inout ByteWriter, _ holds: (Int) -> Bool, held: [HeldContent],
    _ write: (Int, ModelField<Model>, inout ByteWriter) -> Void
  ) {
    let list = Model.fields
    let places = list.all.indices.filter(holds)
    var rest = held[...]
    writer.writeCount(places.count + held.count)
    for place in places {
      while let next = rest.first, next.id < list.ids[place] {
        next.encode(to: &writer)
        rest.removeFirst()
      }
      list.ids[place].encode(to: &writer)
      writer.writePrefixed(as: "the field \"\(list.all[place].key)\" of \(Model.kind)") {
        write(place, list.all[place], &$0)
      }
    }
    rest.forEach { $0.encode(to: &writer) }
  }

  /// Reads the contents of fields.
  ///
  /// - Parameters:
  ///   - read: Reads the content of a listed field.
  ///   - readHeld: Reads the content of a field that the list lacks, if the model holds such
  ///     fields.
  /// - Throws: `.newerField` for a field that the model neither lists nor holds, `.foreignField`
  ///   for a field of another type, `.newerValue` with the key of the field in its path.
  static func read(
    from reader: inout ByteReader,
    _ read: (Int, ModelField<Model>, inout ByteReader) throws(DecodingFailure) -> Void,
    held readHeld: (HeldContent.Key, inout ByteReader) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) {
    let list = Model.fields
    var place = 0
    try HeldContent.readAll(from: &reader) { (id, part) throws(DecodingFailure) in
      while place < list.ids.count, list.ids[place].key.lexicographicallyPrecedes(id.key) {
        place += 1
      }
      guard place < list.ids.count, list.ids[place].key == id.key else {
        return try readHeld(try Self.held(id), &part)
      }
      let field = list.all[place]
      guard field.shape == id.shape else { throw Self.foreign(field, found: id.shape.name) }
      do throws(DecodingFailure) { try read(place, field, &part) } catch {
        switch error {
        case .foreign(let expected): throw Self.foreign(field, found: "not \(expected)")
        case .foreignValue(_, part: "", let found?): throw Self.foreign(field, found: found)
        default: throw error.within(field.key)
        }
      }
    }
  }

  /// A field that the list lacks, with its id. Throws if the model cannot hold the field.
  private static func held(_ id: FieldID) throws(DecodingFailure) -> HeldContent.Key {
    guard Model.fields.holdsNewerFields, let field = HeldFields.field(id) else {
      throw .newerField(key: id.name, model: Model.kind)
    }
    return HeldContent.Key(id: id, field: field)
  }

  private static func foreign(_ field: ModelField<Model>, found: String) -> DecodingFailure {
    #if hasFeature(Embedded)
      let name = field.shape.name
      let expected = name.hasPrefix("a ") ? String(name.dropFirst(2)) : name
    #else
      let expected = "\(field.type)"
    #endif
    return .foreignField(key: field.key, model: Model.kind, expected: expected, found: found)
  }
}
