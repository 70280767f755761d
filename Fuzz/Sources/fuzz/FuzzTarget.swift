// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentNotes
import Foundation
import SavedForms

/// A decoder under attack.
struct FuzzTarget {
  let name: String

  /// Reads bytes of any origin, and stops the program if what it reads is not sound.
  /// Gives false if the bytes are of no use as a beginning for others.
  let attempt: @Sendable ([UInt8]) -> Bool

  /// Every saved form, and every other decoder of what may come from elsewhere.
  static let all =
    SavedForms.all.map { form in FuzzTarget(name: form.name) { attack(form, with: $0) } } + [
      FuzzTarget(name: "note-file", attempt: attackNoteFile),
      FuzzTarget(name: "base64", attempt: attackBase64),
    ]

  /// The target that the environment names.
  static let chosen: FuzzTarget? = {
    let name = ProcessInfo.processInfo.environment["DECENT_FUZZ"]
    return all.first { $0.name == name }
  }()

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
      preconditionFailure("\(form), \(part): \(complaint)")
    }
  }

  private static func attackNoteFile(_ bytes: [UInt8]) -> Bool {
    guard let content = String(validating: bytes, as: UTF8.self) else { return false }
    let file = NoteFile(content)
    let again = NoteFile(file.content)
    precondition(again.content == file.content, "a note file is read as another")
    return true
  }

  private static func attackBase64(_ bytes: [UInt8]) -> Bool {
    precondition(Base64.decode(Base64.encode(bytes)) == bytes, "Base64 changes bytes")
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    guard let decoded = Base64.decode(text) else { return true }
    precondition(Base64.encode(decoded) == text, "Base64 has two forms")
    return true
  }
}
