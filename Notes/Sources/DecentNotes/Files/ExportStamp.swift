// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// The state of a note at its export: the line `exported` of a file's front matter.
///
/// The stamp shows which parts of the file were changed by hand since the export, and which version
/// of the text was exported. Checksums are enough for that: an author of changes has no reason to
/// forge a checksum.
///
/// ```
/// exported: 96bcc5601a2b3c4d-6d0c3a51-9ae0daaf-0f5c3b1e-c9f2a0b7-5d1b6c02
///           versions         title    tags     priority text     folder
/// ```
///
/// The part `folder` is missing if the file has no line `folder`.
public struct ExportStamp: Hashable, Sendable {
  /// Checksums of the content of a file.
  struct Digest: Hashable, Sendable {
    let title: UInt32
    let tags: UInt32
    let priority: UInt32
    let text: UInt32
    /// Nil if the file states no folder.
    let folder: UInt32?
  }

  /// For each tip of the text, the first digits of the version after the tip (``VersionID``),
  /// ascending. A text may have several tips after a merge. A text without edits has no tip.
  let versions: [String]
  let digest: Digest

  /// The number of first digits that the stamp keeps of each version. Two versions of a note
  /// practically never begin with the same 16 digits.
  private static let versionDigits = 16
  private static let checksumDigits = 8
  private static let none = "0"

  init(versions: [String], digest: Digest) {
    self.versions = versions
    self.digest = digest
  }

  init(of text: ReplicatingText, digest: Digest) {
    let versions = text.version.tips.map { VersionID(after: $0).description }
    self.init(
      versions: versions.map { String($0.prefix(Self.versionDigits)) }.sorted(), digest: digest)
  }
}

extension ExportStamp: LosslessStringConvertible {
  public var description: String {
    let sums = [digest.title, digest.tags, digest.priority, digest.text, digest.folder]
      .compactMap(\.self).map { sum in
        let digits = String(sum, radix: 16)
        return String(repeating: "0", count: Self.checksumDigits - digits.count) + digits
      }
    let versions = versions.isEmpty ? Self.none : versions.joined(separator: "+")
    return ([versions] + sums).joined(separator: "-")
  }

  /// Reads a ``description``; nil for any other string.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard 5...6 ~= parts.count else { return nil }
    let versions = parts[0].split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let areVersions = versions.allSatisfy { Self.isDigits($0[...], Self.versionDigits) }
    let sums = parts.dropFirst().compactMap { part in
      Self.isDigits(part, Self.checksumDigits) ? UInt32(part, radix: 16) : nil
    }
    guard areVersions || versions == [Self.none], sums.count == parts.count - 1
    else { return nil }
    self.versions = areVersions ? versions : []
    digest = Digest(
      title: sums[0], tags: sums[1], priority: sums[2], text: sums[3],
      folder: sums.count == 5 ? sums[4] : nil)
  }

  private static func isDigits(_ text: Substring, _ count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy(IdentifierText.isDigit)
  }
}

extension ExportStamp.Digest {
  /// The checksums of a file's present content.
  init(of file: NoteFile) {
    title = Self.checksum(file.title.map { [$0] })
    tags = Self.checksum(of: file.tags.map(Set.init))
    priority = Self.checksum(file.priority.map { [$0.rawValue] })
    text = Self.checksum(of: file.text)
    folder = file.folder.map { Self.checksum(of: $0.text) }
  }

  static func checksum(of text: String) -> UInt32 { CRC32C.checksum(of: text.utf8) }

  static func checksum(of tags: Set<String>?) -> UInt32 {
    checksum(tags?.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// The checksum of strings, or of nil. Each string is ended by a byte that occurs in no string.
  private static func checksum(_ strings: [String]?) -> UInt32 {
    CRC32C.checksum(of: strings.map { $0.flatMap { Array($0.utf8) + [0xff] } } ?? [0])
  }
}
