// SPDX-License-Identifier: MIT

/// A command: its usage, its operands and options, and its work.
struct Command: Sendable {
  /// The name: one or two words.
  let name: String
  /// The arguments after the name, one line for each way to call the command.
  let forms: [String]
  /// A description in a few words.
  let summary: String
  /// More text for the command's help.
  var details = ""
  /// The number of operands that the command takes.
  let operands: ClosedRange<Int>
  /// The options that the command takes besides ``OptionRule/common``.
  var options: [OptionRule] = []
  /// Whether words such as `-home` are operands.
  var takesSigns = false
  /// Performs the command.
  let run: @Sendable (Arguments, Context) async throws -> Void

  /// The usage, a line for each way to call the command.
  var usage: [String] {
    forms.map { form in
      form.isEmpty ? "decent \(name)" : "decent \(name) \(form)"
    }
  }

  /// Whether the usage names an operand or the value of an option, such as `NOTE`.
  func takes(_ operand: String) -> Bool {
    forms.contains { $0.split { !$0.isLetter }.contains { $0 == operand } }
  }

  /// Parses the words after the command's name.
  func parse(_ words: some Collection<String>) throws(UsageFailure) -> Arguments {
    do throws(UsageFailure) {
      let arguments = try Arguments(
        words, rules: options + OptionRule.common, takesSigns: takesSigns)
      if !arguments.has(.help) { try check(arguments.operands) }
      return arguments
    } catch {
      throw UsageFailure(error.reason, usage: usage)
    }
  }

  private func check(_ given: [String]) throws(UsageFailure) {
    guard given.count >= operands.lowerBound else {
      throw UsageFailure("'\(name)' needs more than that")
    }
    guard given.count <= operands.upperBound else {
      let tooMany = given[operands.upperBound]
      throw UsageFailure(
        "'\(tooMany)' is more than '\(name)' takes; quote what belongs together")
    }
  }
}
