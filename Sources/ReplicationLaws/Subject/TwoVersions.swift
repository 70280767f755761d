// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A replica of a type that differs in two versions of an app. The replica runs in one of the two
/// versions. The two versions exchange bytes, as apps do.
///
/// ``LawSubject/ofTwoVersions(_:make:older:newer:observe:promise:)`` checks the laws on such
/// replicas.
public struct TwoVersions<
  Older: PersistentReplicable & Framed & Equatable & Sendable,
  Newer: PersistentReplicable & Framed & Equatable & Sendable
>: Sendable
where Older.Version: Framed, Older.Delta: Framed, Newer.Version: Framed, Newer.Delta: Framed {
  private var content: OlderOrNewer<Older, Newer>
  /// The reason why one version of the app could not read the other's bytes, or wrote different
  /// bytes. Nil if there was no such failure. A replica with a failure equals no replica.
  private(set) var failure: String?

  init(_ newer: Newer) {
    content = .newer(newer)
  }

  /// The value as the newer version of the app reads it.
  func newer() throws -> Newer { try content.newer() }

  /// Opens the value in the other version of the app.
  mutating func changeVersion() {
    let old = content
    attempt { replica in
      switch old {
      case .older: replica.content = .newer(try old.newer())
      case .newer: replica.content = .older(try old.older())
      }
      if try replica.content.encoded() != old.encoded() {
        replica.failure = "the other version of the app writes other bytes"
      }
    }
  }

  /// Edits the value in the version of the app in which it is open.
  mutating func edit(older: (inout Older) -> Edit, newer: (inout Newer) -> Edit) -> Edit {
    switch content {
    case .older(var value):
      let edit = older(&value)
      content = .older(value)
      return edit
    case .newer(var value):
      let edit = newer(&value)
      content = .newer(value)
      return edit
    }
  }

  private mutating func attempt(_ change: (inout TwoVersions) throws -> Void) {
    do { try change(&self) } catch { failure = "\(error)" }
  }
}

extension TwoVersions: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.failure == nil && right.failure == nil && left.content.equals(right.content)
  }
}

/// The laws compare bytes, which both versions of the app must write alike.
extension TwoVersions: BinaryCodable {
  public func encode(to writer: inout ByteWriter) {
    do {
      writer.writePrefixed(try content.encoded())
    } catch {
      writer.fail(error)
    }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(try Newer(encoded: try reader.readPrefixed()))
  }
}

extension TwoVersions: SyncReplicable {
  /// The edits that a replica has seen, in the form of one version of the app.
  public typealias Version = EitherVersion<Older, Newer>

  /// Edits, as one version of the app sends them.
  public struct Delta: Sendable {
    let content: OlderOrNewer<Older.Delta, Newer.Delta>
  }

  public var version: Version {
    switch content {
    case .older(let value): Version(.older(value.version))
    case .newer(let value): Version(.newer(value.version))
    }
  }

  public func contains(_ version: Version) -> Bool {
    switch content {
    case .older(let value): (try? version.content.older()).map(value.contains) ?? false
    case .newer(let value): (try? version.content.newer()).map(value.contains) ?? false
    }
  }

  public func contains(_ version: Version, in later: Version) -> Bool {
    switch content {
    case .older(let value):
      guard let version = try? version.content.older(), let later = try? later.content.older()
      else { return false }
      return value.contains(version, in: later)
    case .newer(let value):
      guard let version = try? version.content.newer(), let later = try? later.content.newer()
      else { return false }
      return value.contains(version, in: later)
    }
  }

  public func delta(since version: Version) -> Delta? {
    switch content {
    case .older(let value):
      let since = (try? version.content.older()) ?? Older.Version()
      return value.delta(since: since).map { Delta(content: .older($0)) }
    case .newer(let value):
      let since = (try? version.content.newer()) ?? Newer.Version()
      return value.delta(since: since).map { Delta(content: .newer($0)) }
    }
  }

  public func leads(_ delta: Delta, from base: Version, to later: Version) -> Bool? {
    switch content {
    case .older(let value):
      guard let delta = try? delta.content.older(), let base = try? base.content.older(),
        let later = try? later.content.older()
      else { return nil }
      return value.leads(delta, from: base, to: later)
    case .newer(let value):
      guard let delta = try? delta.content.newer(), let base = try? base.content.newer(),
        let later = try? later.content.newer()
      else { return nil }
      return value.leads(delta, from: base, to: later)
    }
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    switch content {
    case .older(let value):
      if let delta = try? delta.content.older() { try value.validate(delta) }
    case .newer(let value):
      if let delta = try? delta.content.newer() { try value.validate(delta) }
    }
  }

  public mutating func merge(delta: Delta) throws(MissingHistory) {
    try validate(delta)
    attempt { replica in
      switch replica.content {
      case .older(var value):
        try value.merge(delta: delta.content.older())
        replica.content = .older(value)
      case .newer(var value):
        try value.merge(delta: delta.content.newer())
        replica.content = .newer(value)
      }
    }
  }

  public func merged(with other: Self) -> Self {
    var result = self
    result.failure = failure ?? other.failure
    result.attempt { replica in
      switch replica.content {
      case .older(let value):
        replica.content = .older(value.merged(with: try other.content.older()))
      case .newer(let value):
        replica.content = .newer(value.merged(with: try other.content.newer()))
      }
    }
    return result
  }
}

extension TwoVersions.Delta: BinaryCodable {
  public func encode(to writer: inout ByteWriter) { content.encode(to: &writer) }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    content = try OlderOrNewer(from: &reader)
  }
}
