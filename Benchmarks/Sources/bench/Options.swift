// SPDX-License-Identifier: MIT

/// The options of the command line.
struct Options {
  var traces: String?
  var tasks: Set<String> = []
  var seed: UInt64 = 1
  var isJSON = false
  /// The row to count instructions of, as `TASK: INPUT`, in a process that callgrind runs.
  var count: String?
  /// Whether the row is counted in an environment of its own, as a library edits.
  var countsInEnvironment = false
  /// Rows to show, ours and the peers', instead of measuring.
  var rows: String?
  /// Whether to print the names of the tasks instead of measuring.
  var printsNames = false
  /// The folder to write the inputs to, instead of measuring.
  var inputs: String?

  static let usage = """
    usage: bench [--traces DIR] [--tasks NAME,NAME] [--seed N] [--json]
           bench --count ROW [--traces DIR] [--seed N]
           bench --rows FILE [--json]
           bench --names [--tasks NAME,NAME]
           bench --write-inputs DIR [--traces DIR] [--seed N]
    tasks: \(allTasks.map { $0.name }.joined(separator: " "))
    """

  private static let inEnvironment = ", in an environment"

  struct WrongUsage: Error {}

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--json" {
        isJSON = true
        continue
      }
      if option == "--names" {
        printsNames = true
        continue
      }
      guard let value = rest.popFirst() else { throw WrongUsage() }
      try set(option, to: value)
    }
  }

  private mutating func set(_ option: String, to value: String) throws {
    switch option {
    case "--traces": traces = value
    case "--tasks": tasks = Set(value.split(separator: ",").map(String.init))
    case "--count":
      countsInEnvironment = value.hasSuffix(Self.inEnvironment)
      count = countsInEnvironment ? String(value.dropLast(Self.inEnvironment.count)) : value
    case "--rows": rows = value
    case "--write-inputs": inputs = value
    case "--seed":
      guard let seed = UInt64(value) else { throw WrongUsage() }
      self.seed = seed
    default: throw WrongUsage()
    }
    guard tasks.isSubset(of: allTasks.map { $0.name }) else { throw WrongUsage() }
  }
}
