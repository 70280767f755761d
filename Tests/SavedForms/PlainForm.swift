// SPDX-License-Identifier: MIT

import BinaryCoding

/// The saved form of content that stands alone and does not merge.
struct PlainForm<Content: Framed & Equatable & SendableMetatype>: SavedForm {
  let name: String
  let contents: @Sendable () -> [(name: String, content: Content)]
  var show: @Sendable (Content) -> String = { String(describing: $0) }
  /// A further check of forged content: the fault, or nil.
  var complain: @Sendable (Content) -> String? = { _ in nil }

  var kinds: [SavedPart: FrameKind] { [.value: Content.frameKind] }

  func samples() throws(EncodingFailure) -> [SavedSample] {
    var samples: [SavedSample] = []
    for (name, content) in contents() {
      samples.append(SavedSample(.value, name, try content.encoded()))
    }
    return samples
  }

  func shown(
    _ bytes: [UInt8], as part: SavedPart, to samples: [SavedSample]
  ) throws(DecodingFailure) -> [String] {
    [show(try Content(encoded: bytes))]
  }

  func rewritten(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> [UInt8] {
    let content = try Content(encoded: bytes)
    do throws(EncodingFailure) {
      return try content.encoded()
    } catch {
      throw .corrupt(what: "it can be read, but not written", offset: 0)
    }
  }

  func read(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) {
    _ = show(try Content(encoded: bytes))
  }

  func complaint(about bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> String? {
    let content = try Content(encoded: bytes)
    _ = show(content)
    do {
      let written = try content.encoded()
      if try Content(encoded: written) != content { return "it is read as another" }
      // Bytes that name identifiers which they do not use, or in another order than they use them, are
      // rewritten.
      if written != bytes,
        try DamagedFrame(written).identifiers() == DamagedFrame(bytes).identifiers()
      {
        return "it has two forms"
      }
    } catch {
      return "it cannot be written and read: \(error)"
    }
    return complain(content)
  }
}
