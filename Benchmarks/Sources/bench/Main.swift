// SPDX-License-Identifier: MIT

import Foundation

@main
struct Main {
  static func main() throws {
    guard let options = try? Options(Array(CommandLine.arguments.dropFirst())) else {
      return fail(Options.usage)
    }
    let inputs = try Inputs(folder: options.traces, seed: options.seed)
    note("what is made up begins with seed \(options.seed)")
    if let folder = options.inputs { return try inputs.write(to: folder) }
    let recorder = Recorder()
    for task in allTasks where options.tasks.isEmpty || options.tasks.contains(task.name) {
      try task.run(inputs, recorder)
    }
    let rows = recorder.rows + (try options.peers.map { try [Row](readingLinesOf: $0) } ?? [])
    print(options.isJSON ? try rows.jsonLines() : Table(rows).markdown, terminator: "")
  }

  private static func note(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  private static func fail(_ reason: String) {
    note(reason)
    exit(2)
  }
}
