// SPDX-License-Identifier: MIT

extension Command {
  /// Prints the script that lets a shell complete command lines.
  static let completion = Command(
    name: "completion",
    forms: ["bash|zsh|fish"],
    summary: "print a script for a shell that completes command lines",
    details: """
      For bash, put this line into ~/.bashrc: eval "$(decent completion bash)". For zsh, the \
      same with zsh into ~/.zshrc, after compinit. For fish, write the script to \
      ~/.config/fish/completions/decent.fish. Titles, versions, tags and remotes are completed \
      too.
      """,
    operands: 1...1
  ) { arguments, context in
    let name = arguments.operands[0]
    guard let shell = Shell(rawValue: name) else {
      throw UsageFailure("there is no script for the shell '\(name)'; there is: bash, zsh, fish")
    }
    try context.console.write(shell.script)
  }

  /// Prints the candidates at the cursor, for the completion scripts. For bash, a line holds a
  /// candidate alone. For other shells, a line holds a candidate, a tab and a description. A line
  /// that begins with a tab tells the script to offer files or folders.
  static let complete = Command(
    name: "complete",
    forms: ["-- WORD...", "--line TEXT --word TEXT"],
    summary: "tell what may stand on a command line",
    operands: 0...Int.max,
    options: [.line, .word]
  ) { arguments, context in
    let line = arguments.value(of: .line).map { ShellLine($0) }
    let request = CompletionRequest(line.map { Array($0.words.dropFirst()) } ?? arguments.operands)
    let console = context.console
    let there = Context(console: console) {
      try request.library.map { console.absolute($0) } ?? context.findFolder()
    }
    let candidates = Candidates(for: request, in: there)
    for candidate in candidates.words {
      if let line {
        let reply = line.reply(candidate.word, for: arguments.value(of: .word) ?? "")
        if let reply { try console.print(reply) }
      } else {
        try console.print("\(candidate.word)\t\(candidate.meaning)")
      }
    }
    if candidates.hasFiles { try console.print("\tfiles") }
    if candidates.hasFolders { try console.print("\tfolders") }
  }
}
