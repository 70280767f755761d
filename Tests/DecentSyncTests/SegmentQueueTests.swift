// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import DecentSync

@Suite struct SegmentQueueTests {
  private func segment(_ number: Int, after earlier: [SealedSegment] = []) throws -> SealedSegment {
    let document = try #require(DocumentID("note"))
    let change = DocumentChange(
      document: document, after: earlier.map(\.reference), version: [], delta: [])
    return SealedSegment(
      sealing: Segment(device: DeviceID(rawValue: 1), number: number, changes: [change]))
  }

  private func download(_ sealed: SealedSegment, as name: String? = nil) -> Download {
    let name = name.flatMap { ObjectName($0) } ?? sealed.name
    return Download(sealed: sealed, object: ObjectInfo(name: name, size: sealed.bytes.count))
  }

  private func numbers(_ queue: SegmentQueue) -> [Int] {
    queue.readySegments.map(\.sealed.segment.number)
  }

  /// Segments with random references, read in a random order: each comes once, after what it
  /// builds on.
  @Test(arguments: 0..<50) func eachComesOnceAfterItsHistory(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var segments: [SealedSegment] = []
    for number in 1...30 {
      let earlier = (0..<random.below(4)).compactMap { _ in
        segments.isEmpty ? nil : random.pick(segments)
      }
      segments.append(try segment(number, after: earlier))
    }
    var unread = Set(segments.map(\.reference.position))
    var queue = SegmentQueue(settled: [])
    for sealed in segments.shuffled(using: &random) {
      let position = sealed.reference.position
      unread.remove(position)
      _ = queue.insert(download(sealed), isUnread: unread.contains)
      queue.noteAllRead(at: position)
    }
    let order = queue.readySegments.map(\.sealed)
    #expect(Set(order) == Set(segments))
    #expect(order.count == segments.count)
    var seen: Set<SegmentReference> = []
    for sealed in order {
      #expect(sealed.segment.changes.allSatisfy { $0.after.allSatisfy(seen.contains) })
      seen.insert(sealed.reference)
    }
  }

  @Test func waitsForWhatIsStillToBeReadAndNoLonger() throws {
    let first = try segment(1)
    let second = try segment(2, after: [first])
    let third = try segment(3, after: [second])
    var queue = SegmentQueue(settled: [])
    #expect(queue.insert(download(third), isUnread: { _ in true }) == [second.reference.position])
    #expect(queue.insert(download(second), isUnread: { _ in true }) == [first.reference.position])
    #expect(numbers(queue) == [])
    queue.noteAllRead(at: first.reference.position)
    #expect(numbers(queue) == [2, 3])
  }

  @Test func doesNotWaitForWhatWasTakenInBeforeOrIsNowhere() throws {
    let (first, second) = (try segment(1), try segment(2))
    var queue = SegmentQueue(settled: [first.reference])
    let third = try segment(3, after: [first, second])
    #expect(queue.insert(download(third), isUnread: { $0.number == 1 }) == [])
    #expect(numbers(queue) == [3])
  }

  @Test func aCopyComesAfterTheOriginalThatWaits() throws {
    let first = try segment(1)
    let second = try segment(2, after: [first])
    var queue = SegmentQueue(settled: [])
    for name in ["log/a", "log/b"] {
      _ = queue.insert(download(second, as: name), isUnread: { $0.number == 1 })
    }
    #expect(numbers(queue) == [])
    _ = queue.insert(download(first), isUnread: { _ in false })
    #expect(queue.readySegments.map(\.object.name.text).dropFirst() == ["log/a", "log/b"])
  }

  @Test func whatIsTakenOutIsGone() throws {
    var queue = SegmentQueue(settled: [])
    for number in 1...5 {
      _ = queue.insert(download(try segment(number)), isUnread: { _ in false })
    }
    queue.removeReady(2)
    #expect(numbers(queue) == [3, 4, 5])
    queue.removeReady(3)
    #expect(numbers(queue) == [])
    queue.repeat(download(try segment(6)))
    #expect(numbers(queue) == [6])
  }
}
