// SPDX-License-Identifier: MIT

/// A segment and the object it was read from.
struct Download: Sendable {
  let sealed: SealedSegment
  let object: ObjectInfo
}

/// Where a segment stands in the log of its device.
struct SegmentPosition: Hashable, Sendable {
  let device: DeviceID
  let number: Int
}

extension SegmentReference {
  /// Where the segment stands in the log of its device.
  var position: SegmentPosition { SegmentPosition(device: device, number: number) }
}

/// Segments that were read, put in an order in which they can be taken in.
///
/// A segment waits for each segment that one of its changes comes after, as long as that one
/// waits itself or is still to be read. So every segment is taken out once, after its history.
///
/// - Complexity: All operations together take O(*n*) in the segments and their references.
struct SegmentQueue: Sendable {
  private struct Waiting {
    let download: Download
    /// How many references it still waits for.
    var missing: Int
  }

  /// Segments that are ready, were taken out or will never come: nothing waits for them.
  private var settled: Set<SegmentReference>
  /// Segments that wait, by the order in which they were read.
  private var waiting: [Int: Waiting] = [:]
  /// The same, by what they are.
  private var waitingReferences: Set<SegmentReference> = []
  private var lastKey = 0
  /// The segments that wait for a segment.
  private var dependents: [SegmentReference: [Int]] = [:]
  /// The segments that are waited for and were not read yet.
  private var expected: [SegmentPosition: Set<SegmentReference>] = [:]
  /// The segments that can be taken in, from `readyStart`.
  private var ready: [Download] = []
  private var readyStart = 0

  /// Makes a queue.
  ///
  /// - Parameter settled: The segments that were taken in before.
  init(settled: Set<SegmentReference>) {
    self.settled = settled
  }

  /// The segments that can be taken in now, in order.
  var readySegments: ArraySlice<Download> { ready[readyStart...] }

  /// Takes out the first segments that can be taken in.
  mutating func removeReady(_ count: Int) {
    readyStart += count
    // Moving the rest costs less than taking out what is dropped did.
    guard readyStart * 2 >= ready.count else { return }
    ready.removeFirst(readyStart)
    readyStart = 0
  }

  /// Adds a segment that was taken out before, to be taken out again.
  mutating func `repeat`(_ download: Download) {
    ready.append(download)
  }

  /// Adds a segment that was read.
  ///
  /// - Parameter isUnread: Whether an object is still to be read that seems to hold a segment.
  /// - Returns: The segments that should be read next: this one waits for them.
  mutating func insert(
    _ download: Download, isUnread: (SegmentPosition) -> Bool
  ) -> [SegmentPosition] {
    let reference = download.sealed.reference
    var missing: Set<SegmentReference> = []
    var unread: [SegmentPosition] = []
    for earlier in Set(download.sealed.segment.changes.lazy.flatMap(\.after))
    where !settled.contains(earlier) {
      if waitingReferences.contains(earlier) {
        missing.insert(earlier)
      } else if isUnread(earlier.position) {
        missing.insert(earlier)
        expected[earlier.position, default: []].insert(earlier)
        unread.append(earlier.position)
      }
    }
    // A copy of a segment that waits comes after it.
    if waitingReferences.contains(reference) { missing.insert(reference) }
    if missing.isEmpty {
      release(download)
    } else {
      lastKey += 1
      waiting[lastKey] = Waiting(download: download, missing: missing.count)
      waitingReferences.insert(reference)
      for earlier in missing { dependents[earlier, default: []].append(lastKey) }
    }
    return unread
  }

  /// Notes that no object is left to be read that seems to hold a segment.
  mutating func noteAllRead(at position: SegmentPosition) {
    for reference in expected.removeValue(forKey: position) ?? []
    where !waitingReferences.contains(reference) && !settled.contains(reference) {
      settle(reference)
    }
  }

  /// Notes that no object is left to be read that seems to hold some of the segments that are
  /// waited for.
  mutating func noteAllRead(where isRead: (SegmentPosition) -> Bool) {
    for position in expected.keys.filter(isRead) { noteAllRead(at: position) }
  }

  /// Makes all segments ready that still wait: their references form a circle, which sound
  /// segments never do.
  mutating func releaseAll() {
    for key in waiting.keys.sorted() {
      if let entry = waiting.removeValue(forKey: key) { release(entry.download) }
    }
  }

  private mutating func release(_ download: Download) {
    ready.append(download)
    waitingReferences.remove(download.sealed.reference)
    settle(download.sealed.reference)
  }

  /// Has nothing wait for a segment any longer.
  private mutating func settle(_ reference: SegmentReference) {
    var settling = [reference]
    while let next = settling.popLast() {
      settled.insert(next)
      for key in dependents.removeValue(forKey: next) ?? [] {
        waiting[key]?.missing -= 1
        guard let entry = waiting[key], entry.missing == 0 else { continue }
        waiting[key] = nil
        ready.append(entry.download)
        waitingReferences.remove(entry.download.sealed.reference)
        settling.append(entry.download.sealed.reference)
      }
    }
  }
}
