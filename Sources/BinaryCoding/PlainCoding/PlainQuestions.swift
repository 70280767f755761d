// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Notes the parts that a value offers to `init(from:)`, and the parts that `init(from:)` asks
  /// for.
  ///
  /// A newer version of the type has added the parts that `init(from:)` does not ask for. Writing
  /// the value again would lose these parts.
  final class PlainQuestions {
    private var offered: [Int: CodingPath] = [:]
    private var asked: Set<Int> = []

    /// Notes an entry of a map, or the last item of an array. A type that asks for the last item
    /// has asked for all items.
    ///
    /// - Parameters:
    ///   - offset: The offset of the entry's value, or of the item.
    ///   - path: The path of the map or the array.
    ///   - key: The UTF-8 of the entry's key, or of the item's index.
    func offer(_ offset: Int, at path: CodingPath, _ key: some Collection<UInt8>) {
      offered[offset] = path.appending(PlainKey(stringValue: String(decoding: key, as: UTF8.self)))
    }

    /// Notes that `init(from:)` asked for the part at an offset.
    func ask(_ offset: Int) {
      asked.insert(offset)
    }

    /// The path of the first offered part that `init(from:)` did not ask for.
    var firstUnasked: String? {
      offered.keys.filter { !asked.contains($0) }.min().flatMap { offered[$0]?.keys.joined }
    }
  }

#endif
