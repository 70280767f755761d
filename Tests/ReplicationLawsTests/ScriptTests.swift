// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import ReplicationLaws

struct ScriptTests {
  private static let isSeedFree =
    ProcessInfo.processInfo.environment["DECENT_SEED"] == nil

  /// `ShrunkScript.swift` is compiled with these tests. It is a copy of the script made here.
  @Test(.enabled(if: isSeedFree))
  func aScriptCompilesAsPrinted() throws {
    let violation = try #require(Flaw.keepsLeftOnTies.violation(of: .choice()))
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = try String(
      contentsOf: folder.appending(path: "ShrunkScript.swift"), encoding: .utf8)
    let licence = "// SPDX-License-Identifier: MIT\n\n"
    #expect(file == licence + violation.script.joined(separator: "\n") + "\n")
  }

  @Test func aScriptShowsTheBreach() throws {
    let script = keepsConvergenceOfAChoiceInSchedule14OfSeed1
    #expect(try Flaw.$current.withValue(.keepsLeftOnTies, operation: script) == false)
    #expect(try script())
  }

  @Test func codeIsWrittenForAReplica() throws {
    let laws = LawSubject(
      "a sum that is called replica", make: { Sum() },
      edits: [
        { sum, _ in
          sum.total += 1
          return Edit(
            "add", code: "let replicas = \"replica\"\nreplica.total += replicas.count / 7")
        }
      ],
      observe: \.total)
    let script = try #require(LawViolation.found(in: laws)).script
    #expect(script.contains("    let replicas = \"replica\""))
    #expect(script.contains("    a.total += replicas.count / 7"))
  }

  @Test(arguments: [
    (#"let a = "replica\\"; replica.add(a)"#, #"let a = "replica\\"; b.add(a)"#),
    (#"replica.add("\"replica\"", replica)"#, #"b.add("\"replica\"", b)"#),
    (#"replica.add("replica \(replica.x(")"))")"#, #"b.add("replica \(b.x(")"))")"#),
    (#"replica.add("\\(replica)", (replica))"#, #"b.add("\\(replica)", (b))"#),
  ])
  func textInCodeStaysAsItIs(_ code: String, _ renamed: String) {
    #expect(Edit("an edit", code: code).code(callingReplica: "b") == renamed)
  }

  @Test func editsWithoutCodeAreComments() throws {
    let laws = LawSubject(
      "a sum", make: { Sum() },
      edits: [
        { sum, _ in
          sum.total += 1
          return "add one"
        }
      ],
      observe: \.total)
    let script = try #require(LawViolation.found(in: laws)).script
    #expect(script.contains { $0.hasPrefix("  // No code: a on device") })
    #expect(script.contains { $0.hasSuffix("add one") })
    let last = try #require(script.dropLast().last)
    #expect(last.hasPrefix("  return false  // an edit has no code: write it above, then return "))
    #expect(last.contains("=="))
  }
}
