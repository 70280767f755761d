// SPDX-License-Identifier: MIT

import Causality
import ReplicatingTypes

extension NoteHistory {
  /// A version of the text: all edits that the author of one edit had seen right after making it.
  public struct Version: Hashable, Sendable {
    /// The name of the version.
    public let id: VersionID
    /// The start of the run that made the edit (``RunID/milliseconds``), in milliseconds since
    /// 1970.
    public let milliseconds: UInt64

    let state: ReplicatingText.Version

    init(after edit: Dot) {
      id = VersionID(after: edit)
      milliseconds = edit.session.run.milliseconds
      state = ReplicatingText.Version(seen: [edit])
    }
  }

  private static let fewestDigits = 4

  /// The maximum number of edits that are examined if no entry fits the digits of a reference.
  /// There must be a limit, because a few bytes of another device can claim any number of edits.
  static let mostEdits = 1 << 22

  /// The number of digits that tells the versions of the entries apart.
  public var abbreviation: Abbreviation {
    Abbreviation(ofVersions: entries.compactMap { $0.text?.version })
  }

  /// The version that a reference names.
  ///
  /// - Parameter reference: The first digits, 4 or more, of the name of a version. The versions
  ///   after the entries are searched first. If none fits, the versions after all edits are
  ///   searched, because an entry may have grown since its version was shown.
  /// - Throws: ``LibraryFailure/unknownVersion(_:title:)`` or
  ///   ``LibraryFailure/ambiguousVersion(_:candidates:abbreviation:)``.
  /// - Complexity: O(*n*) in the edits of the text. At most four million edits of the newest
  ///   entries are searched.
  public func find(_ reference: String) throws(LibraryFailure) -> Version {
    try find(reference, among: Self.mostEdits)
  }

  /// - Parameter limit: The maximum number of edits to search if no entry fits.
  func find(_ reference: String, among limit: Int) throws(LibraryFailure) -> Version {
    let digits = reference.lowercased()
    guard (Self.fewestDigits...IdentifierText.digitCount).contains(digits.utf8.count),
      digits.utf8.allSatisfy(IdentifierText.isDigit)
    else { throw unknown(reference) }
    let prefix = Prefix(digits)
    let last = entries.compactMap { $0.text?.last }.filter(prefix.fits)
    let candidates = last.isEmpty ? edits(fitting: prefix, limit) : last
    guard let first = candidates.first else { throw unknown(reference) }
    guard candidates.count == 1 else {
      let ids = candidates.map { VersionID(after: $0) }
      throw .ambiguousVersion(
        reference, candidates: ids, abbreviation: Abbreviation(ofVersions: ids))
    }
    return Version(after: first)
  }

  private func edits(fitting prefix: Prefix, _ limit: Int) -> [Dot] {
    var edits: [Dot] = []
    var left = limit
    for run in entries.lazy.flatMap({ $0.text?.runs.reversed() ?? [] }) {
      let numbers = run.numbers.suffix(left)
      left -= numbers.count
      for number in numbers {
        let edit = Dot(session: run.session, number: number)
        if prefix.fits(edit) { edits.append(edit) }
      }
    }
    return edits
  }

  private func unknown(_ reference: String) -> LibraryFailure {
    .unknownVersion(reference, title: note.title.value)
  }
}

/// The first digits of a version's name.
private struct Prefix {
  private let bits: UInt128
  private let shift: Int

  /// - Parameter digits: Hexadecimal digits, up to the number of digits in a name.
  init(_ digits: String) {
    bits = UInt128(digits, radix: 16) ?? 0
    shift = 4 * (IdentifierText.digitCount - digits.utf8.count)
  }

  /// Whether the name of the version after an edit begins with these digits.
  func fits(_ edit: Dot) -> Bool {
    VersionID(after: edit).rawValue >> shift == bits
  }
}

extension NoteHistory {
  /// The text at a version, with U+FFFD for each Unicode scalar that was dropped.
  ///
  /// - Throws: ``LibraryFailure/forgottenText(title:)`` if more than 2^24 scalars would be U+FFFD,
  ///   or if the note lacks edits of the version.
  public func text(at version: Version) throws(LibraryFailure) -> String {
    try text(at: version.state)
  }

  /// The text before the entry that ends at a version, as the author of the entry saw the text. Nil
  /// if no entry ends at the version, or if the text cannot be restored.
  ///
  /// - Complexity: O(*n*) in the entries, and the complexity of ``text(at:)``.
  public func text(before version: Version) -> String? {
    guard let change = entries.lazy.compactMap(\.text).first(where: { $0.version == version.id })
    else { return nil }
    if change.parents.isEmpty { return "" }
    return try? text(at: ReplicatingText.Version(seen: change.parents))
  }

  /// The text at a version. Each U+FFFD in the text may stand for dropped text.
  ///
  /// - Throws: The errors of ``text(at:)``, and ``LibraryFailure/forgottenText(title:)`` if the
  ///   text has more U+FFFD than the present text.
  func wholeText(at version: ReplicatingText.Version) throws(LibraryFailure) -> String {
    let then = try text(at: version)
    if note.text.version.dropped.isEmpty { return then }
    guard Self.gapCount(then) <= Self.gapCount(note.text.string) else {
      throw .forgottenText(title: note.title.value)
    }
    return then
  }

  /// The text at the merge of some versions; nil if that text cannot be restored.
  ///
  /// - Parameter references: Versions in the form of ``find(_:)``.
  func text(afterAll references: [String]) -> String? {
    if references.isEmpty { return "" }
    let versions = references.compactMap { try? find($0) }
    guard versions.count == references.count else { return nil }
    return try? text(at: ReplicatingText.Version(seen: versions.flatMap(\.state.tips)))
  }

  private func text(at version: ReplicatingText.Version) throws(LibraryFailure) -> String {
    do throws(MissingHistory) {
      return try note.text.string(at: version)
    } catch {
      throw .forgottenText(title: note.title.value)
    }
  }

  private static func gapCount(_ text: String) -> Int {
    text.unicodeScalars.count { $0 == "\u{FFFD}" }
  }
}
