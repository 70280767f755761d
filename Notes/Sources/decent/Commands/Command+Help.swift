// SPDX-License-Identifier: MIT

extension Command {
  /// Prints help on commands.
  static let help = Command(
    name: "help",
    forms: ["[COMMAND]", "--man"],
    summary: "list the commands, or say what one does",
    details: "With --man, prints all that help says as a page for man(1).",
    operands: 0...2,
    options: [.man]
  ) { arguments, context in
    if arguments.has(.man) { return try context.console.write(ManualPage.text) }
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
