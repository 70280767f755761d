// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import DecentNotes
  import Foundation
  import NotesTestInputs
  import Testing

  @testable import DecentServer

  /// The memory of a process that does nothing but serve.
  @Suite struct ServerMemoryTests {
    /// A figure of the system about this process, in MiB.
    private static func memory(_ name: String) throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
      return try #require(Int(line.filter(\.isNumber))) >> 10
    }

    @Test func largeBodiesAreReadTwoAtATimeAndLeaveNoMemory() async {
      await #expect(processExitsWith: .success) {
        let bench = try Bench()
        let socket = try ListeningSocket(port: bench.place.port)
        let (port, token) = (socket.port, bench.place.token.text)
        let server = try HTTPServer(bench.handler, on: socket)
        let part = [UInt8](repeating: 7, count: 1 << 20)
        let before = try Self.memory("VmRSS")
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
          guard let client = try? RawClient(port: port) else { fatalError("no connection") }
          client.send(
            """
            POST /v1/documents/note/\(NoteID(rawValue: 7)) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Authorization: Bearer \(token)\r
            Content-Length: \(60 * part.count)\r
            Connection: close\r
            \r\n
            """)
          for _ in 0..<60 { client.send(part) }
          let status = Answer(bytes: client.receiveAll())?.status
          precondition(status == 400 || status == 503 || status == nil, "\(status ?? 0)")
        }
        // The thread of a connection ends a moment after the answer.
        for _ in 0..<1000 where try Self.memory("VmRSS") > before + 40 { usleep(10_000) }
        let (after, peak) = try (Self.memory("VmRSS"), Self.memory("VmHWM"))
        print("\(before) MiB before, \(after) after, \(peak) at most")
        precondition(after <= before + 40, "\(before) MiB before, \(after) after")
        precondition(peak <= before + 240, "\(before) MiB before, \(peak) at most")
        server.stop()
      }
    }
  }
#endif
