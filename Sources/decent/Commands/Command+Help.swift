// SPDX-License-Identifier: MIT

extension Command {
  /// Says what commands do.
  static let help = Command(
    name: "help",
    forms: ["[COMMAND]"],
    summary: "list the commands, or say what one does",
    operands: 0...2
  ) { arguments, context in
    guard !arguments.operands.isEmpty else {
      return try context.console.write(HelpText.overview())
    }
    if let help = HelpText.ofGroup(arguments.operands[...], isAsked: true) {
      return try context.console.write(help)
    }
    let (command, rest) = try CommandTable.find(arguments.operands[...])
    guard rest.isEmpty else { throw UsageFailure("there is no such command") }
    try context.console.write(HelpText.of(command))
  }
}
