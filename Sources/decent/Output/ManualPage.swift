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
    return head + name + synopsis + description + commands + options + words + environment
      + exitStatus + files + example
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

  private static let words = """
    .SH WORDS
    .TP
    .I NOTE
    A title, exactly, or the first digits of an id: 4 or more, as many as no other note has.
    Notes in the trash are meant only if no other fits, or where the command is about the trash.
    .TP
    .I VERSION
    The first digits, 4 or more, of a version that
    .B decent log
    shows.
    It means the same on every device.
    .TP
    .B \\-
    As a text: the standard input.
    .TP
    .B \\-\\-
    After it, nothing is taken for an option.

    """

  private static let environment = """
    .SH ENVIRONMENT
    .TP
    .B DECENT_LIBRARY
    The folder of the library, unless
    .B \\-\\-library
    names one.
    .TP
    .B DECENT_DEVICE
    The name of this device in lists of devices, for all devices that sync with it; else the name of
    this computer.
    .TP
    .B XDG_DATA_HOME
    Where the library is if nothing names it: the folder
    .I decent
    in that, or in
    .IR ~/.local/share .
    On macOS it is
    .IR "~/Library/Application Support/Decent" .
    .TP
    .BR VISUAL ", " EDITOR
    The editor that
    .B decent edit
    opens.
    .TP
    .B NO_COLOR
    No colours, if it is set.
    .TP
    .B TERM
    No colours, if it is not set or is
    .BR dumb ;
    long work then shows a line every ten seconds and not one that is rewritten.

    """

  private static let exitStatus = """
    .SH "EXIT STATUS"
    .TP
    .B 0
    All was done.
    .TP
    .B 1
    Something was not done; the standard error output says what, with what, and what to do.
    .TP
    .B 2
    The command line was not understood.

    """

  private static let files = """
    .SH FILES
    .TP
    .I library.sqlite
    The library, in its folder.
    It can be copied while no program uses it.
    .TP
    .I damaged
    What
    .B decent check \\-\\-repair
    kept of notes that it could not read, beside it.

    """

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

  /// Text without markup: dashes can be copied, and no line is taken for a request.
  private static func escaped(_ text: some StringProtocol) -> String {
    let escapes: [Character: String] = ["\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga"]
    let text = text.map { escapes[$0] ?? String($0) }.joined()
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
