// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import DecentSync
import NotesCore
import SequenceEngine

/// Decoders of texts. An accepted text must be written again as it was.
extension FuzzTarget {
  static let texts = [
    FuzzTarget(name: "base64", attempt: attackBase64),
    FuzzTarget(name: "versions-in-text", attempt: attackVersions),
    FuzzTarget(name: "names-in-text", attempt: attackNames),
  ]

  private static func attackBase64(_ bytes: [UInt8]) -> Bool {
    precondition(Base64.decode(Base64.encode(bytes)) == bytes, "Base64 changes bytes")
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    guard let decoded = Base64.decode(text) else { return true }
    precondition(Base64.encode(decoded) == text, "Base64 has two forms")
    return true
  }

  private static func attackVersions(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    check(Dot(text)?.description, text, "a dot")
    check(SessionID(text)?.description, text, "a session")
    check(RunID(text)?.description, text, "a run")
    check(HybridTimestamp(text)?.description, text, "a time")
    guard let version = SequenceVersion(text) else { return true }
    check(version.description, text, "a version")
    let read = try? SequenceVersion(encoded: version.encoded())
    precondition(read == version, "a version in text is read as another from its bytes")
    return true
  }

  private static func attackNames(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    check(ObjectName(text)?.text, text, "the name of an object")
    check(DeviceID(text)?.description, text, "the id of a device")
    check(NoteID(text)?.description, text, "the id of a note")
    guard let document = DocumentID(text) else { return true }
    check(document.text, text, "the id of a document")
    check(DocumentName(text: document.text)?.text, text, "the name of a document")
    return true
  }

  /// Stops the program if a value is written in another form than it was read from.
  private static func check(_ written: String?, _ text: String, _ what: String) {
    guard let written else { return }
    precondition(written.utf8.elementsEqual(text.utf8), "\(what) has two forms: \(text)")
  }
}
