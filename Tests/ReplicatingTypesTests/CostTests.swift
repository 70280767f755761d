// SPDX-License-Identifier: MIT

import BinaryCoding
import CAllocations
import Causality
import Foundation
import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

/// The figures in Documentation/WhichType.md.
@Suite(.seeded) struct CostTests {
  private struct Cost {
    /// The saved bytes.
    var bytes: Int
    /// The bytes of the version.
    var version: Int
    /// The memory of the value that was read from these bytes, and was shown.
    var memory: Int
    /// The saved bytes once all is removed; nil if nothing can be removed.
    var removed: Int?
  }

  private struct Card: ReplicatingModel {
    var name = ReplicatingRegister(default: "")
    var count = ReplicatingCounter()
    var isDone = ReplicatingRegister(default: false)

    init() {}

    init(_ name: String) {
      self.name.value = name
      count.increment()
      isDone.value = true
    }

    static let kind = "com.example.card"
    static let fields = FieldList(
      ("name", \Card.name), ("count", \.count), ("isDone", \.isDone))
  }

  /// A thousand strings of ten letters.
  private static let words = (0..<1_000).map { "\($0 + 1_000)" + "abcdef" }

  private func cost<Value: PersistentReplicable & Framed>(
    _ empty: Value, _ edit: (inout Value) -> Void, showing show: (Value) -> Void,
    removing remove: ((inout Value) -> Void)? = nil
  ) throws -> Cost {
    var value = empty
    edit(&value)
    let bytes = try value.encoded()
    var writer = ByteWriter()
    value.version.encode(to: &writer)
    let version = writer.bytes.count
    // Memory that is allocated once and kept does not count.
    _ = try memory(Value.self, of: bytes, showing: show)
    let memory = try memory(Value.self, of: bytes, showing: show)
    guard let remove else { return Cost(bytes: bytes.count, version: version, memory: memory) }
    remove(&value)
    return Cost(
      bytes: bytes.count, version: version, memory: memory, removed: try value.encoded().count)
  }

  private func memory<Value: Framed>(
    _ type: Value.Type, of bytes: [UInt8], showing show: (Value) -> Void
  ) throws -> Int {
    allocations_begin()
    defer { _ = allocations_end() }
    let value = try Value(encoded: bytes.map { $0 })
    show(value)
    return withExtendedLifetime(value) { Int(allocations_kept()) }
  }

  private func costs() throws -> [String: Cost] {
    let words = Self.words
    var random = SeededGenerator(seed: 1)
    return [
      "`ReplicatingRegister`, one value": try cost(
        ReplicatingRegister(default: ""), { $0.value = words[0] }, showing: { _ = $0.value }),
      "`ReplicatingMultiValueRegister`, one value": try cost(
        ReplicatingMultiValueRegister<String>(), { $0.set(words[0]) },
        showing: { _ = $0.values }),
      "`ReplicatingCounter`, 1,000 steps": try cost(
        ReplicatingCounter(), { for _ in words { $0.increment() } }, showing: { _ = $0.value }),
      "`ReplicatingAddOnlySet`": try cost(
        ReplicatingAddOnlySet<String>(), { $0.formUnion(words) }, showing: { _ = Array($0) }),
      "`ReplicatingSet`": try cost(
        ReplicatingSet<String>(), { $0.formUnion(words) }, showing: { _ = Array($0) },
        removing: { $0.removeAll() }),
      "`ReplicatingOrderedSet`": try cost(
        ReplicatingOrderedSet<String>(), { $0.append(contentsOf: words) },
        showing: { _ = $0.values }, removing: { $0.removeAll() }),
      "`ReplicatingDictionary`, plain values": try cost(
        ReplicatingDictionary<String, Int>(), { for word in words { $0[word] = 1 } },
        showing: { _ = $0.keys }, removing: { $0.removeAll() }),
      "`ReplicatingDictionary`, models of three fields": try cost(
        ReplicatingDictionary<String, Card>(), { for word in words { $0[word] = Card(word) } },
        showing: { _ = $0.keys }, removing: { $0.removeAll() }),
      "`ReplicatingOrderedDictionary`, models of three fields": try cost(
        ReplicatingOrderedDictionary<String, Card>(),
        { for word in words { $0[word] = Card(word) } },
        showing: { _ = $0.keys }, removing: { $0.removeAll() }),
      "`ReplicatingArray`, appended": try cost(
        ReplicatingArray<String>(), { for word in words { $0.append(word) } },
        showing: { _ = $0.values },
        removing: {
          $0.removeAll()
          $0.dropDeleted()
        }),
      "`ReplicatingText`, 1,000 letters typed in one go": try cost(
        ReplicatingText(), { for _ in words { $0.append("a") } }, showing: { _ = $0.string },
        removing: {
          $0.characters.removeSubrange(0..<$0.count)
          $0.dropDeleted()
        }),
      "`ReplicatingText`, 1,000 letters, each elsewhere": try cost(
        ReplicatingText(),
        { for _ in words { $0.unicodeScalars.insert("a", at: random.below($0.utf8Count + 1)) } },
        showing: { _ = $0.string },
        removing: {
          $0.characters.removeSubrange(0..<$0.count)
          $0.dropDeleted()
        }),
    ]
  }

