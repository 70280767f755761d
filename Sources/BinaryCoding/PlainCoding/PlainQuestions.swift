// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Notes the parts that a value offers to `init(from:)`, and the parts that `init(from:)` asks
  /// for.
  ///
  /// A part that no call asks for was added by a newer version of the type. Writing the value again
  /// would lose that part.
  final class PlainQuestions {
    private var offered: [Int: CodingPath] = [:]
    private var asked: Set<Int> = []

    /// Notes an entry of a map, or the last item of an array.
    ///
    /// - Parameters:
    ///   - offset: The offset of the entry's value, or of the item.
    ///   - path: The path of the map or the array.
    ///   - key: The UTF-8 of the entry's key.
    func offer(_ offset: Int, at path: CodingPath, _ key: some Collection<UInt8>) {
      offered[offset] = path.appending(PlainKey(stringValue: String(decoding: key, as: UTF8.self)))
    }

    /// Notes that the part at an offset was asked for.
    func ask(_ offset: Int) {
      asked.insert(offset)
    }

    /// The path of the first offered part that was not asked for.
    var firstUnasked: String? {
      offered.keys.filter { !asked.contains($0) }.min().flatMap { offered[$0]?.keys.joined }
    }
  }

#endif
