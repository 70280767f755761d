// SPDX-License-Identifier: MIT

import DecentSync
import Testing

@Suite struct SyncProgressTests {
  private let store = MemoryStore()

  private func progress(of device: Device) async throws -> [SyncProgress] {
    var steps: [SyncProgress] = []
    device.options.objectLimit = 1
    try await device.sync(store) { if steps.last != $0 { steps.append($0) } }
    return steps
  }

  @Test func countsWhatIsReadAndWhatIsSent() async throws {
    let ada = Device(author: 1)
    let bob = Device(author: 2)
    for note in 0..<3 { try ada.add("a word", to: "note/\(note)") }
    let sent = try await progress(of: ada).filter { $0.phase == .sending }
    #expect(sent.map(\.objectsDone) == [0, 1, 2])
    #expect(sent.allSatisfy { $0.objectsTotal == nil })
    try store.truncate(try #require(try store.names().first), to: 7)
    let sizes = try store.list(prefix: "log/").sorted { $0.name < $1.name }.map(\.size)
    let read = try await progress(of: bob).filter { $0.phase == .receiving }
    #expect(Set(read.map(\.objectsTotal)) == [sizes.count])
    #expect(read.map(\.objectsDone) == read.map(\.objectsDone).sorted())
    #expect(Set(read.map(\.objectsDone)) == Set(0..<sizes.count))
    #expect(read.last?.bytes == sizes.dropLast().reduce(0, +))
  }

  @Test func beginsWithTheListingAndEndsInTheEnd() async throws {
    let steps = try await progress(of: Device(author: 1))
    let listing = SyncProgress(phase: .listing, objectsDone: 0, objectsTotal: nil, bytes: 0)
    #expect(steps.first == listing)
    #expect(steps.last?.phase == .finishing)
  }
}
