// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws
import RollYourOwn
import Testing

struct Playlist: WholeDocument {
  var songs = IdentityList<String>()

  static let kind = "com.example.playlist"

  func merged(with other: Playlist) -> Playlist {
    Playlist(songs: songs.merged(with: other.songs))
  }
}

@Test func aPlaylistKeepsTheLaws() throws {
  let subject = LawSubject(
    "a playlist", make: { Playlist() },
    edits: [
      { list, random in
        let index = random.below(list.songs.elements.count + 1)
        list.songs.insert("song", at: index)
        return Edit("insert at \(index)", code: "replica.songs.insert(\"song\", at: \(index))")
      }
    ],
    observe: \.songs.elements)
  let report = try LawDriver(subject).run(schedules: 200)
  #expect(report.checks[.encoding] ?? 0 > 0 && report.checks[.delta] ?? 0 > 0, "\(report)")
}
