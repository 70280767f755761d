// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  /// The version of a value of any type.
  typealias AnyVersion = any ReplicaVersion

  extension ValueVersions.Item: Equatable {
    static func == (left: Self, right: Self) -> Bool {
      func compare<Version: ReplicaVersion>(_ version: Version) -> Bool {
        version == right.version as? Version
      }
      return left.incarnation == right.incarnation && compare(left.version)
    }

    /// Whether the version is empty. A copy at an empty version may lack the value itself.
    var isEmpty: Bool {
      func isEmpty<Version: ReplicaVersion>(_ version: Version) -> Bool { version == Version() }
      return isEmpty(version)
    }

    /// The item of the later incarnation. Items of one incarnation merge their versions.
    func merged(with other: Self) -> Self {
      func merged<Version: ReplicaVersion>(_ version: Version) -> any ReplicaVersion {
        (other.version as? Version).map { version.merged(with: $0) } ?? version
      }
      guard incarnation == other.incarnation else {
        return incarnation > other.incarnation ? self : other
      }
      return Self(incarnation: incarnation, version: merged(version))
    }

    /// The part of this item that `other` lacks, or nil if it lacks nothing.
    func news(since other: Self?) -> Self? {
      func news<Version: ReplicaVersion>(_ version: Version) -> any ReplicaVersion {
        (other?.version as? Version).map { version.news(since: $0) } ?? version
      }
      if self == other { return nil }
      guard incarnation == other?.incarnation else { return self }
      return Self(incarnation: incarnation, version: news(version))
    }
  }

#endif
