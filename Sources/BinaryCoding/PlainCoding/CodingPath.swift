// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// The coding path of an encoder or decoder, in a form that is cheap to extend.
  indirect enum CodingPath {
    /// The path of the whole value.
    case root
    /// The path of a part: the path of the value that has the part, and the key of the part.
    case part(of: CodingPath, at: any CodingKey)

    /// The path of the part with a key, if this is the path of the value that has the part.
    func appending(_ key: any CodingKey) -> CodingPath {
      .part(of: self, at: key)
    }

    /// The keys from the outermost to the innermost.
    var keys: [any CodingKey] {
      var keys: [any CodingKey] = []
      var rest = self
      while case .part(of: let parent, at: let key) = rest {
        keys.append(key)
        rest = parent
      }
      return keys.reversed()
    }
  }

  /// A key that an encoder or decoder makes itself: an index, or `super`.
  struct PlainKey: CodingKey {
    /// The key of the part that a superclass encodes.
    static let superclass = PlainKey(stringValue: "super")

    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
      self.stringValue = stringValue
      intValue = nil
    }

    init(intValue: Int) {
      stringValue = String(intValue)
      self.intValue = intValue
    }
  }

  extension [any CodingKey] {
    /// The path as text, for error messages: `" at tags.0"`, or nothing at the root.
    var place: String {
      isEmpty ? "" : " at " + joined
    }

    /// The keys with points between them: `"tags.0"`.
    var joined: String { map(\.stringValue).joined(separator: ".") }
  }

#endif
