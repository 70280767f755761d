// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing

@testable import decent

/// The progress of long work, on a clock of the test's own.
@Suite struct ProgressTests {
  private static func work(_ done: Int, what: String = "importing", bytes: Int = 0) -> WorkProgress
  {
    WorkProgress(what: what, done: done, total: 5000, item: "file", bytes: bytes)
  }

  /// The output of a line, with visible signs in place of its commands to the terminal.
  private static func plain(_ output: String?) -> String? {
    output?.replacing("\r", with: "<").replacing("\u{1B}[K", with: ">")
  }

  @Test func aTerminalShowsOneLineAfterASecond() {
    var line = ProgressLine(.rewritten)
    line.tell(Self.work(0), at: 70_000)
    #expect(line.output(at: 70_999, columns: 80) == nil)
    line.tell(Self.work(12, bytes: 34_000), at: 70_999)
    #expect(
      Self.plain(line.output(at: 71_000, columns: 80))
        == "<importing: 12 of 5000 files, 34.0 kB, 34.0 kB/s>")
    line.tell(Self.work(13, bytes: 44_000), at: 71_050)
    #expect(line.output(at: 71_099, columns: 80) == nil)
    #expect(
      Self.plain(line.output(at: 71_100, columns: 80))
        == "<importing: 13 of 5000 files, 44.0 kB, 40.0 kB/s>")
    #expect(line.output(at: 71_100, columns: 80) == nil)
    #expect(Self.plain(line.end()) == "<>")
    #expect(line.end() == nil)
    #expect(line.output(at: 99_000, columns: 80) == nil)
  }

  @Test func workUnderASecondShowsNothing() {
    for form in [ProgressLine.Form.rewritten, .lines] {
      var line = ProgressLine(form)
      for time in 0..<UInt64(1000) {
        line.tell(Self.work(Int(time)), at: time)
        #expect(line.output(at: time, columns: 80) == nil)
      }
      #expect(line.end() == nil)
      // Later work begins anew.
      line.tell(Self.work(0), at: 1000)
      #expect(line.output(at: 1500, columns: 80) == nil)
    }
  }

  @Test func elsewhereALineFollowsAnotherAfterTenSeconds() {
    var line = ProgressLine(.lines)
    var lines: [UInt64: String] = [:]
    for time in stride(from: UInt64(0), through: 25_000, by: 500) {
      line.tell(Self.work(Int(time) / 10, bytes: Int(time) * 2), at: time)
      lines[time] = line.output(at: time, columns: 10)
    }
    #expect(
      lines == [
        10_000: "importing: 1000 of 5000 files, 20.0 kB, 2.0 kB/s\n",
        20_000: "importing: 2000 of 5000 files, 40.0 kB, 2.0 kB/s\n",
      ])
    #expect(line.clear() == nil)
    #expect(line.end() == nil)
  }

  @Test func theLineFitsTheTerminal() {
    var line = ProgressLine(.rewritten)
    line.tell(Self.work(1, what: "日本語"), at: 0)
    for (columns, text) in [
      (26, "日本語: 1 of 5000 files"), (24, "日本語: 1 of 5000 files"), (23, "日本語: 1 of 5000 file"),
      (6, "日本"), (5, "日本"), (1, ""),
    ] {
      _ = line.clear()
      line.tell(Self.work(1, what: "日本語"), at: UInt64(100 * (100 - columns)))
      let time = UInt64(1000 * (100 - columns))
      #expect(Self.plain(line.output(at: time, columns: columns)) == "<\(text)>", "\(columns)")
    }
  }

  @Test func anotherKindOfWorkHasARateOfItsOwn() {
    var line = ProgressLine(.rewritten)
    line.tell(WorkProgress(what: "looking"), at: 0)
    #expect(Self.plain(line.output(at: 2500, columns: 80)) == "<looking: 2 s>")
    line.tell(WorkProgress(what: "waiting"), at: 9000)
    #expect(Self.plain(line.output(at: 9999, columns: 80)) == "<waiting>")
    line.tell(Self.work(0), at: 10_000)
    line.tell(Self.work(5, bytes: 3000), at: 12_000)
    #expect(
      Self.plain(line.output(at: 12_000, columns: 80))
        == "<importing: 5 of 5000 files, 3.0 kB, 1.5 kB/s>")
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1999, "1.9 kB"), (999_999, "999.9 kB"),
    (1_000_000, "1.0 MB"), (12_345_678, "12.3 MB"), (1_000_000_000, "1.0 GB"),
    (5_000_000_000_000_000, "5000.0 TB"), (Int.max, "9223372.0 TB"),
  ])
  func bytes(_ count: Int, _ words: String) {
    #expect(ByteCount.words(count) == words)
  }

  /// A display on a clock and a terminal of the test's own.
  private final class Terminal: Sendable {
    let time = Mutex<UInt64>(0)
    let shown = Mutex("")
    let columns = Mutex<Int?>(80)

    func display(_ form: ProgressLine.Form) -> ProgressDisplay {
      ProgressDisplay(
        on: ProgressDisplay.Surface(
          form: form, columns: { [self] in columns.withLock { $0 } },
          now: { [self] in time.withLock { $0 } },
          write: { [self] text in shown.withLock { $0 += text } }))
    }
  }

  @Test func otherOutputStandsWhereTheLineWas() {
    let terminal = Terminal()
    let display = terminal.display(.rewritten)
    display.tell(Self.work(0))
    terminal.time.withLock { $0 = 2000 }
    display.aside { terminal.shown.withLock { $0 += "early\n" } }
    display.update()
    display.aside { terminal.shown.withLock { $0 += "other\n" } }
    display.aside { terminal.shown.withLock { $0 += "more\n" } }
    terminal.time.withLock { $0 = 3000 }
    display.update()
    #expect(
      Self.plain(terminal.shown.withLock { $0 })
        == "early\n<importing: 0 of 5000 files><>other\nmore\n<importing: 0 of 5000 files>")
  }

  @Test func theLineGoesWhenTheWorkEndsOrFails() {
    struct Failure: Error {}
    let terminal = Terminal()
    let display = terminal.display(.rewritten)
    #expect(throws: Failure.self) {
      try display.during {
        display.tell(Self.work(0))
        terminal.time.withLock { $0 = 2000 }
        display.update()
        throw Failure()
      }
    }
    terminal.time.withLock { $0 = 9000 }
    display.update()
    let shown = Self.plain(terminal.shown.withLock { $0 }) ?? ""
    #expect(shown == "<importing: 0 of 5000 files><>")
  }

  /// The standard error output of a command if each look at the clock takes half a second.
  private func shown(by words: String..., in scene: Scene) async -> String {
    let terminal = Terminal()
    let display = ProgressDisplay(
      on: ProgressDisplay.Surface(
        form: .rewritten, columns: { 80 },
        now: {
          terminal.time.withLock { time in
            time += 500
            return time
          }
        },
        write: { text in terminal.shown.withLock { $0 += text } }))
    let console = Console(
      write: { _ in }, complain: { _ in }, read: { _ in [] }, ask: { _ in nil }, isTerminal: true,
      variables: ["DECENT_LIBRARY": "notes"], folder: scene.folder.path, progress: display)
    #expect(await Program.run(words, on: console) == .done)
    return terminal.shown.withLock { $0 }
  }

  @Test func commandsTellHowFarTheyAre() async throws {
    let scene = try Scene()
    try scene.makeFolder("in")
    for number in 1...9 { try scene.write("text\n", to: "in/\(number).md") }
    let taken = await shown(by: "import", "in", in: scene)
    #expect(taken.contains("\rimporting: 9 of 9 files, 45 B, "), "\(taken)")
    let written = await shown(by: "export", "out", in: scene)
    #expect(written.contains("\rexporting: 8 of 9 notes, "), "\(written)")
    let again = await shown(by: "export", "out", in: scene)
    #expect(again.contains("\rlooking at files: 8 of 9 files"), "\(again)")
    let checked = await shown(by: "check", in: scene)
    #expect(checked.contains("\rchecking: 8 of 9 documents, "), "\(checked)")
    for shown in [taken, written, again, checked] {
      #expect(shown.hasSuffix(ProgressLine.erasure))
    }
    try scene.makeFolder("shared")
    _ = try scene.done("--library", "notes", "remote", "add", "cloud", "shared")
    let sent = await shown(by: "sync", in: scene)
    #expect(sent.contains("\rcloud: sending"), "\(sent)")
    #expect(sent.hasSuffix(ProgressLine.erasure))
    #expect(await shown(by: "sync", "--quiet", in: scene) == "")
    #expect(await shown(by: "import", "in", "--quiet", in: scene) == "")
    #expect(await shown(by: "export", "out", "--quiet", in: scene) == "")
    #expect(await shown(by: "check", "--quiet", in: scene) == "")
  }

  @Test func aProgramInTheBackgroundShowsNothing() {
    let terminal = Terminal()
    let display = terminal.display(.rewritten)
    display.tell(Self.work(0))
    terminal.time.withLock { $0 = 2000 }
    terminal.columns.withLock { $0 = nil }
    display.update()
    #expect(terminal.shown.withLock { $0 } == "")
  }
}
