// SPDX-License-Identifier: MIT

/// A plan, with the breach at its end, as Swift source. The script is a function, which compiles in
/// a file that sees the type. The function returns true only while the law is kept.
struct Script {
  /// The beginning of the line that stands for an edit without code.
  private static let missingCode = "// No code: "

  /// For the name of a value or delta, the source that encodes and decodes the value or delta.
  struct Forms {
    let value: (String) -> String
    let delta: (String) -> String
  }

  private let law: Law
  private let type: TypeName
  private let body: [String]

  /// Writes the script of a plan that ends with the breach.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - makeCode: The source of a new value.
  ///   - forms: The source of encoding and decoding values and deltas.
  init(_ plan: Plan, _ breach: Breach, of type: TypeName, makeCode: String, forms: Forms) {
    var body: [String] = []
    var known: Set<Variable> = []
    let ending = breach.preface + [breach.expression ?? ""]
    for (place, action) in plan.actions.enumerated() where place < breach.place {
      body += Self.source(
        of: action, edits: breach.edits[place] ?? [], in: plan, known: known, makeCode: makeCode,
        forms: forms,
        isChanged: { Self.isChanged($0, in: plan, breach) },
        isSentKept: { number in ending.contains { $0.contains("sent\(number)") } })
      known.formUnion(action.writes)
      if case .make(let variable, _) = action { known.insert(variable) }
    }
    body += breach.preface
    body.append(Self.ending(of: breach, after: body))
    law = breach.law
    self.type = type
    self.body = Self.devices(of: plan, usedIn: body) + Self.withoutRepeatedTimes(body)
  }

  /// All lines: imports, and a function.
  ///
  /// - Parameter ending: The end of the function's name, which tells the scripts of a file apart.
  func lines(named ending: String) -> [String] {
    type.imports
      + ["func keeps\(Self.capitalized(law.rawValue))\(ending)() throws -> Bool {"]
      + body.map { "  \($0)" } + ["}"]
  }

  /// The number of bytes in the body of the script.
  var length: Int { body.reduce(0) { $0 + $1.utf8.count } }

  /// The letters and digits of a text, each word with a capital.
  static func capitalized(_ text: String) -> String {
    text.split { !$0.isLetter && !$0.isNumber }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The last line: an expression that is true only while the law is kept. If an earlier edit has
  /// no code, the line returns false, because the expression would be about another state.
  private static func ending(of breach: Breach, after body: [String]) -> String {
    let expression = breach.expression ?? "false  // \(inOneLine(breach.finding))"
    return body.contains { $0.hasPrefix(missingCode) }
      ? "return false  // an edit has no code: write it above, then return \(expression)"
      : "return \(expression)"
  }

  private static func inOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func isChanged(
    _ variable: Variable, in plan: Plan, _ breach: Breach
  ) -> Bool {
    plan.actions.enumerated().contains { place, action in
      if case .reopen = action, place == breach.place { return false }
      if case .check(.receipt(_, variable)) = action, place == breach.place { return true }
      var isFirst = true
      for earlier in plan.actions.prefix(place) {
        switch earlier {
        case .make(variable, _), .copy(variable, _): isFirst = false
        default: break
        }
      }
      return !isFirst && action.writes.contains(variable)
    }
  }

  // MARK: Devices

  private static func devices(of plan: Plan, usedIn body: [String]) -> [String] {
    plan.devices.indices.flatMap { device in
      body.contains { $0.contains("device\(device).run ") }
        ? source(ofDevice: device, in: plan) : []
    }
  }

  /// The statements that make a device of a plan.
  static func source(ofDevice device: Int, in plan: Plan) -> [String] {
    let times = plan.times(on: device)
    guard let first = times.first else { return [] }
    let isMoving = Set(times).count > 1
    return
      (isMoving
      ? ["nonisolated(unsafe) var clock\(device): UInt64 = \(literal(first))"] : [])
      + [
        "nonisolated(unsafe) var bits\(device): UInt64 = \(literal(plan.devices[device]))",
        "let device\(device) = ReplicationEnvironment(",
        "  milliseconds: { \(isMoving ? "clock\(device)" : literal(first)) },",
        "  random: {",
        "    bits\(device) &+= 0x\(String(SimulatedDevice.bitStep, radix: 16))",
        "    return bits\(device)",
        "  })",
      ]
  }

  /// A number with its digits in groups of three.
  private static func literal(_ number: UInt64) -> String {
    var digits = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { digits.append("_") }
      digits.append(digit)
    }
    return String(digits.reversed())
  }

