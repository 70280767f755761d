// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// The parts that the `encode(to:)` of one value has named so far.
  ///
  /// Complete parts stand in ``writer`` in their final form. A part whose container was handed out
  /// may still grow, so the part has a storage of its own until ``finish(into:)``.
  final class PlainStorage {
    /// The shape of the value.
    enum Shape: String {
      case empty = "nothing"
      case single = "a single value"
      case array = "an array"
      case map = "keyed values"
    }

    /// The state that all storages of one value share.
    final class Session {
      /// The first mistake found in a call that cannot throw.
      private(set) var failure: EncodingFailure?

      func note(_ failure: @autoclosure () -> EncodingFailure) {
        if self.failure == nil { self.failure = failure() }
      }
    }

    let session: Session
    private(set) var shape = Shape.empty
    /// The number of items of an array, or of values set in a map.
    var count: Int { shape == .map ? entries.count : itemCount }

    private var writer = ByteWriter()
    private var itemCount = 0
    private var entries: [Entry] = []
    /// The storages of keys whose last entry is open, by the bytes of the keys.
    private var openValues: [[UInt8]: PlainStorage] = [:]
    private var openItems: [OpenItem] = []
    private var sortedGroup = 0

    init(session: Session) {
      self.session = session
    }

    /// Decides the shape of the value.
    ///
    /// A value may ask for an array or a map again, as a subclass and its superclass do. Another
    /// shape is noted as a failure, and so is a second single value.
    func become(_ newShape: Shape, at path: CodingPath) {
      if shape == .empty { shape = newShape }
      if shape == newShape, newShape != .single || writer.bytes.isEmpty { return }
      session.note(
        EncodingFailure(
          reason: "\(newShape.rawValue) after \(shape.rawValue)\(path.keys.place)"))
    }

    /// Sets a single value.
    func setSingle(_ value: PlainPart) {
      value.write(to: &writer)
    }

    /// Appends an item.
    func appendItem(_ item: PlainPart) {
      item.write(to: &writer)
      itemCount += 1
    }

    /// Appends an item that is filled later, and returns the storage of the item.
    func appendOpenItem() -> PlainStorage {
      let storage = PlainStorage(session: session)
      openItems.append(OpenItem(offset: writer.bytes.count, storage: storage))
      itemCount += 1
      return storage
    }

    /// Sets the value of a key.
    func setValue(for key: String, _ value: PlainPart) {
      let start = writer.bytes.count
      value.write(to: &writer)
      entries.append(Entry(key: key, content: .bytes(start..<writer.bytes.count)))
      if !openValues.isEmpty { openValues[Array(key.utf8)] = nil }
    }

    /// Returns a storage for the value of a key. The caller fills the storage later. A second call
    /// with the same key and shape returns the same storage, unless the key was given another value
    /// in between.
    func openValue(for key: String, _ shape: Shape, at path: CodingPath) -> PlainStorage {
      let name = Array(key.utf8)
      if let storage = openValues[name], storage.shape == shape { return storage }
      let storage = PlainStorage(session: session)
      if shape != .empty { storage.become(shape, at: path) }
      entries.append(Entry(key: key, content: .open(storage)))
      openValues[name] = storage
      return storage
    }

    /// Makes ``finish(into:)`` sort the items in groups of `group` items. The order in which the
    /// caller appends the items has no meaning.
    func sortItems(inGroupsOf group: Int) {
      sortedGroup = group
    }
  }

  /// A complete value, or a complete part of a value.
  enum PlainPart {
    case none
    case leaf(any PlainLeaf)
    case stored(PlainStorage)

    func write(to writer: inout ByteWriter) {
      switch self {
      case .none: writer.write(.none)
      case .leaf(let leaf): leaf.writeLeaf(to: &writer)
      case .stored(let storage): storage.finish(into: &writer)
      }
    }
  }

  extension PlainStorage {
    private struct OpenItem {
      let offset: Int
      let storage: PlainStorage
    }

    private struct Entry {
      enum Content {
        case bytes(Range<Int>)
        case open(PlainStorage)
      }

      let key: String
      let content: Content
    }

    /// Appends the value's final form.
    ///
    /// A value whose `encode(to:)` named no parts is written as an empty map.
    func finish(into target: inout ByteWriter) {
      switch shape {
      case .single:
        target.write(contentsOf: writer.bytes)
      case .empty, .map:
        target.write(.map)
        target.writePrefixed(mapBody())
      case .array:
        let items = arrayBody()
        let bytes = PlainItems(items).bytes
        target.write(bytes == nil ? .array : .bytes)
        target.writePrefixed(bytes ?? items)
      }
    }

    private func arrayBody() -> [UInt8] {
      guard !openItems.isEmpty || sortedGroup > 0 else { return writer.bytes }
      var body = ByteWriter(reservingCapacity: writer.bytes.count)
      var offset = 0
      for item in openItems {
        body.write(contentsOf: writer.bytes[offset..<item.offset])
        item.storage.finish(into: &body)
        offset = item.offset
      }
      body.write(contentsOf: writer.bytes[offset...])
      return sortedGroup > 0
        ? PlainItems(body.bytes).sorted(inGroupsOf: sortedGroup) : body.bytes
    }

    private func mapBody() -> [UInt8] {
      // A later value of a key replaces an earlier value.
      let order = entries.indices.sorted { left, right in
        let (one, other) = (entries[left].key.utf8, entries[right].key.utf8)
        return one.lexicographicallyPrecedes(other)
          || (left < right && !other.lexicographicallyPrecedes(one))
      }
      var body = ByteWriter(reservingCapacity: writer.bytes.count)
      for (place, index) in order.enumerated() {
        let entry = entries[index]
        let next = place + 1 < order.count ? entries[order[place + 1]] : nil
        if let next, next.key.utf8.elementsEqual(entry.key.utf8) { continue }
        body.writeString(entry.key)
        switch entry.content {
        case .bytes(let range): body.write(contentsOf: writer.bytes[range])
        case .open(let storage): storage.finish(into: &body)
        }
      }
      return body.bytes
    }
  }

#endif
