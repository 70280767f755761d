// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// A value in one of two versions of an app. The other version of the app reads the value's bytes.
enum OlderOrNewer<Older: Framed & Sendable, Newer: Framed & Sendable>: Sendable {
  case older(Older)
  case newer(Newer)

  func older() throws -> Older {
    switch self {
    case .older(let value): value
    case .newer(let value): try Older(encoded: value.encoded())
    }
  }

  func newer() throws -> Newer {
    switch self {
    case .older(let value): try Newer(encoded: value.encoded())
    case .newer(let value): value
    }
  }

  func encoded() throws(EncodingFailure) -> [UInt8] {
    switch self {
    case .older(let value): try value.encoded()
    case .newer(let value): try value.encoded()
    }
  }
}

extension OlderOrNewer where Older: Equatable, Newer: Equatable {
  /// Whether two values are equal. They are compared in the newer version, unless both are older.
  func equals(_ other: Self) -> Bool {
    if case (.older(let mine), .older(let theirs)) = (self, other) { return mine == theirs }
    guard let mine = try? newer(), let theirs = try? other.newer() else { return false }
    return mine == theirs
  }
}

extension OlderOrNewer: BinaryCodable {
  func encode(to writer: inout ByteWriter) {
    if case .older = self { writer.write(0) } else { writer.write(1) }
    do {
      writer.writePrefixed(try encoded())
    } catch {
      writer.fail(error)
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    let isNewer = try reader.read() == 1
    let bytes = try reader.readPrefixed()
    self = isNewer ? .newer(try Newer(encoded: bytes)) : .older(try Older(encoded: bytes))
  }
}

/// The edits that a replica has seen, in the form of one of two versions of an app.
public struct EitherVersion<
  Older: PersistentReplicable & Framed & Sendable, Newer: PersistentReplicable & Framed & Sendable
>: ReplicaVersion, BinaryCodable
where Older.Version: Framed, Newer.Version: Framed {
  let content: OlderOrNewer<Older.Version, Newer.Version>

  init(_ content: OlderOrNewer<Older.Version, Newer.Version>) {
    self.content = content
  }

  public init() {
    self.init(.newer(Newer.Version()))
  }

  public static func == (left: Self, right: Self) -> Bool { left.content.equals(right.content) }

  public func merged(with other: Self) -> Self {
    switch content {
    case .older(let version):
      Self((try? other.content.older()).map { .older(version.merged(with: $0)) } ?? content)
    case .newer(let version):
      Self((try? other.content.newer()).map { .newer(version.merged(with: $0)) } ?? content)
    }
  }

  public func encode(to writer: inout ByteWriter) { content.encode(to: &writer) }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(try OlderOrNewer(from: &reader))
  }
}

extension LawSubject {
  /// Describes a type that differs in two versions of an app, such as a model that got a field.
  /// Each replica runs in one of the two versions. Some of the random edits open a replica in the
  /// other version.
  ///
  /// - Parameters:
  ///   - name: The name of the type in reports and violations.
  ///   - make: Makes a value as a program of the newer version would.
  ///   - older: The possible edits in the older version.
  ///   - newer: The possible edits in the newer version.
  ///   - observe: The part of a value that a user of the newer version sees.
  ///   - promise: The promise about the result of merging edits, for values of the newer version,
  ///     if it is to be checked.
  /// - Precondition: There is at least one edit of each version.
  public static func ofTwoVersions<
    Older: PersistentReplicable & Framed & Equatable & Sendable,
    Newer: PersistentReplicable & Framed & Equatable & Sendable, Shown: Hashable
  >(
    _ name: String, make: @escaping () -> Newer, older: [LawSubject<Older, Shown>.RandomEdit],
    newer: [LawSubject<Newer, Shown>.RandomEdit], observe: @escaping (Newer) -> Shown,
    promise: Promise<Newer>? = nil
  ) -> Self where Value == TwoVersions<Older, Newer>, Observation == SeenByNewer<Shown> {
    let update: RandomEdit = { replica, _ in
      replica.changeVersion()
      return "open it in the other version of the app"
    }
    let edits: [RandomEdit] = (0..<max(older.count, newer.count)).map { place in
      { replica, random in
        // A local copy, because two closures use the generator.
        var chance = random
        defer { random = chance }
        return replica.edit(
          older: { older[place % older.count](&$0, &chance) },
          newer: { newer[place % newer.count](&$0, &chance) })
      }
    }
    return LawSubject(
      name, make: { TwoVersions(make()) }, edits: edits + [update, update],
      observe: { replica in
        if let failure = replica.failure { return .nothing(because: failure) }
        do { return .shown(observe(try replica.newer())) } catch {
          return .nothing(because: "\(error)")
        }
      }, promise: promise?.about { try? $0.newer() }, checksFields: false)
  }
}

/// The observation of a replica by a user of the newer version of an app.
public enum SeenByNewer<Shown: Hashable>: Hashable {
  /// The content shown.
  case shown(Shown)
  /// One version of the app could not read the other's bytes, or wrote different bytes.
  case nothing(because: String)
}
