// SPDX-License-Identifier: MIT

/// The text of a search, as a person types it.
///
/// A note fits if all terms of the search fit:
///
/// - `word`: a word with this beginning, in title, tags or text.
/// - `"some words"`: these words, one after the other.
/// - `tag:name`: a tag of this name.
/// - `in:folder`: a place in this folder, or in a folder within it. `in:/` means no folder.
/// - `-word`, `-"some words"`, `-tag:name`, `-in:folder`: the term after the `-` does not fit.
///
/// Case and accents do not matter. A word with punctuation in it, such as
/// `e-mail`, stands for its parts one after the other.
public struct SearchWords: Hashable, Sendable {
  /// The maximum number of characters in a search.
  public static let lengthLimit = 1000

  /// The words wanted, as an expression of SQLite's FTS5; nil if there are none.
  private(set) var wanted: String?
  /// The unwanted words, as an expression of SQLite's FTS5; nil if there are none.
  private(set) var unwanted: String?
  private var tags: [TypedTag] = []
  private var unwantedTags: [TypedTag] = []
  private var folders: [TypedFolder] = []
  private var unwantedFolders: [TypedFolder] = []

  /// Reads the parts of a search, such as the operands of a command. Quoted words without a closing
  /// quote end at the end of their part.
  ///
  /// - Throws: ``LibraryFailure/searchTooLong(count:)``, ``NoteFault/unsuitableFolder(_:)``, and
  ///   ``LibraryFailure/nothingToSearch(_:)`` if the search has no word, tag or folder.
  public init(_ parts: [String]) throws {
    let count = parts.reduce(max(0, parts.count - 1)) { $0 + $1.count }
    guard count <= Self.lengthLimit else { throw LibraryFailure.searchTooLong(count: count) }
    var (wanted, unwanted): ([String], [String]) = ([], [])
    var terms: [SearchReader.Term] = []
    for part in parts { terms += try SearchReader.terms(of: part) }
    for term in terms {
      switch term.content {
      case .tag(let tag) where term.isUnwanted: unwantedTags.append(tag)
      case .tag(let tag): tags.append(tag)
      case .folder(let folder) where term.isUnwanted: unwantedFolders.append(folder)
      case .folder(let folder): folders.append(folder)
      case .words(let words, let isPhrase):
        let expression = Self.expression(of: words, isPhrase: isPhrase)
        if term.isUnwanted { unwanted.append(expression) } else { wanted.append(expression) }
      }
    }
    guard !wanted.isEmpty || !unwanted.isEmpty || hasTagOrFolder
    else { throw LibraryFailure.nothingToSearch(parts.joined(separator: " ")) }
    if !wanted.isEmpty { self.wanted = wanted.joined(separator: " AND ") }
    if !unwanted.isEmpty { self.unwanted = unwanted.joined(separator: " OR ") }
  }

  /// Quotes the words, because FTS5 never takes quoted words for operators. A quote in the words is
  /// doubled, and a NUL, which would end the expression, becomes a space.
  private static func expression(of words: String, isPhrase: Bool) -> String {
    var quoted = ""
    // A quote under a combining mark is a scalar, but not a `Character` of its own.
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\0": quoted += " "
      case "\"": quoted += "\"\""
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return isPhrase ? "\"\(quoted)\"" : "\"\(quoted)\" *"
  }

  private var hasTagOrFolder: Bool {
    !(tags.isEmpty && unwantedTags.isEmpty && folders.isEmpty && unwantedFolders.isEmpty)
  }

  /// Whether a note has all wanted tags and no unwanted tag, and is in all wanted folders and in no
  /// unwanted folder.
  func fits(_ note: NoteSummary) -> Bool {
    tags.allSatisfy { note.tags.contains(where: $0.fits) }
      && !unwantedTags.contains { note.tags.contains(where: $0.fits) }
      && folders.allSatisfy { $0.contains(note.folder) }
      && !unwantedFolders.contains { $0.contains(note.folder) }
  }
}

/// Reads the terms of a search.
private struct SearchReader {
  struct Term {
    enum Content {
      case words(String, isPhrase: Bool)
      case tag(TypedTag)
      case folder(TypedFolder)
    }

    let isUnwanted: Bool
    let content: Content
  }

  private static let tagSign = "tag:"
  private static let folderSign = "in:"
  private var rest: Substring

  init(_ text: String) {
    rest = text[...]
  }

  /// The terms of a text.
  static func terms(of text: String) throws -> [Term] {
    var reader = SearchReader(text)
    var terms: [Term] = []
    while let term = try reader.next() { terms.append(term) }
    return terms
  }

  /// The next term; nil at the end. Words without a letter or a digit are skipped.
  private mutating func next() throws -> Term? {
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first else { return nil }
      if first == "-" { rest.removeFirst() }
      guard let content = try content() else { continue }
      return Term(isUnwanted: first == "-", content: content)
    }
  }

  private mutating func content() throws -> Term.Content? {
    if let words = inQuotes() { return words.hasWord ? .words(words, isPhrase: true) : nil }
    if let name = value(behind: Self.tagSign) { return TypedTag(name).map(Term.Content.tag) }
    if let name = value(behind: Self.folderSign) {
      return .folder(TypedFolder(try NoteLimits.folder(name)))
    }
    let words = word()
    return words.hasWord ? .words(words, isPhrase: false) : nil
  }

  /// The word or quoted text after `sign`. Nil if the next term does not begin with the sign, or if
  /// the term ends after the sign.
  private mutating func value(behind sign: String) -> String? {
    guard rest.hasPrefix(sign) else { return nil }
    let value = rest.dropFirst(sign.count)
    guard let next = value.first, !next.isWhitespace else { return nil }
    rest = value
    return inQuotes() ?? word()
  }

  private mutating func word() -> String {
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  /// The quoted text that comes next, up to the closing quote or the end. Nil if the next character
  /// is no quote.
  private mutating func inQuotes() -> String? {
    guard rest.first == "\"" else { return nil }
    rest.removeFirst()
    let text = rest.prefix { $0 != "\"" }
    rest = rest.dropFirst(text.count + 1)
    return String(text)
  }
}

extension String {
  /// Whether there is a scalar that the database counts as part of a word: a letter, number or
  /// private-use scalar by its Unicode category. A circled letter is a symbol, and does not count.
  fileprivate var hasWord: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .privateUse:
        true
      default: false
      }
    }
  }
}