  /// The rows of the page's table: the cells after the first, by the first.
  private func rows() throws -> [String: [Int?]] {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/WhichType.md")
    var rows: [String: [Int?]] = [:]
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, cells[1].first?.isNumber == true else { continue }
      rows[cells[0]] = cells[1...].map { Int($0.filter { $0 != "," }) }
    }
    return rows
  }

  @Test func thePageQuotesWhatIsMeasured() throws {
    let (costs, rows) = (try costs(), try rows())
    #expect(Set(rows.keys) == Set(costs.keys))
    for (name, cost) in costs {
      print("\(name): \(cost)")
      guard let row = rows[name] else { continue }
      expect(cost.bytes, near: row[0], within: 0.03, name)
      expect(cost.version, near: row[1], within: 0.03, name)
      expect(cost.removed, near: row[3], within: 0.03, name)
      if allocations_are_counted() != 0 { expect(cost.memory, near: row[2], within: 0.1, name) }
    }
  }

  private func expect(_ measured: Int?, near quoted: Int?, within part: Double, _ name: String) {
    guard let measured, let quoted else {
      #expect(measured == quoted, "\(name)")
      return
    }
    let isNear = Double(abs(measured - quoted)) <= part * Double(quoted) + 2
    #expect(isNear, "\(name): \(measured), and \(quoted) on the page")
  }

  // MARK: Limits

  @Test func aUUIDAsAKeyTakes38Bytes() throws {
    func bytes<Key: Codable & Hashable & Sendable>(_ keys: [Key]) throws -> Int {
      var dictionary = ReplicatingDictionary<Key, Int>()
      for key in keys { dictionary[key] = 1 }
      return try dictionary.encoded().count
    }
    let ids = [
      UUID(uuidString: "A8B54F3B-0C52-4A5C-8E44-2B1B5CBF9A0E"),
      UUID(uuidString: "B8B54F3B-0C52-4A5C-8E44-2B1B5CBF9A0E"),
    ].compactMap { $0 }
    // A small number takes two.
    #expect(try bytes(ids) - bytes([0, 1]) == 2 * (38 - 2))
  }

  /// The bytes of a set that was edited in so many runs of a program.
  @Test func eachRunOfAProgramTakesSomeBytes() throws {
    var set = ReplicatingSet<Int>()
    for run in 0..<100 as Range<UInt64> {
      let start = 1_700_000_000_000 + run * 3_600_000
      ReplicationEnvironment(milliseconds: { start }, random: { run &* 0x9e37_79b9_7f4a_7c15 }).run
      {
        _ = set.insert(Int(run))
      }
    }
    let inOne = try ReplicatingSet(0..<100).encoded().count
    print("100 runs: \(try set.encoded().count) bytes; one run: \(inOne)")
    #expect(try set.encoded().count - inOne <= 100 * 17)
  }
}
