// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

/// The parts of the names of objects.
@Suite struct WrittenNameTests {
  private let device = DeviceID(rawValue: 7)
  private let reference = SegmentReference(
    device: DeviceID(rawValue: 7), number: 300, checksum: 0x0abc)

  @Test func namesSayWhatTheObjectIs() throws {
    let (edits, compaction) = (reference.name(ofLevel: 0), reference.name(ofLevel: 1))
    #expect(edits.text == "log/00000000000000000000000000000007-300-00000abc")
    #expect(compaction.text == "log/00000000000000000000000000000007-r300-00000abc")
    for (name, kind) in [(edits, WrittenName.Kind.edits), (compaction, .compaction)] {
      let written = try #require(WrittenName(name))
      #expect(written.device == device && written.number == 300 && written.checksum == 0x0abc)
      #expect(written.kind == kind)
      #expect(!name.denies(reference))
      let copy = try #require(ObjectName("\(name.text) (conflicted copy)"))
      #expect(WrittenName(copy) == written)
    }
  }

  @Test func anAcknowledgementIsNamedByItsContents() throws {
    let names = [1, 2].map { last in
      Acknowledgement(
        device: device, number: 5, applied: [device: last], basis: 0, digest: nil, unreadable: []
      ).name
    }
    #expect(names[0] != names[1])
    let prefix = Acknowledgement.namePrefix(of: device)
    for name in names {
      #expect(Acknowledgement.number(in: name, after: prefix) == 5)
      #expect(SegmentReference.hint(in: name) == nil)
      #expect(name.noticeWriter == device)
    }
  }

  @Test func aNameMayDenyAnObject() throws {
    let others = [
      SegmentReference(device: device, number: 300, checksum: 0x0abd),
      SegmentReference(device: device, number: 301, checksum: 0x0abc),
      SegmentReference(device: DeviceID(rawValue: 8), number: 300, checksum: 0x0abc),
    ]
    for other in others { #expect(other.name(ofLevel: 0).denies(reference)) }
  }

  /// Names of the former form, and of no form, say nothing of the contents.
  @Test(arguments: ["-300", "-r300", "-300-abc", "-300-0000000g", "-300-0000ABCD", "-300 (copy)"])
  func otherNamesDenyNothing(rest: String) throws {
    let name = try #require(ObjectName("log/\(device)\(rest)"))
    #expect(WrittenName(name)?.number == 300)
    #expect(!name.statesChecksum && !name.denies(reference))
  }

  @Test(arguments: ["README", "-", "-x300", "-ack-"]) func otherFormsHaveNoParts(rest: String)
    throws
  {
    #expect(WrittenName(try #require(ObjectName("log/\(device)\(rest)"))) == nil)
    #expect(WrittenName(try #require(ObjectName("log/\(rest)300"))) == nil)
  }
}
