// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import Synchronization

@main
struct Main {
  static func main() throws {
    guard let options = try? Options(Array(CommandLine.arguments.dropFirst())) else {
      return fail(Options.usage)
    }
    let tasks = allTasks.filter { options.tasks.isEmpty || options.tasks.contains($0.name) }
    if options.printsNames { return print(tasks.map { $0.name }.joined(separator: "\n")) }
    if let file = options.rows {
      return try show([Row](readingLinesOf: file).joiningRounds(), options)
    }
    let inputs = try Inputs(folder: options.traces, seed: options.seed)
    note("what is made up begins with seed \(options.seed)")
    if let folder = options.inputs { return try inputs.write(to: folder) }
    let recorder = Recorder(counting: options.count)
    for task in tasks where options.count?.hasPrefix("\(task.name): ") ?? true {
      do {
        if options.countsInEnvironment || recorder.isCounting && keyedTasks.contains(task.name) {
          try sameEachTime.run { try task.run(inputs, recorder) }
        } else {
          try task.run(inputs, recorder)
        }
      } catch let wrong as WrongResult {
        return fail("\(task.name): \(wrong)", status: 1)
      }
    }
    try show(recorder.rows, options)
  }

  /// The tasks of the types whose paths to elements follow from identities.
  private static let keyedTasks: Set = ["set", "dictionary", "nested"]

  /// An environment whose identities and times are those of the last run.
  private static var sameEachTime: ReplicationEnvironment {
    let chance = Mutex(Generator(seed: 1))
    return ReplicationEnvironment(
      milliseconds: { 1_700_000_000_000 }, random: { chance.withLock { $0.next() } })
  }

  private static func show(_ rows: [Row], _ options: Options) throws {
    print(options.isJSON ? try rows.jsonLines() : Table(rows).markdown, terminator: "")
  }

  private static func note(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  private static func fail(_ reason: String, status: Int32 = 2) {
    note(reason)
    exit(status)
  }
}
