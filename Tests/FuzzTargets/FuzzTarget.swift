// SPDX-License-Identifier: MIT

import BinaryCoding
import SavedForms

/// A decoder under attack. `Fuzz/run` attacks it with libFuzzer.
package struct FuzzTarget: Sendable {
  package let name: String

  /// Reads bytes of any origin, and stops the program if the value is not sound. Returns false if
  /// the bytes are of no use as a beginning of other inputs.
  package let attempt: @Sendable ([UInt8]) -> Bool

  /// Every saved form, and every other decoder of bytes that may come from elsewhere.
  package static let all =
    SavedForms.all.map { form in FuzzTarget(name: form.name) { attack(form, with: $0) } } + texts
    + files

  /// Reads a frame as it is, and with a length and a checksum that fit.
  private static func attack(_ form: any SavedForm, with bytes: [UInt8]) -> Bool {
    do throws(DecodingFailure) {
      let damaged = try DamagedFrame(bytes)
      guard let part = form.part(ofKind: damaged.kind) else { return false }
      complain(of: form, as: part, bytes)
      complain(of: form, as: part, damaged.resealed)
      return true
    } catch {
      for part in SavedPart.allCases where form.kinds[part] != nil {
        complain(of: form, as: part, bytes)
      }
      return false
    }
  }

  private static func complain(of form: any SavedForm, as part: SavedPart, _ bytes: [UInt8]) {
    if let complaint = try? form.complaint(about: bytes, as: part) {
      fatalError("\(form), \(part): \(complaint)")
    }
  }
}
