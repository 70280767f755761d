// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

/// A script holds all steps that lead to the breach, and says what to look at.
struct WholeScriptTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func aPromiseBrokenByCopiesOnOneDevice(seed: UInt64) throws {
    let violation = try #require(LawViolation.found(in: EventLog.subject(), seed: seed))
    #expect(violation.law == .promise)
    #expect(violation.script.count { $0.contains(".append(") } >= 2, "\(violation)")
    #expect(violation.script.contains { $0.contains(".merged(with: ") }, "\(violation)")
    let last = violation.script.suffix(2).first
    #expect(last?.hasPrefix("  return false  // say here what ought to be true") == true)
    #expect(last?.contains(": items == [\"") == true)
  }

  /// The two copies stand in the script if shrinking finds no other steps.
  @Test func copiesOnOneDeviceAreWrittenDown() {
    let code = "Set(replica.events.values)"
    let scripts = (UInt64(1)...40).compactMap { seed -> [String]? in
      do throws(LawViolation) {
        let driver = LawDriver(EventLog.subject(code: code), seed: seed)
        _ = try driver.run(schedules: 1, shrinkingWithin: 0)
        return nil
      } catch {
        return error.script
      }
    }.filter { $0.contains("  var two = one") }
    #expect(!scripts.isEmpty)
    for script in scripts {
      #expect(script.contains { $0.contains("one.append(") }, "\(script)")
      #expect(script.contains { $0.contains("two.append(") }, "\(script)")
      #expect(script.contains("  let items: Set<String> = Set(end.events.values)"), "\(script)")
      #expect(script.dropLast().last?.hasPrefix("  return items == [\"") == true, "\(script)")
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func bytesInTheOrderOfAHash(seed: UInt64) throws {
    let violation = try #require(LawViolation.found(in: Arrivals.subject, seed: seed))
    #expect(violation.script.contains { $0.contains(".add(") }, "\(violation)")
    #expect(violation.script.contains { $0.contains(".encoded() == ") }, "\(violation)")
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func whatIsShownOfADecodedValue(seed: UInt64) throws {
    let violation = try #require(LawViolation.found(in: Ticket.subject, seed: seed))
    #expect(violation.finding.contains("show"))
    #expect(violation.script.contains { $0.contains(".raise(to: ") }, "\(violation)")
    #expect(violation.script.contains { $0.contains("(encoded: ") }, "\(violation)")
  }
}
