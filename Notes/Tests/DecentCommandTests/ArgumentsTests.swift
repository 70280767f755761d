// SPDX-License-Identifier: MIT

import Testing

@testable import decent

@Suite struct ArgumentsTests {
  private static let rules: [OptionRule] = [.text, .tag, .json]

  private func parse(
    _ words: String..., takesSigns: Bool = false
  ) throws(UsageFailure) -> Arguments {
    try Arguments(words, rules: Self.rules, takesSigns: takesSigns)
  }

  @Test func optionsAndOperandsMayBeMixed() throws {
    let arguments = try parse("a", "--text", "--json", "b", "--tag=x=y", "--tag", "", "-")
    #expect(arguments.operands == ["a", "b", "-"])
    #expect(arguments.value(of: .text) == "--json")
    #expect(arguments.values(of: .tag) == ["x=y", ""])
    #expect(!arguments.has(.json))
  }

  @Test func afterTwoDashesAllAreOperands() throws {
    let arguments = try parse("--json", "--", "--text", "--", "-x")
    #expect(arguments.operands == ["--text", "--", "-x"])
    #expect(arguments.has(.json))
  }

  @Test func signedWordsAreOperandsOnlyWhereTheyAreTaken() throws {
    #expect(try parse("+a", "-b", takesSigns: true).operands == ["+a", "-b"])
    #expect(throws: UsageFailure.self) { try parse("+a", "-b") }
  }
}
