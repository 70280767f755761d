// SPDX-License-Identifier: MIT

import BinaryCoding

/// The form in which a model was saved before its fields had keys. It is needed to read such bytes.
///
/// Formats before 5 saved the fields of a model in a fixed order, under a number that the app chose
/// for the model.
public struct FormerFields: Sendable {
  /// The number of the model, which its frames keep; nil if it was not saved then.
  public let code: UInt64?

  /// The keys of the fields, in the order in which they were saved.
  public let keys: [String]

  /// Names the former form.
  public init(code: UInt64, keys: [String]) {
    self.init(code, keys)
  }

  private init(_ code: UInt64?, _ keys: [String]) {
    self.code = code
    self.keys = keys
  }

  /// The form of a model that was not saved then.
  public static let never = FormerFields(nil, [])
}

extension FormerFields {
  /// Reads what fields hold, as FORMAT.md says under "Models before format 5": a count, then each as
  /// a part. Missing fields at the end and empty parts hold nothing.
  ///
  /// - Throws: `.newerModel` for more fields than were ever saved so.
  static func read<Model: ReplicatingModel>(
    of model: Model.Type, from reader: inout ByteReader,
    _ read: (Int, ModelField<Model>, inout ByteReader) throws(DecodingFailure) -> Void
  ) throws(DecodingFailure) {
    let former = Model.former
    guard former.code != nil else {
      throw reader.corrupt("a form that \(Model.kind) never had")
    }
    let count = try reader.readCount()
    guard count <= former.keys.count else {
      throw .newerModel(name: Model.kind, fields: count, known: former.keys.count)
    }
    let fields = Model.fields.all
    for key in former.keys.prefix(count) {
      var part = try reader.readPart()
      guard !part.isAtEnd, let place = fields.firstIndex(where: { $0.key == key }) else { continue }
      try read(place, fields[place], &part)
      try part.expectEnd()
    }
  }
}
