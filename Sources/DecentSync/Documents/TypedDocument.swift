// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A document that holds a replicating value.
package final class TypedDocument<Content: SyncReplicable & Framed>: OpenDocument
where Content.Version: Framed, Content.Delta: Framed {
  /// The value as it is now.
  package private(set) var content: Content
  private let empty: () -> Content
  /// Decoded versions. They are kept because each claim is compared with many other claims.
  private var versions: [VersionBytes: Content.Version] = [:]

  /// Opens a document.
  ///
  /// - Parameters:
  ///   - content: The value; nil if the document is not here.
  ///   - empty: Makes the unedited value.
  package init(_ id: DocumentID, _ content: Content?, empty: @escaping () -> Content) {
    self.content = content ?? empty()
    self.empty = empty
    super.init(id, isHere: content != nil)
  }

  package override var isOfKnownType: Bool { true }

  package override func bytes() throws -> [UInt8] { try content.encoded() }

  package override func version() throws -> [UInt8] {
    try encoded(content.shortened(content.version))
  }

  package override func contains(_ version: [UInt8]) throws(DecodingFailure) -> Bool {
    content.contains(try decoded(version))
  }

  package override func contains(
    _ version: [UInt8], in later: [UInt8]
  ) throws(DecodingFailure) -> Bool {
    if version.isEmpty || version == later { return true }
    return content.contains(try decoded(version), in: try decoded(later))
  }

  package override func joined(_ one: [UInt8], _ other: [UInt8]) throws(DecodingFailure) -> [UInt8]
  {
    if one.isEmpty || one == other { return other }
    if other.isEmpty { return one }
    let (first, second) = (try decoded(one), try decoded(other))
    // Usually one version contains the other. Comparing them takes less time than encoding a third
    // version.
    if content.contains(second, in: first) { return one }
    if content.contains(first, in: second) { return other }
    do {
      return try encoded(content.shortened(first.merged(with: second)))
    } catch {
      throw .corrupt(what: "a version that cannot be written", offset: 0)
    }
  }

  package override func change(
    since version: [UInt8], touching news: [[UInt8]]?
  ) throws -> Claim? {
    let base = try decoded(version)
    var known = base
    if let news, !version.isEmpty {
      var touched = Content.Version()
      for bytes in news { touched.merge(try decoded(bytes)) }
      known.merge(content.version(besides: touched))
    }
    guard let delta = content.delta(since: known) else { return nil }
    return Claim(
      document: id, base: try encoded(content.basis(of: delta, since: base)),
      news: try encoded(content.shortened(content.version).news(since: known)),
      delta: try delta.encoded())
  }

  package override func merge(delta: [UInt8]) throws(HeldChange.Reason) {
    let change: Content.Delta
    do throws(DecodingFailure) {
      change = try decodedDelta(delta)
    } catch {
      throw .unreadable(error)
    }
    isChanged = true
    do throws(MissingHistory) {
      try content.merge(delta: change)
    } catch {
      throw .missingHistory
    }
  }

  package override func truth(
    of delta: [UInt8], from base: [UInt8], to news: [UInt8]
  ) throws -> ClaimTruth {
    let stated = try decoded(news)
    guard content.contains(stated) else { return .unknown }
    let change: Content.Delta
    do throws(DecodingFailure) {
      change = try decodedDelta(delta)
    } catch {
      switch error {
      case .corrupt, .truncated: return .fails
      default: return .unknown
      }
    }
    // No copy at this base exists that could merge the delta. So the document judges the delta.
    if !base.isEmpty { return try truth(of: change, since: decoded(base), to: stated) }
    var copy = empty()
    do throws(MissingHistory) {
      try copy.merge(delta: change)
    } catch {
      return .fails
    }
    return copy.contains(stated) ? .holds : .fails
  }

  private func truth(
    of change: Content.Delta, since base: Content.Version, to stated: Content.Version
  ) -> ClaimTruth {
    guard content.contains(base), let leads = content.leads(change, from: base, to: stated) else {
      return .unknown
    }
    return leads ? .holds : .fails
  }

  package override func isSound(delta: [UInt8], since version: [UInt8]) throws -> Bool {
    var copy = version.isEmpty ? empty() : content
    do {
      try copy.merge(delta: try Content.Delta(encoded: delta))
    } catch {
      return false
    }
    return copy.version == content.version && copy.contains(content.version)
  }

  /// - Throws: `.corrupt` if the bytes are no frame at all. A frame of another kind is `.foreign`,
  ///   because a later version of the software may have written it.
  private func decodedDelta(_ bytes: [UInt8]) throws(DecodingFailure) -> Content.Delta {
    if !Frame.isBegun(by: bytes) { throw .corrupt(what: "a change that is no frame", offset: 0) }
    return try Content.Delta(encoded: bytes)
  }

  private func decoded(_ bytes: [UInt8]) throws(DecodingFailure) -> Content.Version {
    if bytes.isEmpty { return Content.Version() }
    let key = VersionBytes(bytes: bytes)
    if let known = versions[key] { return known }
    let version = try Content.Version(encoded: bytes)
    versions[key] = version
    return version
  }

  private func encoded(_ version: Content.Version) throws -> [UInt8] {
    version == Content.Version() ? [] : try version.encoded()
  }
}

/// The bytes of a version, which are hashed in one call.
private struct VersionBytes: Hashable {
  let bytes: [UInt8]

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