  private static func time(_ moment: Moment, in plan: Plan) -> [String] {
    Set(plan.times(on: moment.device)).count > 1
      ? ["clock\(moment.device) = \(literal(moment.milliseconds))"] : []
  }

  private static func withoutRepeatedTimes(_ lines: [String]) -> [String] {
    var shown: [Substring: String] = [:]
    return lines.filter { line in
      guard line.hasPrefix("clock") else { return true }
      let clock = line.prefix { $0 != " " }
      defer { shown[clock] = line }
      return shown[clock] != line
    }
  }

  // MARK: Actions

  /// The statements that repeat an edit of the value called `name` in a script.
  static func source(
    of edit: Edit, of name: String, at moment: Moment, in plan: Plan
  ) -> [String] {
    guard let code = edit.code(callingReplica: name) else {
      return ["\(missingCode)\(name) on device\(moment.device): \(inOneLine(edit.description))"]
    }
    let statements = code.split(separator: "\n")
    return time(moment, in: plan)
      + (statements.count == 1
        ? ["device\(moment.device).run { \(code) }"]
        : ["device\(moment.device).run {"] + statements.map { "  \($0)" } + ["}"])
  }

  private static func source(
    of action: Action, edits: [Edit], in plan: Plan, known: Set<Variable>, makeCode: String,
    forms: Forms, isChanged: (Variable) -> Bool, isSentKept: (Int) -> Bool
  ) -> [String] {
    func declared(_ variable: Variable) -> String {
      known.contains(variable)
        ? "\(variable)" : "\(isChanged(variable) ? "var" : "let") \(variable)"
    }
    switch action {
    case .make(let variable, let moment):
      return time(moment, in: plan)
        + ["\(declared(variable)) = device\(moment.device).run { \(makeCode) }"]
    case .copy(let variable, let source): return ["\(declared(variable)) = \(source)"]
    case .edit(let variable, let change, _):
      return edits.flatMap { source(of: $0, of: "\(variable)", at: change.moment, in: plan) }
    case .editApart(let first, let changes, let second, let otherChanges, let isOneDevice):
      guard !isOneDevice else { return [] }
      let authors = changes.map { (first, $0) } + otherChanges.map { (second, $0) }
      return ["// At once, on two threads:"]
        + zip(edits, authors).flatMap { edit, author in
          source(of: edit, of: "\(author.0)", at: author.1.moment, in: plan)
        }
    case .merge(let source, let variable): return ["\(variable).merge(\(source))"]
    case .crossMerge(let first, let second):
      return [
        "(\(first), \(second)) = (\(first).merged(with: \(second)), \(second).merged(with: \(first)))"
      ]
    case .reopen(let variable):
      return ["\(variable) = try \(forms.value("\(variable)"))"]
    case .exchange(let sender, let receiver, let isEncoded):
      return DeltaScript.exchange(
        from: "\(sender)", to: "\(receiver)", decoded: isEncoded ? forms.delta : nil)
    case .keepVersion(let number, let variable):
      return ["let version\(number) = \(variable).version"]
    case .send(let number, let sender, let version, _):
      return (isSentKept(number) ? ["let sent\(number) = \(sender)"] : [])
        + ["let delta\(number) = \(sender).delta(since: version\(version))"]
    case .receive(let number, let receiver):
      return DeltaScript.receive(number, by: "\(receiver)")
    case .lose, .check: return []
    }
  }
}
