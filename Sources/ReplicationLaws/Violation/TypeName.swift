// SPDX-License-Identifier: MIT

/// The name of a type in a script, and the imports that the name needs.
struct TypeName {
  /// Modules whose types are public, so that a plain import is enough.
  private static let publicModules: Set<String> = [
    "BinaryCoding", "Causality", "Difference", "ReplicatingText", "ReplicatingTypes",
    "ReplicationLaws", "SequenceEngine", "Dispatch", "Foundation", "FoundationEssentials",
    "Observation", "Synchronization",
  ]

  /// The name with its outer types and its arguments, without modules.
  private(set) var source = ""

  /// Whether the type is private, so that only its file can name it.
  let isPrivate: Bool

  private var modules: Set<String> = []

  init(of type: Any.Type) {
    self.init(reflecting: String(reflecting: type))
  }

  /// Reads Swift's description of a type, in which each name begins with its module.
  init(reflecting description: String) {
    let context = /\.\(unknown context at [^)]*\)/
    isPrivate = description.contains(context)
    var path = ""
    for character in description.replacing(context, with: "") {
      if character.isLetter || character.isNumber || character == "_" || character == "." {
        path.append(character)
      } else {
        append(path)
        source.append(character)
        path = ""
      }
    }
    append(path)
  }

  /// Adds names with dots between them. The first name is a module, unless `path` begins with a
  /// dot, as after generic arguments.
  private mutating func append(_ path: String) {
    guard let point = path.firstIndex(of: "."), point != path.startIndex else {
      return source.append(path)
    }
    modules.insert(String(path[..<point]))
    source += path[path.index(after: point)...]
  }

  /// The lines that a script needs before all others.
  ///
  /// A module of the reader's own may hold internal types, so the script imports the module with
  /// `@testable`. The module of the tests needs no import.
  var imports: [String] {
    let others = modules.filter { !$0.hasPrefix("_") && !$0.hasSuffix("Tests") && $0 != "Swift" }
    let open = others.intersection(Self.publicModules).union(["ReplicationLaws"]).sorted()
    let closed = others.subtracting(Self.publicModules).sorted()
    return open.map { "import \($0)" } + (closed.isEmpty ? [] : [""])
      + closed.map { "@testable import \($0)" } + [""]
      + (isPrivate ? ["// \(source) is private: this compiles in its file only."] : [])
  }
}
