// SPDX-License-Identifier: MIT

/// The page that `man decent` shows, in the language of man(7), made from the table of
/// commands.
enum ManualPage {
  /// The page.
  static var text: String {
    let head =
      ".TH DECENT 1 \"\(Program.date)\" \"decent \(Program.version)\" \"User Commands\"\n"
      // Hyphenation would part the words of commands, and adjustment would put spaces between them.
      + ".nh\n.ad l\n"
    return head + name + synopsis + description + commands + options
      + HelpSection.all.map(section).joined() + example
  }

  private static let name = """
    .SH NAME
    decent \\- keep notes, and sync them with your other devices

    """

  private static var synopsis: String {
    let usages = CommandTable.all.flatMap(\.usage).map { ".br\n" + usage($0) }
    return ".SH SYNOPSIS\n" + usages.joined().dropFirst(".br\n".count)
  }

  private static let description = """
    .SH DESCRIPTION
    .B decent
    keeps notes in a library, a folder on this device, and syncs them through folders that
    other devices see too.
    Notes can be edited on all devices at once, also without a network: what meets is merged.
    Several programs may use one library at once, and every change is on the disk when its
    command ends.

    """

  private static var commands: String {
    ".SH COMMANDS\n" + CommandTable.all.map(section).joined()
  }

  private static func section(_ command: Command) -> String {
    let usages = command.usage.map { ".br\n" + usage($0) }.joined().dropFirst(".br\n".count)
    let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
    let details = command.details.isEmpty ? "" : ".PP\n\(escaped(command.details))\n"
    return ".SS \(escaped(command.name))\n\(usages).PP\n\(escaped(summary))\n"
      + details + command.options.map(item).joined()
  }

  private static var options: String {
    ".SH OPTIONS\nEvery command takes these.\n"
      + (OptionRule.common + [.version]).map(item).joined()
  }

  /// A section of terms. Words between backquotes become bold.
  private static func section(_ section: HelpSection) -> String {
    let items = section.items.map { ".TP\n.B \(escaped($0.term))\n\(marked($0.text))\n" }
    return ".SH \"\(section.title.uppercased())\"\n" + items.joined()
  }

  private static func marked(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? escaped(part) : "\\fB\(escaped(part))\\fR"
    }.joined()
  }

  private static let example = """
    .SH EXAMPLES
    .nf
    decent add \\(aqCamping trip\\(aq \\-\\-text \\(aqPack the tent.\\(aq \\-\\-tag summer
    decent list \\-\\-tag summer \\-\\-sort edited
    decent remote add shared ~/Sync/notebook
    decent sync
    decent log \\(aqCamping trip\\(aq
    .fi

    """

  /// An option and its description.
  private static func item(_ rule: OptionRule) -> String {
    let value = rule.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
    return ".TP\n\\fB\(escaped("--\(rule.name)"))\\fR\(value)\n\(escaped(rule.summary))\n"
  }

  /// A line of a command's usage.
  private static func usage(_ usage: String) -> String {
    "\(escaped(usage))\n"
  }

  /// Text that man(7) shows as it is: dashes can be copied, and a leading dot begins no request.
  private static func escaped(_ text: some StringProtocol) -> String {
    let escapes: [Character: String] = ["\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga"]
    let text = text.map { escapes[$0] ?? String($0) }.joined()
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
