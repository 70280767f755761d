// SPDX-License-Identifier: MIT

import BinaryCoding

/// The form of a model as it was before fields were added to it: written by the model as it was,
/// and read as it is now.
struct EarlierForm: SavedForm {
  private let earlier: any SavedForm
  private let current: any SavedForm

  /// - Parameters:
  ///   - earlier: The form of the model as it was. What it shows, the other does too.
  ///   - current: The form of the model as it is now.
  init(_ earlier: any SavedForm, readAs current: any SavedForm) {
    self.earlier = earlier
    self.current = current
  }

  var name: String { earlier.name }
  var kinds: [SavedPart: FrameKind] { earlier.kinds }

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
