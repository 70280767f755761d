// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws

/// A log that numbers its events by their count. One of two concurrent events is lost.
struct EventLog: Replicable, Equatable {
  private(set) var events: [Int: String] = [:]

  mutating func append(_ text: String) { events[events.count] = text }

  func merged(with other: EventLog) -> EventLog {
    var result = self
    result.events.merge(other.events) { max($0, $1) }
    return result
  }

  static func subject(code: String? = nil) -> LawSubject<EventLog, [String]> {
    LawSubject(
      "an event log", make: { EventLog() },
      edits: [
        { log, random in
          let text = "\(random.next() >> 48)"
          log.append(text)
          return Edit("append \(text)", code: "replica.append(\"\(text)\")")
        }
      ],
      observe: { $0.events.values.sorted() },
      promise: .additionsSurvive(items: { Set($0.events.values) }, code: code))
  }
}

/// Numbers that are encoded in the order of a hash: equal sets give different bytes.
struct Arrivals: Replicable, Equatable, Framed {
  static let frameKind = FrameKind(code: 9021, name: "arrivals")

  private(set) var numbers: Set<Int> = []

  init() {}

  mutating func add(_ number: Int) { numbers.insert(number) }

  func merged(with other: Arrivals) -> Arrivals {
    var result = self
    result.numbers.formUnion(other.numbers)
    return result
  }

  func encode(to writer: inout ByteWriter) {
    writer.writeCount(numbers.count)
    for number in numbers { writer.writeCount(number) }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    for _ in 0..<(try reader.readCount()) { numbers.insert(try reader.readInt()) }
  }

  static var subject: LawSubject<Arrivals, [Int]> {
    LawSubject(
      "arrivals", make: { Arrivals() },
      edits: [
        { arrivals, random in
          let number = random.below(20)
          arrivals.add(number)
          return Edit("add \(number)", code: "replica.add(\(number))")
        }
      ],
      observe: { $0.numbers.sorted() })
  }
}

/// A value with a mark that is shown but not saved.
struct Ticket: Replicable, Equatable, Framed {
  static let frameKind = FrameKind(code: 9022, name: "a ticket")

  var height = 0
  var mark = 0

  init() {}

  mutating func raise(to height: Int) {
    self.height = max(self.height, height)
    mark = self.height
  }

  func merged(with other: Ticket) -> Ticket { height < other.height ? other : self }
  static func == (left: Ticket, right: Ticket) -> Bool { left.height == right.height }
  func encode(to writer: inout ByteWriter) { writer.writeCount(height) }
  init(from reader: inout ByteReader) throws(DecodingFailure) { height = try reader.readInt() }

  static var subject: LawSubject<Ticket, Int> {
    LawSubject(
      "a ticket", make: { Ticket() },
      edits: [
        { ticket, random in
          let height = 1 + random.below(9)
          ticket.raise(to: height)
          return Edit("raise to \(height)", code: "replica.raise(to: \(height))")
        }
      ],
      observe: \.mark)
  }
}
