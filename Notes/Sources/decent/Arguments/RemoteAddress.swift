// SPDX-License-Identifier: MIT

/// An address, given by mistake in place of a remote's folder on this device.
enum RemoteAddress {
  /// The reason why a word that names no folder cannot be a remote; nil if the word may be the path
  /// of a folder that does not exist.
  static func failure(for word: String) -> UsageFailure? {
    if let match = word.wholeMatch(of: /(?i)file:\/\/(?:localhost)?(\/.*)/) {
      return UsageFailure("'\(word)' is an address; give the path of the folder: \(match.1)")
    }
    guard isAddress(word) else { return nil }
    return UsageFailure(
      """
      '\(word)' is no folder, and remotes of other kinds are not there yet: no servers and no \
      buckets. Give a folder that a service carries between your devices, such as Syncthing, \
      Dropbox or Nextcloud, or one on a network drive
      """)
  }

  /// Whether a word is a URL, or names a host as `scp` does: `user@host:path` or `host:/path`.
  private static func isAddress(_ word: String) -> Bool {
    let forms = [
      /[A-Za-z][A-Za-z0-9+.\-]+:\/\/.*/, /[^\/:@]+@[^\/:]+:.*/, /[A-Za-z][A-Za-z0-9.\-]+:\/.*/,
    ]
    return forms.contains { word.wholeMatch(of: $0) != nil }
  }
}
