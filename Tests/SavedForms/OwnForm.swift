// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes

/// The saved form of a value in a device's own bytes. A text in it is believed, so forged bytes may
/// show anything, but no operation on the value may trap.
struct OwnForm<Value: PersistentReplicable & Framed & Sendable>: SavedForm {
  let name: String

  private let values: @Sendable () -> [(name: String, value: Value)]
  private let show: @Sendable (Value) -> String
  private let text: @Sendable (Value) -> ReplicatingText?
  private let edit: @Sendable (inout Value) -> Void
  /// The value that is merged with each read value.
  private let other: Value

  /// - Parameters:
  ///   - text: The text in a value, if it has one.
  ///   - edit: An edit that any value can take.
  init(
    _ name: String, mergedWith other: Value,
    _ values: @escaping @Sendable () -> [(name: String, value: Value)],
    text: @escaping @Sendable (Value) -> ReplicatingText?,
    edit: @escaping @Sendable (inout Value) -> Void,
    show: @escaping @Sendable (Value) -> String
  ) {
    self.name = name
    self.values = values
    self.text = text
    self.other = other
    self.edit = edit
    self.show = show
  }

  /// The values of another form.
  init(
    of form: ReplicatingForm<Value>, text: @escaping @Sendable (Value) -> ReplicatingText?
  ) where Value: Equatable, Value.Version: Framed, Value.Delta: Framed {
    self.init(
      "own-\(form.name)", mergedWith: form.concurrent, { form.values }, text: text,
      edit: form.soundness.edit, show: form.show)
  }

  var kinds: [SavedPart: FrameKind] { [.value: Value.frameKind] }

  func samples() throws(EncodingFailure) -> [SavedSample] {
    var samples: [SavedSample] = []
    for (name, value) in values() {
      samples.append(SavedSample(.value, name, try value.encoded(for: .ownDevice)))
    }
    return samples
  }

  func shown(
    _ bytes: [UInt8], as part: SavedPart, to samples: [SavedSample]
  ) throws(DecodingFailure) -> [String] {
    let value = try value(of: bytes)
    return [show(value)] + (text(value).map { [$0.version.description] } ?? [])
  }

  func rewritten(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> [UInt8] {
    let value = try value(of: bytes)
    do throws(EncodingFailure) {
      return try value.encoded(for: .ownDevice)
    } catch {
      throw .corrupt(what: "it can be read, but not written", offset: 0)
    }
  }

  func read(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) {
    _ = show(try value(of: bytes))
  }

  private func value(of bytes: [UInt8]) throws(DecodingFailure) -> Value {
    try Value(encoded: bytes, from: .ownDevice)
  }

  func complaint(about bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> String? {
    var value = try value(of: bytes)
    value.merge(other)
    edit(&value)
    let saved = try? value.encoded()
    _ = show(value.merged(with: other))
    let again = saved.flatMap { try? Value(encoded: $0) }
    // A value's statement of dropped text is believed, too: if any was dropped, the bytes that are
    // written for others need not be sound.
    let isBelieved = text(value).map { !$0.version.dropped.isEmpty } ?? false
    return again == nil && !isBelieved ? "it cannot be saved and read" : nil
  }
}
