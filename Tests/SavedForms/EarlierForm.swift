// SPDX-License-Identifier: MIT

import BinaryCoding

/// The form of a model before fields were added to it. The earlier model writes it, and the current
/// model reads it.
struct EarlierForm: SavedForm {
  private let earlier: any SavedForm
  private let current: any SavedForm

  /// - Parameters:
  ///   - earlier: The form of the earlier model. The current form shows all that it shows.
  ///   - current: The form of the current model.
  init(_ earlier: any SavedForm, readAs current: any SavedForm) {
    self.earlier = earlier
    self.current = current
  }

  var name: String { earlier.name }
  var kinds: [SavedPart: FrameKind] { earlier.kinds }
  var version: UInt64 { earlier.version }

  func samples() throws(EncodingFailure) -> [SavedSample] { try earlier.samples() }

  func shown(
    _ bytes: [UInt8], as part: SavedPart, to samples: [SavedSample]
  ) throws(DecodingFailure) -> [String] {
    try current.shown(bytes, as: part, to: samples)
  }

  func rewritten(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> [UInt8] {
    try earlier.rewritten(bytes, as: part)
  }

  func read(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) {
    try current.read(bytes, as: part)
  }

  func complaint(
    about bytes: [UInt8], as part: SavedPart
  ) throws(DecodingFailure) -> String? {
    try current.complaint(about: bytes, as: part)
  }
}
