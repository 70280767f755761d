// SPDX-License-Identifier: MIT

/// A command line that is being typed, and the kinds of words that may stand at the cursor.
struct CompletionRequest {
  /// The typed part of the word that is to be completed, after ``lead``.
  private(set) var prefix: String
  /// The text before `prefix` in the same word, such as `--sort=`.
  private(set) var lead = ""
  /// The options that may stand at the cursor.
  private(set) var options: [OptionRule] = []
  /// The words of commands that may stand at the cursor.
  private(set) var commands: [(word: String, summary: String)] = []
  /// The kinds of other words that may stand at the cursor.
  private(set) var kinds: [CandidateKind] = []
  /// The folder that the command line names as the library; nil if none is named.
  private(set) var library: String?
  /// The operands before the cursor.
  private(set) var operands: [String] = []

  private var given: Set<String> = []

  /// - Parameter words: The command line up to the cursor, without the program's name. The last
  ///   word is being typed, and may be empty.
  init(_ words: [String]) {
    prefix = words.last ?? ""
    look(at: words.dropLast())
  }

  private mutating func look(at words: ArraySlice<String>) {
    var before = words
    let front = [OptionRule.library, .help, .version]
    if let rule = take(&before, front, isFront: true) { return complete(valueOf: rule, nil) }
    guard !before.isEmpty else {
      if prefix.hasPrefix("-") { return complete(front) }
      commands = Self.firstWords
      return
    }
    if before.count == 1 { commands = Self.secondWords(after: before.first ?? "") }
    guard let (command, rest) = try? CommandTable.find(before) else { return }
    complete(command, rest)
  }

  private static func secondWords(after word: String) -> [(word: String, summary: String)] {
    CommandTable.group(word).compactMap { command in
      let parts = command.name.split(separator: " ")
      return parts.count > 1 ? (String(parts[1]), command.summary) : nil
    }
  }

  /// The first words of all commands.
  static var firstWords: [(word: String, summary: String)] {
    var words: [(word: String, summary: String)] = []
    for command in CommandTable.all {
      let parts = command.name.split(separator: " ")
      guard let word = parts.first.map(String.init), words.last?.word != word else { continue }
      words.append((word, parts.count > 1 ? "work with \(word)s" : command.summary))
    }
    return words
  }
}

extension CompletionRequest {
  private mutating func complete(_ command: Command, _ rest: ArraySlice<String>) {
    let rules = command.options + OptionRule.common
    var before = rest
    if let rule = take(&before, rules, isFront: false) { return complete(valueOf: rule, command) }
    let isAfterDashes = rest.contains("--")
    let isSign = command.takesSigns && !operands.isEmpty && !prefix.hasPrefix("--")
    if prefix.hasPrefix("-"), !isAfterDashes, !isSign {
      let parts = prefix.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return complete(rules) }
      guard let rule = rules.first(where: { "--\($0.name)" == parts[0] }) else { return }
      (lead, prefix) = ("\(parts[0])=", String(parts[1]))
      return complete(valueOf: rule, command)
    }
    let names = command.operandNames
    if let name = operands.count < names.count ? names[operands.count] : names.last,
      operands.count < names.count || name.hasSuffix("...")
    {
      // A word after the first operand may have a sign or not: both kinds are offered.
      let isBehind = command.takesSigns && operands.count > 0
      let first = names.first.map { $0.hasSuffix("...") ? 0 : 1 } ?? 0
      let choices = isBehind ? Array(names.dropFirst(first)) : [name]
      kinds = choices.map { CandidateKind($0, of: command) }
    }
  }

  private mutating func complete(valueOf rule: OptionRule, _ command: Command?) {
    guard let value = rule.value else { return }
    kinds = [CandidateKind(value, of: command ?? .help)]
  }

  private mutating func complete(_ rules: [OptionRule]) {
    options = rules.filter { $0.isRepeatable || !given.contains($0.name) }
  }

  /// Takes options with their values from the beginning of `words`. Stops at the first operand if
  /// `isFront` is set. Also takes operands if `isFront` is not set.
  ///
  /// - Returns: The option whose value is being typed; nil if no value is being typed.
  private mutating func take(
    _ words: inout ArraySlice<String>, _ rules: [OptionRule], isFront: Bool
  ) -> OptionRule? {
    while let word = words.first {
      guard word.hasPrefix("--"), word != "--" else {
        if isFront { return nil }
        words.removeFirst()
        if word == "--" {
          operands += words
          words = []
        } else {
          operands.append(word)
        }
        continue
      }
      words.removeFirst()
      let parts = word.dropFirst(2).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let rule = rules.first(where: { $0.name == parts[0] }) else { continue }
      given.insert(rule.name)
      guard rule.value != nil else { continue }
      guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst() else { return rule }
      if rule.name == OptionRule.library.name { library = value }
    }
    return nil
  }
}
