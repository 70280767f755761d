// SPDX-License-Identifier: MIT

import BinaryCoding
import Browser
import Causality
import ReplicatingTypes

/// A document. The host holds the handle by address.
class DocumentHandle<Document: ReplicatingDocument> {
  @exclusivity(unchecked) final var document: Document

  init(_ document: Document) {
    self.document = document
  }

  /// Runs `body` with the whole document.
  func change(_ body: (inout Document) -> Void) { body(&document) }
}

// The calls that notes and purges have in common.
extension DocumentHandle {
  /// Answers with the bytes of the document.
  func save() -> Int32 {
    var status = Status.done
    change { status = .answering($0) }
    return status.rawValue
  }

  /// Replaces the document by a saved one.
  func load(_ bytes: [UInt8]) -> Int32 {
    Status.of { () throws(DecodingFailure) in
      let new = try Document(encoded: bytes)
      change { $0 = new }
    }.rawValue
  }

  /// Answers with the version of the document.
  func version() -> Int32 {
    var status = Status.done
    change { status = .answering($0.version) }
    return status.rawValue
  }

  /// Answers with the delta for a copy at a version, or with nothing if the copy lacks no edit.
  func delta(since bytes: [UInt8]) -> Int32 {
    var version: Document.Version?
    var status = Status.of { () throws(DecodingFailure) in
      version = try Document.Version(encoded: bytes)
    }
    guard status == .done, let version else { return status.rawValue }
    change { document in
      let delta = document.delta(since: version)
      status = delta.map { .answering($0) } ?? .nothing
    }
    return status.rawValue
  }

  /// Merges a delta.
  func mergeDelta(_ bytes: [UInt8]) -> Int32 {
    var delta: Document.Delta?
    var status = Status.of { () throws(DecodingFailure) in
      delta = try Document.Delta(encoded: bytes)
    }
    guard status == .done, let delta else { return status.rawValue }
    change { document in
      status = Status.of { () throws(MissingHistory) in try document.merge(delta: delta) }
    }
    return status.rawValue
  }

  /// Merges another document.
  func merge(_ other: DocumentHandle) {
    var theirs: Document?
    other.change { theirs = $0 }
    if let theirs { change { $0.merge(theirs) } }
  }

  /// The address of a new handle.
  var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }
}

extension Status {
  /// Answers with the bytes of a value.
  static func answering(_ value: some Framed) -> Status {
    do throws(EncodingFailure) {
      answer.set(try value.encoded())
      return .done
    } catch {
      answer.set(error.description)
      return .corrupt
    }
  }
}

extension Answer {
  /// Answers with strings in UTF-8, each after its byte count: 4 bytes, little-endian.
  mutating func set(_ strings: [String]) {
    var bytes: [UInt8] = []
    for string in strings {
      let count = UInt32(string.utf8.count)
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: count >> shift))
      }
      bytes.append(contentsOf: string.utf8)
    }
    set(bytes)
  }
}
